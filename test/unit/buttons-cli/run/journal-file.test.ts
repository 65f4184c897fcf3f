import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listTag } from '../../../../src/domain/list-tag.js';
import { Journal, newJournalName } from '../../../../src/buttons-cli/run/journal.js';
import { type JournalRead, readJournal, workLeft } from '../../../../src/buttons-cli/run/read-journal.js';
import { settledAlready } from '../../../../src/buttons-cli/run/states.js';
import { emptyFolder, tidy } from '../../../support/processes.js';
import { speedDials } from '../../../support/remembered-lists.js';

afterAll(tidy);

const before = [{ index: '1', dirn: '1', label: 'old' }];
const planned = ['D1', 'D2', 'D3'].map((device) => ({
  ...{ ...speedDials(device), etag: listTag('speeddial', before), before, after: [] },
}));
const plan = {
  ...{ command: 'relabel', url: 'https://phones.example.com/', login: 'ingrid', made: '2026-05-01T00:00:00Z' },
  ...{ isRollback: false, lists: planned },
};
const settings = { perHour: 500, keepGoing: true };

describe('the journal of a run', () => {
  let file: string;

  beforeEach(() => {
    file = path.join(emptyFolder(), newJournalName());
  });

  async function written(run?: string): Promise<void> {
    const journal = await Journal.create(file, plan, settings, run);
    await journal.intend(0);
    await journal.settle(0, { state: 'changed' });
    await journal.intend(1);
    await journal.settle(1, { state: 'refused', detail: 'no' });
    await journal.close();
  }

  /** Reads it, as a process that ends at once. */
  async function read(): Promise<JournalRead> {
    const found = await readJournal(file);
    await found.lock.release();
    return found;
  }

  /** Continues it in another run of the history. */
  async function resume(run: string | undefined): Promise<void> {
    const journal = await Journal.goOn(await readJournal(file), run);
    await journal.close();
  }

  it('has a unique name with the time of its start', () => {
    expect(newJournalName()).toMatch(/^buttons-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{6}\.journal$/);
    expect(newJournalName()).not.toBe(newJournalName());
  });

  it.each([undefined, '7'])('contains the plan, the method, and what is left to do, in the run %s', async (run) => {
    await written(run);
    const found = await read();
    expect(found).toMatchObject({ file, plan, settings, run, isTorn: false, length: readFileSync(file).length });
    expect(found.lists.map(({ outcome }) => outcome)).toEqual([
      { state: 'changed', detail: undefined },
      { state: 'refused', detail: 'no' },
      undefined,
    ]);
    expect(workLeft(found).map(({ outcome }) => outcome?.state)).toEqual(['changed', undefined, undefined]);
    expect(readFileSync(file, 'utf8')).not.toContain('undefined');
  });

  it('names the run of the history in which it continues, if that is another one', async () => {
    await written('7');
    const length = async (): Promise<number> => (await read()).length;
    await resume('7');
    expect([(await read()).run, readFileSync(file, 'utf8').match(/"run"/g)?.length]).toEqual(['7', 1]);
    const before = await length();
    await resume(undefined);
    expect([(await read()).run, (await length()) > before]).toEqual(['7', true]);
    await resume('8');
    expect((await read()).run).toBe('8');
  });

  it('has no partial line after it continues', async () => {
    await written();
    appendFileSync(file, '{"outcome":2,"state":"chä');
    expect((await read()).isTorn).toBe(true);
    await resume(undefined);
    expect(await read()).toMatchObject({ isTorn: false });
  });

  it.each<[string, (lines: string[]) => string[], string]>([
    ['something else', () => ['device,kind'], 'is not the journal of a run'],
    ['JSON of something else', () => ['{"format":"else","version":1}'], 'is not the journal of a run'],
    [
      'a head that lacks something',
      ([head = '']) => [head.replace('"login"', '"user"')],
      'is not the journal of a run',
    ],
    [
      'another version',
      ([head = '']) => [head.replace('"version":2', '"version":1')],
      'is a journal of version 1; this command reads version 2',
    ],
    [
      'a list that is not the next',
      ([head = '', one = '', two = '', ...more]) => [head, two, one, ...more],
      'is damaged at line 2',
    ],
    ['a list that is none', ([head = '', one = '', , ...more]) => [head, one, '{}', ...more], 'is damaged at line 3'],
    ['a line that is none', (lines) => [...lines, 'x'], 'is damaged at line 10'],
    ['no beginning', (lines) => lines.slice(0, 4), 'had not started: nothing was changed. Run the command again'],
    ['nothing', () => [], 'is not the journal of a run'],
  ])('is refused with %s', async (_what, change, said) => {
    await written();
    const lines = change(readFileSync(file, 'utf8').split('\n').slice(0, -1));
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    await expect(readJournal(file)).rejects.toThrow(said);
    await expect(readJournal(file)).rejects.toThrow(/is in use|\.journal/);
  });

  it('needs no call for a list that is skipped, is as wanted, or has its outcome', () => {
    const [list] = planned;
    if (list === undefined) throw new Error('there is no list');
    const work = { planned: list, inDoubt: false };
    expect([
      settledAlready(work),
      settledAlready({ ...work, outcome: { state: 'changed' } }),
      settledAlready({ ...work, planned: { ...list, leave: 'somebody has changed it' } }),
      settledAlready({ ...work, planned: { ...list, after: before } }),
    ]).toEqual([
      undefined,
      { state: 'changed' },
      { state: 'changed-meanwhile', detail: 'somebody has changed it' },
      { state: 'already-ok' },
    ]);
  });
});
