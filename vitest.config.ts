import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.stryker/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes in the end, on a busy machine too.
    expect: { poll: { timeout: 30_000 } },
    // The files that a worker runs share the modules that it has loaded: loading them for each file took a quarter of
    // the time. So no file may replace a module (vi.mock), or leave anything behind.
    isolate: false,
    // Most tests wait for processes, sockets and timers: three files at a time, also where there are few cores.
    maxWorkers: 3,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // What runs as a process or a thread of its own is tested, but cannot be counted.
      exclude: [
        'src/main.ts',
        'src/commands/**',
        'src/buttons-cli/**',
        'src/history/store/sqlite/{change-file,driver,open-file,schema,store-worker}.ts',
      ],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 90, branches: 82, functions: 90, lines: 90 },
    },
  },
});
