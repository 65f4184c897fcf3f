import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** The first argument of these is a detail of an error. */
const proseTo = ['Error', 'RangeError', 'UnreadableResponse', 'responseInvalid', 'notOurRow'];

/**
 * Leaves sentences as they are: a mutant that says something else, or nothing, is no wrong behaviour. What callers are
 * told, word for word, is held by the recorded exchanges in fixtures/interface/, which take too long to run for each
 * mutant.
 */
const prose = {
  shouldIgnore(path) {
    // What describes a call in the OpenAPI document. The tests of the document make it once for all of them.
    if (path.isFunctionDeclaration() && /(Operation|Parameters?)$/.test(path.node.id.name)) {
      return 'it describes the interface';
    }
    if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
    let whole = path;
    while (['BinaryExpression', 'ConditionalExpression', 'LogicalExpression'].includes(whole.parent.type)) {
      whole = whole.parentPath;
    }
    const { parent, parentPath, key } = whole;
    const isDetail = parentPath.isObjectProperty() && parent.key.name === 'detail';
    const isMessage = key === 0 && proseTo.includes(parent.callee?.name);
    return isDetail || isMessage ? 'it is a sentence for people' : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'prose', prose)];

/** What all parts of `npm run mutate` have in common; tools/mutate.js says which code and which tests a part has. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './tools/stryker.config.js'],
  vitest: { configFile: 'vitest.mutate.config.ts' },
  ignorers: ['prose'],
  ignorePatterns: ['/docs', '/deploy', '/tools', '/test/bench', '/test/soak', '/coverage'],
  coverageAnalysis: 'perTest',
  // A mutant of what runs once, when a module is loaded, would cost a run of all tests.
  ignoreStatic: true,
  incremental: true,
  tempDirName: '.stryker/sandbox',
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: '.stryker/report.html' },
  jsonReporter: { fileName: '.stryker/report.json' },
  allowEmpty: false,
  concurrency: 2,
  // Far longer than a run takes: on a busy machine, a new worker loads everything first, and a mutant whose tests were
  // only late would count as killed. A test that waits for ever ends by itself before (vitest.mutate.config.ts).
  timeoutMS: 20_000,
  disableTypeChecks: false,
};
