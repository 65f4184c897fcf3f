import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Journal } from '../../../../src/buttons-cli/run/journal.js';

const made = { command: 'relabel', url: 'http://proxy.example/', login: 'ada', made: '2026-01-01T00:00:00.000Z' };
const plan = { ...made, isRollback: false, lists: [] };
const settings = { perHour: 5000, keepGoing: false };

describe('the journal of a run', () => {
  let folder: string;
  let file: string;
  /** The content of the file at each wait for the disk. */
  let synced: string[];
  let disk: Promise<unknown>;
  let journal: Journal | undefined;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
    file = path.join(folder, 'run.jsonl');
    synced = [];
    disk = Promise.resolve();
    const handle = await open(folder);
    const all = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const wait = async (): Promise<void> => {
      const held = readFileSync(file, 'utf8');
      await disk;
      synced.push(held);
    };
    vi.spyOn(all, 'datasync').mockImplementation(wait);
    vi.spyOn(all, 'sync').mockImplementation(wait);
  });
  afterEach(async () => {
    await journal?.close();
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('is on the disk before a run starts, and before each list is written', async () => {
    journal = await Journal.create(file, plan, settings, undefined);
    expect(synced.at(-1)).toBe(readFileSync(file, 'utf8'));
    await journal.intend(0);
    expect(synced.at(-1)).toMatch(/\{"intention":0,[^\n]*\}\n$/);
    await journal.settle(0, { state: 'changed' });
    expect(synced.at(-1)).toMatch(/\{"outcome":0,[^\n]*\}\n$/);
  });

  it('keeps a list waiting until the disk has its line', async () => {
    journal = await Journal.create(file, plan, settings, undefined);
    let reach = (): void => undefined;
    disk = new Promise<void>((resolve) => (reach = resolve));
    let isThere = false;
    const intended = journal.intend(0).then(() => (isThere = true));
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('"intention":0');
    // A caller that did not wait would get the answer within a turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isThere).toBe(false);
    reach();
    await intended;
    expect(synced.at(-1)).toContain('"intention":0');
  });
});
