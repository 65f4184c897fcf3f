import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type Vite } from 'vitest/node';

/**
 * What `npm test` runs: the service and its interface, the simulator, the client, the command line, the console's state.
 * It needs Node alone, and no browser or server that is installed.
 */
const withNodeAlone = [
  ...['unit', 'http', 'interface', 'openapi', 'contract', 'simulator', 'client', 'buttons-cli', 'web', 'end-to-end'],
  ...['bench', 'documents', 'doctor', 'judge'],
];

/** In those folders: what needs packages of tools/, or takes long. `npm run check` runs it with everything else. */
const forTheCheck = [
  'test/client/{calling,generated,package}.test.ts',
  'test/contract/{large-lists,requests,schema-alterations}.test.ts',
  'test/http/{connection-limit,late-bodies}.test.ts',
  'test/openapi/{answers,lint}.test.ts',
  'test/simulator/{foreign-client,published-schema}.test.ts',
  'test/unit/domain/{device-text,third-kind}.test.ts',
  'test/unit/axl/soap/xml-reader-{bounds,turns}.test.ts',
  'test/buttons-cli/{certificate,changes,check,crash,failing-service,left-out,many-buttons}.test.ts',
  'test/buttons-cli/{night,proposing,refusals,undo}.test.ts',
  // With a spreadsheet, shells and a terminal.
  'test/buttons-cli/{completion,spreadsheet,terminal}.test.ts',
  'test/doctor/{contraries,examine,killed,others-write,private,writing}.test.ts',
  'test/judge/{checker,judge}.test.ts',
  // With a started process in each test.
  'test/end-to-end/{broad-search,gentle,large-upload,overload,process-commands,process-lifetime}.test.ts',
  'test/end-to-end/{standard-output,standard-output-refused}.test.ts',
];

/** Minutes each, or seconds in the first lines, the longest first: begun last, one would be waited for alone. */
const longest = [
  ...['interface/interface', 'http/tls', 'contract/sends-of-a-write', 'end-to-end/process-service'],
  ...['contract/sessions', 'inventory/kept-answers', 'console/relabel', 'operations/install'],
  ...[
    'inventory/compared-cluster',
    'changes/change-kills',
    'changes/away-for-writes',
    'judge/judge',
    'operations/image',
    'inventory/renamed-devices',
  ],
  ...['chaos/cluster', 'operations/login-flood', 'end-to-end/process-lifetime', 'inventory/watched-cluster'],
  ...['buttons-cli/proposing', 'console/looking-up', 'doctor/contraries', 'end-to-end/process-commands'],
  ...['inventory/bounded', 'console/changes', 'console/accessibility', 'console/proposals', 'changes/crash'],
  ...['chaos/chaos', 'operations/package', 'console/saving', 'end-to-end/gentle', 'changes/change-store'],
  ...['inventory/live-lists', 'buttons-cli/spreadsheet', 'end-to-end/overload', 'operations/endless-buttons'],
  ...['inventory/elsewhere', 'chaos/store/store', 'chaos/store/killed', 'buttons-cli/crash', 'doctor/killed'],
].map((name) => `/test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(name));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

/** What decides besides a module's own text and this file how the module is transformed, and where its imports lead. */
const alsoInKeys = [
  'package.json',
  'tsconfig.json',
  'test/tsconfig.json',
  'web/tsconfig.json',
  'test/web/state/tsconfig.json',
]
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('');

const keysOfModules: Vite.Plugin = {
  name: 'keys-of-modules',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) => {
    define(() => alsoInKeys);
  },
};

const never = ['**/node_modules/**', '**/.stryker/**'];

export default defineConfig({
  plugins: [keysOfModules],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // They wait for little, and a worker that is one more loads all modules once more.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
          include: [`test/{${withNodeAlone.join(',')}}/**/*.test.ts`],
          exclude: [...never, ...forTheCheck],
          globalSetup: 'test/support/built.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'check',
          sequence: { groupOrder: 1 },
          include: [`test/!(${withNodeAlone.join('|')})/**/*.test.ts`, ...forTheCheck],
          exclude: never,
          globalSetup: ['test/support/built.ts', 'test/support/shared-folder.ts', 'test/support/postgres-server.ts'],
        },
      },
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes in the end, on a busy machine too. To look for it in a page takes milliseconds.
    expect: { poll: { timeout: 30_000, interval: 100 } },
    // The files that a worker runs share the modules that it has loaded: loading them for each file took a quarter of
    // the time. So no file may replace a module (vi.mock), or leave anything behind.
    isolate: false,
    // Most tests wait for processes, sockets and timers: six files at a time, also where there are few cores.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    // Transformed modules are kept in node_modules/.experimental-vitest-cache for the next run.
    experimental: { fsModuleCache: true },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // What runs as a process or a thread of its own is tested, but cannot be counted.
      exclude: [
        'src/main.ts',
        'src/commands/**',
        'src/buttons-cli/**',
        'src/store/{sqlite/{driver,open-file,sqlite-file,store-worker},thread/serve}.ts',
        // It is tested where there is a server, which not every run of the tests has.
        'src/store/postgres/**',
        // Whole sweeps of it take minutes, which only the check has.
        'src/inventory/**',
      ],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 90, branches: 82, functions: 90, lines: 90 },
    },
  },
});
