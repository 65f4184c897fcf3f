import { readFileSync } from 'node:fs';

// Sums the runner's reports. What the first run left out for want of a program, the second one has run.
const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const sum = (name) => reports.reduce((total, report) => total + report[name], 0);
const suites = reports.reduce((total, report) => total + report.numFailedTestSuites, 0);
const failed = sum('numFailedTests') || (suites > 0 ? 1 : 0);
const skipped = reports.at(-1).numPendingTests;
console.log(`${sum('numPassedTests')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || skipped > 0 || sum('numPassedTests') === 0) process.exitCode = 1;
