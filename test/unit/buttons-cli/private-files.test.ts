import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writePrivateFile } from '../../../src/buttons-cli/private-files.js';
import { Stop } from '../../../src/buttons-cli/stop.js';

let folder: string;
let file: string;
/** Each write to the disk: whether it is the folder, and the content of the file. */
let synced: (readonly [isFolder: boolean, held: string])[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'private-'));
  file = path.join(folder, 'plan.json');
  synced = [];
  const handle = await open(folder);
  const all = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  vi.spyOn(all, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push([(await this.stat()).isDirectory(), readFileSync(file, 'utf8')]);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function* textsOf(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) {
    await Promise.resolve();
    if (text === '') throw new Stop('broke off');
    yield text;
  }
}

it('no file is left if its text does not come to its end', async () => {
  await expect(writePrivateFile(file, textsOf('a ', ''))).rejects.toThrow('broke off');
  expect(existsSync(file)).toBe(false);
});

it('a file, its name and its text are on the disk before the program continues, readable only by the owner', async () => {
  await writePrivateFile(file, textsOf('a ', 'plan'));
  expect(synced).toEqual([
    [true, ''],
    [false, 'a plan'],
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
