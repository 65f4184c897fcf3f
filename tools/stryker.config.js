import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** The first argument of these functions is a detail of an error. */
const proseTo = ['Error', 'RangeError', 'UnreadableResponse', 'responseInvalid', 'notOurRow'];

/**
 * Keeps sentences unchanged: a mutant with another text, or with none, is not wrong behavior. The recorded exchanges in
 * fixtures/interface/ check the words for callers, but take too long for each mutant.
 */
const prose = {
  shouldIgnore(path) {
    // Functions that describe a call in the OpenAPI document. The tests of the document make it once for all of them.
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

/** The common settings of all parts of `npm run mutate`; tools/mutate.js sets the code and tests of a part. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './tools/stryker.config.js'],
  vitest: { configFile: 'vitest.mutate.config.ts' },
  ignorers: ['prose'],
  ignorePatterns: ['/docs', '/deploy', '/tools', '/test/bench', '/test/soak', '/coverage'],
  coverageAnalysis: 'perTest',
  // A mutant of code that runs once, when a module is loaded, would need a run of all tests.
  ignoreStatic: true,
  incremental: true,
  tempDirName: '.stryker/sandbox',
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: '.stryker/report.html' },
  jsonReporter: { fileName: '.stryker/report.json' },
  allowEmpty: false,
  concurrency: 2,
  // Far longer than a run takes. On a busy machine, a new worker first loads everything, and a mutant whose tests were
  // only late would count as killed. A test that waits forever ends by itself before (vitest.mutate.config.ts).
  timeoutMS: 20_000,
  disableTypeChecks: false,
};
