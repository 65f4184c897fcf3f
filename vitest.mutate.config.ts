import { defineConfig } from 'vitest/config';

/** The suites that `npm run mutate` runs against each mutant: those that are quick, start no process and open no browser. */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/http/**/*.test.ts', 'test/contract/**/*.test.ts'],
    // The first reads how the source is written, which mutants change; the second starts what is built in dist/.
    exclude: ['test/unit/walls.test.ts', 'test/contract/wsdl-file.test.ts'],
    testTimeout: 20_000,
  },
});
