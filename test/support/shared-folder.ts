import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for data that the processes of one test run share; vitest creates it before they start, and removes it. */
const variable = 'TESTS_FOLDER';

/** @returns the folder, if vitest runs the tests */
export function sharedFolder(): string | undefined {
  return process.env[variable];
}

export function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'tests-'));
  process.env[variable] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
