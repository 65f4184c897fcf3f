import { existsSync, readFileSync } from 'node:fs';

// Sums the runner's reports, each test once: what the first run left out for want of a program, a later one has run.
// A report that is missing is a run that ended before its tests did.
const paths = process.argv.slice(2);
const outcomes = new Map();
let failed = 0;
for (const path of paths) {
  if (!existsSync(path)) {
    failed += 1;
    continue;
  }
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  for (const { name: file, status, assertionResults } of testResults) {
    // A file that fails as a whole, in its set-up for example, may have no failed test.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) failed += 1;
    for (const test of assertionResults) {
      const key = `${file} ${test.fullName}`;
      if (outcomes.get(key) !== 'failed') outcomes.set(key, test.status);
    }
  }
}
const count = (...statuses) => [...outcomes.values()].filter((status) => statuses.includes(status)).length;
failed += count('failed');
const passed = count('passed');
const skipped = outcomes.size - passed - count('failed');
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || skipped > 0 || passed === 0) process.exitCode = 1;
