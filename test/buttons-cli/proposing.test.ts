import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type ChangeWithLists, createClient } from '../../src/client/index.js';
import { type CommandOptions, runButtons } from '../support/button-command.js';
import { withHistory } from '../support/office.js';
import { type ChangeUser, usersFile } from '../support/change-users.js';
import type { Ended } from '../support/processes.js';
import { phoneName } from './office.js';
import { now, office, useOffice } from './use-office.js';

/** Changes that one user asks for, and another decides about, by the command line. */

useOffice(() => ({ ...withHistory(), ...usersFile().settings }));

function as(user: ChangeUser, given: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const env = { PHONE_PROXY_URL: office.proxy.url, PHONE_PROXY_USERNAME: user, PHONE_PROXY_PASSWORD: user };
  return runButtons(given, { env, cwd: office.folder, ...options });
}

const client = (user: ChangeUser) => createClient({ baseUrl: office.proxy.url, username: user, password: user });
const relabel = ['relabel', '7000', 'New'];
const propose = (...given: readonly string[]) => as('agent', [...relabel, '--propose', ...given]);
const jsonOf = ({ stdout }: Ended): unknown => JSON.parse(stdout);

/** Changes the speed dials of a phone, as another user. */
const changeElsewhere = (place = 0) =>
  client('chief').setSpeedDial(phoneName(place), '8', { dirn: '0100', label: 'Reception' });

describe('a change', () => {
  it('is proposed, shown, approved, set, and undone', async () => {
    const before = office.simulator.state();
    const proposed = await propose('--reason', 'A new name.');
    expect(proposed.code).toBe(0);
    expect(proposed.stdout).toContain('To change: 8 devices, 16 lists: 0 added, 0 removed, 16 changed');
    expect(proposed.stdout).toMatch(/^Change 1 is proposed: 16 lists\. Nothing was changed\.\nIt expires 2/m);
    expect(proposed.stdout).toContain(`\nTo review it: ${office.proxy.url}/console/#/changes/1\n`);
    expect(proposed.stdout).toContain('\nTo show it: axl-phone-proxy buttons show 1');
    expect(office.simulator.state()).toEqual(before);

    const listed = await as('boss', ['changes', '--state', 'proposed']);
    expect(listed.stdout).toMatch(/^1 {2}Relabel 7000: New\n {2}.* by agent; proposed; 16 lists: 16 open; .*approve/m);
    const { code, stdout: shown } = await as('boss', ['show', '1']);
    expect([code, shown]).toEqual([0, expect.stringContaining('Change 1 (proposed): Relabel 7000: New\n')]);
    expect(shown).toContain('because: A new name.\n');
    const early = await as('boss', ['apply', '1', ...now]);
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('you cannot apply change 1')]);

    const asked = await as('boss', ['approve', '1']);
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('nothing was changed; add --yes')]);
    expect(office.simulator.state()).toEqual(before);
    const approved = await as('boss', ['approve', '1', '--yes']);
    expect([approved.code, approved.stdout]).toEqual([
      0,
      expect.stringContaining('Change 1 is done. 16 lists: 16 changed'),
    ]);
    expect(approved.stderr).toContain('To undo it: axl-phone-proxy buttons undo 1');
    expect(office.simulator.state()).not.toEqual(before);
    expect((await as('reader', ['show', '1'])).stdout).toMatch(/^approved \S+ \S+ by boss$/m);
    expect((await as('boss', ['undo', '1', ...now])).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
  });

  it('of a login that may only propose is proposed, also without --propose', async () => {
    const before = office.simulator.state();
    const { code, stdout, stderr } = await as('agent', relabel);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Change 1 is proposed')]);
    expect(stderr).toContain('The login agent may only propose changes, so this change is proposed.');
    expect(office.simulator.state()).toEqual(before);
    const reader = await as('reader', [...relabel, ...now]);
    expect([reader.code, reader.stderr]).toEqual([4, expect.stringContaining('the login reader is read-only')]);
    expect((await as('reader', [...relabel, '--dry-run'])).code).toBe(4);
  });

  it('that is proposed prints only its number with --quiet, and all of it with --json', async () => {
    const { code, output } = await propose('--quiet');
    expect([code, output.trim()]).toEqual([0, '1']);
    const proposed = jsonOf(await propose('--json')) as ChangeWithLists;
    expect(proposed).toMatchObject({
      ...{ id: '2', state: 'proposed', counts: { open: 16 } },
      console: `${office.proxy.url}/console/#/changes/2`,
    });
    expect(proposed.lists).toHaveLength(16);
    const approved = jsonOf(await as('boss', ['approve', '2', '--yes', '--json'])) as ChangeWithLists;
    expect([approved.state, approved.lists.map(({ state }) => state)]).toEqual(['done', Array(16).fill('changed')]);
    const refused = await as('agent', ['approve', '1', '--yes', '--json']);
    expect(jsonOf(refused)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('you cannot approve') as string,
    });
  });

  it('is rejected by another user, and withdrawn by its own', async () => {
    await propose();
    await propose();
    expect((await as('boss', ['reject', '1', '--reason', 'Not now.'])).stdout).toBe('Change 1 is rejected.');
    expect((await as('agent', ['reject', '2', '--reason', 'A mistake.'])).stdout).toBe('Change 2 is withdrawn.');
    expect((await as('boss', ['show', '1'])).stdout).toMatch(/^rejected .* by boss: Not now\.$/m);
    const late = await as('boss', ['approve', '1', '--yes']);
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('it is rejected')]);
  });

  it('does not touch what others have changed since it was proposed', async () => {
    await propose();
    await changeElsewhere();
    const { code, stdout } = await as('boss', ['approve', '1', '--yes']);
    expect([code, stdout]).toEqual([3, expect.stringContaining('Change 1 is partly done. ')]);
    expect(stdout).toMatch(/^changed-meanwhile {2}SEPFACE00000000: speed dials: /m);
    expect(office.simulator.state()[0]?.speedDials).toHaveLength(3);
  });

  it('goes on after Ctrl-C, which is said', async () => {
    await propose();
    let signals = new EventEmitter();
    office.proxy.onRequest = (line) => {
      if (line.includes('wait=')) signals.emit('SIGINT');
    };
    office.simulator.misbehave({ kind: '503', operation: 'updatePhone', times: 3, retryAfter: '1' });
    const left = await as('boss', ['approve', '1', '--yes'], { onStart: (taken) => (signals = taken) });
    office.proxy.onRequest = undefined;
    expect(left.code).toBe(130);
    expect(left.stderr).toContain('Change 1 goes on in the service.');
    expect(left.stderr).toContain('To look at it: axl-phone-proxy buttons show 1');
    expect(left.stderr).toContain('To stop it: axl-phone-proxy buttons stop 1');
    await expect
      .poll(async () => (await client('boss').readChange('1')).change.state, { timeout: 30_000 })
      .toBe('done');
    expect((await as('boss', ['apply', '1', '--yes'])).stderr).toContain('you cannot apply change 1: it is done');
  });
});

