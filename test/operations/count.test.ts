import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

/** CI's summary of its runs: failures and skipped tests must not be lost among the releases of Node. */

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'count-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Writes reports like the runner's: by name, the status of each test. @returns the summary */
async function saidOf(reports: Record<string, readonly string[]>, ...runs: readonly string[]) {
  return saidOfFile('one.test.ts', reports, ...runs);
}

async function saidOfFile(file: string, reports: Record<string, readonly string[]>, ...runs: readonly string[]) {
  for (const [name, statuses] of Object.entries(reports)) {
    const assertionResults = statuses.map((status, place) => ({
      fullName: `test ${place}`,
      status,
      failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
    }));
    const status = statuses.includes('failed') ? 'failed' : 'passed';
    const testResults = [{ name: file, status, assertionResults }];
    writeFileSync(path.join(folder, name), JSON.stringify({ testResults }));
  }
  const { code, stdout } = await run(process.execPath, [`${root}.ci/count.js`, ...runs], '', folder);
  return { code, lines: stdout.trim().split('\n') };
}

it('counts what one run skipped and another ran, and each test once', async () => {
  const reports = { a: ['passed', 'pending'], b: ['passed'], c: ['pending', 'passed'], d: ['passed', 'passed'] };
  expect(await saidOf(reports, '20.1.0=a,b,c', '22.1.0=d')).toEqual({
    code: 0,
    lines: ['on Node 20.1.0: 2 passed, 0 failed', 'on Node 22.1.0: 2 passed, 0 failed', '2 passed, 0 failed'],
  });
});

it('fails for a test that fails in only one release of Node', async () => {
  const reports = { a: ['passed', 'passed'], b: ['passed', 'failed'] };
  expect(await saidOf(reports, '20.1.0=a', '22.1.0=b')).toEqual({
    code: 1,
    lines: [
      'on Node 20.1.0: 2 passed, 0 failed',
      'FAILED one.test.ts > test 1',
      'expected 1 to be 2',
      'on Node 22.1.0: 1 passed, 1 failed',
      '1 passed, 1 failed',
    ],
  });
});

it('fails for a test that one release of Node skipped', async () => {
  const { code, lines } = await saidOf({ a: ['passed'], b: ['pending'] }, '20.1.0=a', '22.1.0=b');
  expect([code, lines.at(-1)]).toEqual([1, '0 passed, 0 failed, 1 skipped']);
});

it('says how many were skipped if the machine cannot run containers, and does not fail because of them', async () => {
  const image = '/clone/test/operations/image.test.ts';
  const { code, lines } = await saidOfFile(image, { a: ['passed', 'pending'] }, '20.1.0=a');
  expect([code, lines.at(-1)]).toEqual([0, '1 passed, 0 failed, 1 skipped']);
});

it('fails for a run without a report', async () => {
  const { code, lines } = await saidOf({ a: ['passed'] }, '20.1.0=a', '22.1.0=missing');
  expect([code, lines.at(-1)]).toEqual([1, '1 passed, 1 failed']);
  expect(lines).toContain('FAILED missing > ended without its report');
});

it('fails for something that is not a test', async () => {
  const { code, lines } = await saidOf({ a: ['passed'] }, '20.1.0=a', '--failed=types, format and lint');
  expect([code, lines.at(-1)]).toEqual([1, '1 passed, 1 failed']);
  expect(lines).toContain('FAILED types, format and lint');
});
