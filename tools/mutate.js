import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm run mutate -- PART…`: changes one part of the code bit by bit, and looks whether its tests notice. Without a part
 * it names them. Each takes less than ten minutes on two cores; the tests are those nearest to the code, and what only
 * others notice counts as not noticed. It wants `npm ci --prefix tools` before.
 */
const unit = (room) => ({ code: `src/${room}/**/*.ts`, tests: `test/unit/${room}/**/*.test.ts` });
const commands = (room) => ({ code: `src/buttons-cli/${room}/**/*.ts`, tests: 'test/unit/buttons-cli/**/*.test.ts' });
const web = (room) => ({ code: `web/${room}/**/*.ts`, tests: `test/web/${room}/**/*.test.ts` });
/** The tests over HTTP of these names. Stryker cuts at each comma, so none may stand within braces. */
const overHttp = (...names) => names.map((name) => `test/http/${name}.test.ts`);
const listed = (...files) => files.flat().join(',');

const parts = {
  domain: {
    code: 'src/domain/**/*.ts',
    tests: listed('test/unit/domain/**/*.test.ts', 'test/unit/use-cases/**/*.test.ts', 'test/unit/http/**/*.test.ts'),
  },
  'use-cases': unit('use-cases'),
  authentication: unit('authentication'),
  'http/routes': {
    code: 'src/http/routes/*.ts',
    tests: listed(
      'test/unit/http/routes/*.test.ts',
      overHttp('answers', 'changes', 'front-end', 'get-phone'),
      'test/openapi/docs-routes.test.ts',
    ),
  },
  'http/routes/buttons': {
    code: 'src/http/routes/buttons/*.ts',
    tests: listed(
      'test/unit/http/routes/**/*.test.ts',
      overHttp('front-end', 'list-changes', 'lists', 'post-speeddials'),
    ),
  },
  'http/routes/changes': {
    code: 'src/http/routes/changes/*.ts',
    tests: listed('test/unit/http/routes/**/*.test.ts', overHttp('changes')),
  },
  'axl/adapter': unit('axl/adapter'),
  'axl/admission': unit('axl/admission'),
  'axl/client': unit('axl/client'),
  'axl/nodes': unit('axl/nodes'),
  // What comes of wsdl.ts is compared byte for byte, in tests that take seconds each.
  'axl/soap': { code: 'src/axl/soap/**/*.ts,!src/axl/soap/wsdl.ts', tests: 'test/unit/axl/soap/**/*.test.ts' },
  'axl/transport': unit('axl/transport'),
  history: { code: 'src/history/*.ts', tests: 'test/unit/history/*.test.ts' },
  // The rest of the stores runs in a thread, or on a server.
  'history/store': {
    code: 'src/history/store/*.ts',
    tests: 'test/unit/history/*.test.ts,test/unit/history/store/*.test.ts,test/history/change-store.test.ts',
  },
  'buttons-cli/connection': commands('connection'),
  'buttons-cli/csv': commands('csv'),
  'buttons-cli/output': commands('output'),
  'buttons-cli/plan': commands('plan'),
  'buttons-cli/run': commands('run'),
  'web/editing': { code: 'web/editing/**/*.ts', tests: 'test/web/editing/**/*.test.ts,test/web/state/**/*.test.ts' },
  'web/state': web('state'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (asked.length === 0 || unknown.length > 0) {
  console.log(`npm run mutate -- PART…, of ${Object.keys(parts).join(', ')}`);
  process.exit(asked.length === 0 ? 0 : 1);
}
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url));
for (const name of asked) {
  const { code, tests } = parts[name];
  const report = ['--incrementalFile', `.stryker/${name.replaceAll('/', '-')}.json`];
  const args = [stryker, 'run', 'tools/stryker.config.js', '--mutate', code, '--testFiles', tests, ...report];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