describe('what is gone', () => {
  it.each([
    [['runs'], 'use changes'],
    [['run', 'show', '1'], 'use show N'],
    [['plans', '--state', 'proposed'], 'use changes --state proposed'],
    [['plan', 'approve', '1'], 'use show, approve, reject, apply or stop'],
    [['resume', 'x.journal', '--yes'], 'apply N'],
    [['rollback', 'x.journal'], 'use undo N'],
    [['apply', 'p.json'], 'is not the number of a change'],
    [['relabel', '1', '2', '--plan', 'x'], '--plan is gone: use --dry-run'],
    [['relabel', '1', '2', '--journal', 'x'], '--journal is gone'],
    [['relabel', '1', '2', '--per-hour', '0'], 'CHANGES_PER_HOUR'],
    [['relabel', '1', '2', '--keep-going'], '--keep-going is gone'],
    [['apply', '1', '--force'], '--force is gone'],
    [['undo', '1', '--whole-lists'], '--whole-lists is gone'],
    [['check', '--propose'], 'use fix'],
    [['relabel', '1', '2', '--allow-removals'], 'this command removes no button'],
    [['remove', '1', '--allow-unknown-target'], 'this command sets no number'],
    [['relabel', '1', '2', '--dry-run', '--detailed-exitcode'], 'use --dry-run --json'],
    [['list', 'X', '--ignore-missing'], 'leave it out'],
    [['list', 'phone:X'], 'phone:NAME is gone: write X'],
  ])('says what to use instead: %j', async (given, said) => {
    const { code, stderr } = await as('boss', given);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    const json = await as('boss', [...given, '--json']);
    expect([json.code, jsonOf(json)]).toEqual([1, { error: expect.stringContaining(said) as string, exitCode: 1 }]);
  });
});
