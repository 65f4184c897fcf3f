/** The parts of the code that `npm run mutate` changes, and the tests nearest to each. Each takes less than ten minutes on two cores. */

const unit = (room) => ({ code: `src/${room}/**/*.ts`, tests: `test/unit/${room}/**/*.test.ts` });
const commands = (room) => ({ code: `src/buttons-cli/${room}/**/*.ts`, tests: 'test/unit/buttons-cli/**/*.test.ts' });
const web = (room) => ({ code: `web/${room}/**/*.ts`, tests: `test/web/${room}/**/*.test.ts` });
/** The tests over HTTP with these names. Stryker splits at each comma, so there may be none within braces. */
const overHttp = (...names) => names.map((name) => `test/http/${name}.test.ts`);
const listed = (...files) => files.flat().join(',');

export const mutationParts = {
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
    tests: listed('test/unit/http/routes/**/*.test.ts', overHttp('asking', 'changes')),
  },
  'axl/adapter': unit('axl/adapter'),
  'axl/admission': unit('axl/admission'),
  'axl/client': unit('axl/client'),
  'axl/nodes': unit('axl/nodes'),
  // The output of wsdl.ts is compared byte for byte, in tests that take seconds each.
  'axl/soap': { code: 'src/axl/soap/**/*.ts,!src/axl/soap/wsdl.ts', tests: 'test/unit/axl/soap/**/*.test.ts' },
  'axl/transport': unit('axl/transport'),
  csv: unit('csv'),
  changes: { code: 'src/changes/*.ts', tests: 'test/unit/changes/*.test.ts' },
  // The rest of the stores runs in a thread or on a server.
  'changes/store': {
    code: 'src/changes/store/*.ts',
    tests: listed(
      'test/unit/changes/*.test.ts',
      'test/changes/change-store.test.ts',
      'test/changes/asked-store.test.ts',
    ),
  },
  'buttons-cli/connection': commands('connection'),
  'buttons-cli/output': commands('output'),
  'web/editing': { code: 'web/editing/**/*.ts', tests: 'test/web/editing/**/*.test.ts,test/web/state/**/*.test.ts' },
  'web/changes': web('changes'),
  'web/state': web('state'),
};
