import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { runButtons } from '../support/button-command.js';
import { withHistory } from '../support/office.js';
import { phoneName, relabelled } from './office.js';
import { office, reopen, useOffice } from './use-office.js';

useOffice(withHistory);

const now = ['--yes', '--per-hour', '0'];
const relabel = ['relabel', '7000', 'New', ...now, '--journal', 'run.journal'];

const client = (username = caller.name) =>
  createClient({ baseUrl: office.environment['PHONE_PROXY_URL'] ?? '', username, password: caller.password });

const posts = (path: RegExp) => office.proxy.requests.filter((line) => line.startsWith('POST') && path.test(line));

/** The last run that a journal names. */
function runIn(journal: string): string | undefined {
  const lines = readFileSync(join(office.folder, journal), 'utf8').trim().split('\n');
  const runs = lines.flatMap((line) => (JSON.parse(line) as { run?: string }).run ?? []);
  return runs.at(-1);
}

/** Stops a run after the given number of writes. */
async function interrupted(writes: number, ...given: readonly string[]): Promise<void> {
  const signals = new EventEmitter();
  const onStart = (taken: EventEmitter): void => void signals.on('SIGINT', () => taken.emit('SIGINT'));
  const run = runButtons(given, { env: office.environment, cwd: office.folder, onStart });
  await new Promise<void>((resolve) => {
    let sent = 0;
    office.proxy.onRequest = (line) => {
      if (/^POST \/(speeddials|busylampfields)/.test(line) && (sent += 1) === writes) resolve();
    };
  });
  signals.emit('SIGINT');
  office.proxy.onRequest = undefined;
  expect((await run).code).toBe(130);
}

