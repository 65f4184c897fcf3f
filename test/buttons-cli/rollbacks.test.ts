import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { isChange } from '../support/faulty-proxy.js';
import { withHistory } from '../support/office.js';
import { phoneName } from './office.js';
import { office, reopen, useOffice } from './use-office.js';

useOffice();

const now = ['--yes', '--per-hour', '0'];
const relabel = ['relabel', '7000', 'New', ...now, '--journal', 'run.journal'];
const rollback = ['rollback', 'run.journal', ...now];

const history: readonly (readonly [string, () => Readonly<Record<string, string>>])[] = [
  ['keeps a history', withHistory],
  ['keeps none', () => ({})],
];

describe.each(history)('a rollback that is blocked because the service %s,', (_, settings) => {
  let client: PhoneProxyClient;

  beforeEach(async () => {
    await reopen(settings());
    client = createClient({ baseUrl: office.proxy.url, username: caller.name, password: caller.password });
  });

  const theirs = [{ index: '4', dirn: '7000', label: 'Theirs' }];
  const writes = () => office.proxy.requests.filter(isChange).length;

  it('continues as soon as possible, with only what is left, in the same run', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    const left = await client.readSpeedDials(phoneName(0));
    await client.replaceSpeedDials(phoneName(0), theirs);
    const first = await office.command(...rollback, '--journal', 'back');
    expect([first.code, first.stdout]).toEqual([3, expect.stringContaining('15 changed')]);
    expect(first.stdout).toMatch(new RegExp(`^changed-meanwhile {2}${phoneName(0)}: speed dials`, 'm'));

    // Nothing has changed: the message is the same, and nothing is sent.
    const sent = writes();
    const second = await office.command(...rollback);
    expect([second.code, second.stdout]).toEqual([3, expect.stringContaining('1 changed-meanwhile')]);
    expect([writes(), office.simulator.state()[0]?.speedDials[0]?.label]).toEqual([sent, 'Theirs']);

    await client.replaceSpeedDials(phoneName(0), left.entries);
    const dry = await office.command('rollback', 'run.journal', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('To change: 1 device, 1 list')]);
    const asked = await office.command('rollback', 'run.journal');
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
    const beforeLast = writes();
    const last = await office.command(...rollback);
    expect([last.code, last.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect([writes(), office.simulator.state()]).toEqual([beforeLast + 1, before]);
    const runs = await client.listRuns().catch(() => undefined);
    expect(runs?.runs.map(({ title, outcomes }) => [title, outcomes.replaced])).toEqual(
      runs && [
        ['Rollback of relabel 7000 "New"', 16],
        ['relabel 7000 "New"', 16],
      ],
    );
    // The journal of the rollback reverts both parts of the rollback.
    expect((await office.command('rollback', 'back', ...now)).stdout).toContain('16 lists: 16 changed');
    expect(office.simulator.state()[0]?.speedDials).toMatchObject([{ index: 1 }, { index: 4, label: 'New' }]);
  });

  it('reads again what was missing, and reports the new answer', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    const gone = { kind: 'fault', operation: 'getPhone', axlcode: 5007, message: `${phoneName(0)} not found` } as const;
    office.simulator.misbehave({ ...gone, times: 1 });
    const first = await office.command(...rollback);
    expect([first.code, first.stdout]).toEqual([3, expect.stringContaining('2 changed-meanwhile')]);
    office.simulator.misbehave({ ...gone, times: 1 });
    const second = await office.command(...rollback);
    const requestOf = (text: string) => /request ([\w-]+)/.exec(text)?.[1];
    expect(requestOf(second.stdout)).toBeDefined();
    expect(requestOf(second.stdout)).not.toBe(requestOf(first.stdout));
    expect((await office.command(...rollback)).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
  });

  it('keeps lists that it reverted and another user has changed since', async () => {
    await office.command(...relabel);
    await client.replaceSpeedDials(phoneName(0), theirs);
    await office.command(...rollback);
    await office.command('relabel', '7000', 'New', ...now);
    const state = office.simulator.state();
    const again = await office.command(...rollback);
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('15 of 16 lists done')]);
    expect(office.simulator.state()).toEqual(state);
  });

  it('continues after a crash between its plan and its write', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    await client.replaceSpeedDials(phoneName(0), theirs);
    await office.command(...rollback, '--journal', 'back');
    await client.replaceSpeedDials(phoneName(0), [
      { index: '1', dirn: '0100', label: 'Night bell 0' },
      { index: '4', dirn: '7000', label: 'New' },
    ]);
    await office.command(...rollback);
    // As after a crash: the list is planned again, and only its intention is on the disk.
    const file = join(office.folder, 'back');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.slice(-3).map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
      'replanned',
      'intention',
      'outcome',
    ]);
    writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n{"outc`);
    const again = await office.command(...rollback);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(office.simulator.state()).toEqual(before);
  });
});
