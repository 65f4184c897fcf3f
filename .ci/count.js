import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

// Adds up the runner's reports. Each argument is a release of Node and the reports of its runs, `22.23.3=a.json,b.json`.
// Within a release a test counts once: what one run left out for want of a program, another has run. The last line
// counts each test once over all releases: as failed where it failed on one, as left out where one left it out.
// A report that is missing is a run that ended before its tests did. What failed is named first. `--failed=WHAT` is a
// failure of something that is no test.

/** Whether a machine lets containers run is its own matter: where it does not, these are counted as left out. */
const mayBeLeftOut = ['test/operations/image.test.ts'];

const worst = ['failed', 'skipped', 'passed'];
const worse = (one, other) => worst.find((status) => [one, other].includes(status));

/** Prints which test failed and the first lines of each reason. */
function tellFailure(file, name, messages = []) {
  console.log(`FAILED ${relative('.', file)} > ${name}`);
  for (const message of messages) console.log(String(message).split('\n').slice(0, 5).join('\n'));
}

/** @returns each test's outcome, and how many runs failed outside of their tests */
function outcomesOf(reports) {
  const outcomes = new Map();
  let brokenRuns = 0;
  for (const report of reports) {
    if (!existsSync(report)) {
      brokenRuns += 1;
      tellFailure(report, 'ended without its report');
      continue;
    }
    for (const { name: file, status, message, assertionResults } of JSON.parse(readFileSync(report, 'utf8'))
      .testResults) {
      // A file that fails as a whole, in its set-up for example, may have no failed test.
      if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
        brokenRuns += 1;
        tellFailure(file, 'the whole file', [message]);
      }
      for (const test of assertionResults) {
        if (test.status === 'failed') tellFailure(file, test.fullName, test.failureMessages);
        const key = `${file} ${test.fullName}`;
        const now = ['passed', 'failed'].includes(test.status) ? test.status : 'skipped';
        const before = outcomes.get(key);
        outcomes.set(key, before === undefined || before === 'skipped' ? now : now === 'failed' ? now : before);
      }
    }
  }
  return { outcomes, brokenRuns };
}

function isAllowedToLack(key) {
  return mayBeLeftOut.some((file) => key.includes(`${file} `));
}

function summary(outcomes, brokenRuns) {
  const count = (wanted) => [...outcomes.values()].filter((status) => status === wanted).length;
  const [passed, failed, skipped] = [count('passed'), count('failed') + brokenRuns, count('skipped')];
  const wrongly = [...outcomes].filter(([key, status]) => status === 'skipped' && !isAllowedToLack(key));
  if (failed > 0 || wrongly.length > 0 || passed === 0) process.exitCode = 1;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const all = new Map();
let allBroken = 0;
for (const argument of process.argv.slice(2)) {
  if (argument.startsWith('--failed=')) {
    allBroken += 1;
    console.log(`FAILED ${argument.slice('--failed='.length)}`);
    continue;
  }
  const [release, reports] = argument.split('=');
  const { outcomes, brokenRuns } = outcomesOf(reports.split(','));
  console.log(`on Node ${release}: ${summary(outcomes, brokenRuns)}`);
  for (const [key, status] of outcomes) all.set(key, worse(status, all.get(key)));
  allBroken += brokenRuns;
}
console.log(summary(all, allBroken));