describe('a run of the command line', () => {
  it('is a run in the history, which shows it, and is undone as one', async () => {
    const before = office.simulator.state();
    const made = await office.command(...relabel);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("In the service's history this is run 1")]);
    const after = office.simulator.state();
    expect(await client().readRun('1')).toMatchObject({ title: 'relabel 7000 "New"', outcomes: { replaced: 16 } });

    expect((await office.command('runs')).stdout).toMatch(/^1 .* relabel 7000 "New" +16 replaced$/m);
    const shown = await office.command('run', 'show', '1');
    expect(shown.stdout).toContain(`${phoneName(0)}: speed dials  (change `);
    expect(shown.stdout).toContain('~ 4  7000 "Stale 0" → "New"');

    const dry = await office.command('undo', '1', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('~ 4  7000 "New" → "Stale 0"')]);
    const asked = await office.command('undo', '1');
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
    expect(office.simulator.state()).toEqual(after);

    const undone = await office.command('undo', '1', ...now);
    expect([undone.code, undone.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(office.simulator.state()).toEqual(before);
    expect(await client().readRun('1')).toMatchObject({ undone: 16, undoneBy: ['2'] });
    expect((await office.command('runs', '--json')).stdout).toContain('"title":"Undo of relabel 7000 \\"New\\""');
    const again = await office.command('undo', '1', ...now);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('16 changes already undone')]);
  });

  it('that is undone keeps entries of other users in the same lists, unless whole lists are requested', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    const theirs = { index: '12', dirn: '0199', label: 'theirs' };
    const { entries } = await client().readSpeedDials(phoneName(0));
    await client().replaceSpeedDials(phoneName(0), [...entries, theirs]);
    const whole = await office.command('undo', '1', '--whole-lists', '--json', ...now);
    const report = JSON.parse(whole.stdout) as { states: object; lists: { state: string; device: string }[] };
    expect([whole.code, report.states]).toEqual([3, { changed: 15, 'changed-meanwhile': 1 }]);
    expect((await office.command('undo', '1', ...now)).code).toBe(0);
    const state = office.simulator.state();
    expect(state.slice(1)).toEqual(before.slice(1));
    expect(state[0]?.speedDials).toEqual([...(before[0]?.speedDials ?? []), { ...theirs, index: 12 }]);
    // Another user's label of such a button stays.
    await office.command('relabel', '7000', 'Newer', ...now);
    await client().replaceSpeedDials(phoneName(1), [{ index: '4', dirn: '7000', label: 'mine' }]);
    const [newest] = (await client().listRuns({ limit: 1 })).runs;
    const left = await office.command('undo', newest?.id ?? '', ...now);
    expect([left.code, left.stdout]).toEqual([
      3,
      expect.stringContaining(`changed-meanwhile  ${phoneName(1)}: speed dials`),
    ]);
    expect(office.simulator.state()[1]?.speedDials).toEqual([{ index: 4, dirn: '7000', label: 'mine' }]);
  });

  it('has both parts in one run after a resume, and a rollback is a separate run', async () => {
    const before = office.simulator.state();
    await interrupted(3, ...relabel.map((word) => (word === '0' ? '36000' : word)));
    expect((await office.command('resume', 'run.journal', '--per-hour', '0')).code).toBe(0);
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
    expect(await client().readRun(runIn('run.journal') ?? '')).toMatchObject({ outcomes: { replaced: 16 } });
    expect(posts(/^POST \/runs/)).toHaveLength(1);

    expect((await office.command('rollback', 'run.journal', ...now, '--journal', 'back')).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
    expect(await client().readRun(runIn('back') ?? '')).toMatchObject({
      title: 'Rollback of relabel 7000 "New"',
      outcomes: { replaced: 16 },
    });
    // The rollback can be undone as well.
    expect((await office.command('undo', runIn('back') ?? '', ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('that was undone in the history does not continue, unless forced', async () => {
    const before = office.simulator.state();
    await interrupted(3, ...relabel.map((word) => (word === '0' ? '36000' : word)));
    expect((await office.command('undo', runIn('run.journal') ?? '', ...now)).code).toBe(0);
    const resumed = await office.command('resume', 'run.journal', '--per-hour', '0');
    expect([resumed.code, resumed.stderr]).toEqual([1, expect.stringContaining("was undone in the service's history")]);
    expect(office.simulator.state()).toEqual(before);
    expect((await office.command('resume', 'run.journal', '--per-hour', '0', '--force')).code).toBe(0);
    // It is not reported as changed either, if there is nothing left to do.
    await office.command(...relabel.map((word) => (word === 'run.journal' ? 'whole' : word)), '--old-label', 'Stale 0');
    await office.command('undo', runIn('whole') ?? '', ...now);
    const told = await office.command('resume', 'whole');
    expect([told.code, told.stderr]).toEqual([1, expect.stringContaining("was undone in the service's history")]);
  });

  it('that the history no longer has continues as another run, which the journal names', async () => {
    await interrupted(3, ...relabel.map((word) => (word === '0' ? '36000' : word)));
    const file = join(office.folder, 'run.journal');
    const known = readFileSync(file, 'utf8');
    writeFileSync(file, known.replace('"run":"1"', '"run":"77"'));
    expect((await office.command('resume', 'run.journal', '--per-hour', '0')).code).toBe(0);
    expect(runIn('run.journal')).toBe('2');
    const { outcomes } = await client().readRun('2');
    // The three devices in progress were finished before.
    expect(outcomes.replaced).toBeGreaterThanOrEqual(10);
  });
});

describe('a change of the history', () => {
  it('gives devices its list, or the list before it', async () => {
    const before = office.simulator.state();
    await office.command('relabel', '7000', 'New', '--device', phoneName(0), '--kind', 'speeddial', ...now);
    const { changes } = await client().listChanges({ of: phoneName(0) });
    const id = changes[0]?.id ?? '';
    const left = office.simulator.state()[0]?.speedDials;
    expect((await office.command('copy', '--from-change', id, phoneName(7), ...now)).code).toBe(0);
    expect(office.simulator.state()[7]?.speedDials).toEqual(left);
    expect((await office.command('copy', '--from-change', id, '--before', phoneName(8), ...now)).code).toBe(0);
    expect(office.simulator.state()[8]?.speedDials).toEqual(before[0]?.speedDials);
    expect(office.simulator.state()[8]?.busyLampFields).toEqual(before[8]?.busyLampFields);
  });
});

describe('a login with permission to read only', () => {
  it('is refused before anything is sent or written', async () => {
    await reopen({ ...withHistory(), READ_ONLY_USERS: caller.name });
    const before = office.simulator.state();
    const { code, stderr } = await office.command(...relabel);
    expect([code, stderr]).toEqual([4, expect.stringContaining('is read-only; nothing was changed')]);
    expect(posts(/./)).toEqual([]);
    expect(existsSync(join(office.folder, 'run.journal'))).toBe(false);
    expect(office.simulator.state()).toEqual(before);
  });
});

describe('the runs of the history', () => {
  it('has a message if there are none, or none with that name', async () => {
    expect((await office.command('runs')).stdout).toBe('The history has no run.');
    const unknown = await office.command('run', 'show', '99');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('run-not-found')]);
    const journal = await office.command('undo', 'run.journal', ...now);
    expect([journal.code, journal.stderr]).toEqual([1, expect.stringContaining('rollback')]);
    const since = await office.command('runs', '--since', 'yesteryear');
    expect([since.code, since.stderr]).toEqual([1, expect.stringContaining('since is not a time')]);
  });

  it('shows as many as requested', async () => {
    for (const title of ['one', 'two', 'three']) await client().beginRun(title);
    const { stdout } = await office.command('runs', '--limit', '2', '--json');
    expect((JSON.parse(stdout) as { title: string }[]).map(({ title }) => title)).toEqual(['three', 'two']);
  });
});
