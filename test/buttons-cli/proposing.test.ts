import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient, type Plan, type PlanWithLists } from '../../src/client/index.js';
import { type CommandOptions, runButtons } from '../support/button-command.js';
import { withHistory } from '../support/office.js';
import { type PlanUser, usersFile } from '../support/plan-users.js';
import type { Ended } from '../support/processes.js';
import { phoneName } from './office.js';
import { now, office, reopen, useOffice } from './use-office.js';

/** Plans of the service by the command line: one user proposes, another approves and applies. */

const settings = () => ({ ...withHistory(), ...usersFile().settings });
useOffice(settings);

function as(user: PlanUser, given: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const env = { PHONE_PROXY_URL: office.proxy.url, PHONE_PROXY_USERNAME: user, PHONE_PROXY_PASSWORD: user };
  return runButtons(given, { env, cwd: office.folder, ...options });
}

const client = (user: PlanUser) => createClient({ baseUrl: office.proxy.url, username: user, password: user });

const relabel = ['relabel', '7000', 'New'];
const propose = (...given: readonly string[]) => as('agent', [...relabel, '--propose', ...given]);
const jsonOf = ({ stdout }: Ended): unknown => JSON.parse(stdout);
const posts = () => office.proxy.requests.filter((line) => /^POST \/(speeddials|busylampfields)/.test(line));

/** Changes the speed dials of a phone, as another user. */
const changeElsewhere = (place = 0) =>
  client('chief').setSpeedDial(phoneName(place), '8', { dirn: '0100', label: 'Reception' });

/** Runs a command and interrupts it when a request comes. */
async function interruptedAt(request: RegExp, user: PlanUser, given: readonly string[]): Promise<Ended> {
  let signals = new EventEmitter();
  office.proxy.onRequest = (line) => {
    if (request.test(line)) signals.emit('SIGINT');
  };
  const ended = await as(user, given, { onStart: (taken) => (signals = taken) });
  office.proxy.onRequest = undefined;
  return ended;
}

describe('a plan', () => {
  it('is proposed, shown, approved, applied as one run, and undone', async () => {
    const before = office.simulator.state();
    const proposed = await propose('--reason', 'A new name.');
    expect(proposed.code).toBe(0);
    expect(proposed.stdout).toContain('To change: 8 devices, 16 lists: 0 added, 0 removed, 16 changed');
    expect(proposed.stdout).toMatch(/^Plan 1 is proposed: 16 lists\. Nothing was changed\.\ndigest \S{43}, expires 2/m);
    expect(proposed.stdout).toContain(`\nTo review it: ${office.proxy.url}/console/#/plans/1\n`);
    expect(proposed.stdout).toContain('\nTo show it: axl-phone-proxy buttons plan show 1');
    expect(office.simulator.state()).toEqual(before);

    const listed = await as('boss', ['plans']);
    expect(listed.stdout).toMatch(/^1 +proposed +\S+ \S+ +agent +relabel 7000 "New" +16 +approve, reject$/m);
    const { code, stdout: shown } = await as('boss', ['plan', 'show', '1']);
    expect([code, shown]).toEqual([0, expect.stringContaining('Plan 1 (proposed): relabel 7000 "New"\n')]);
    expect(shown).toContain('because: A new name.\n');
    expect((await as('boss', ['plan', 'apply', '1', ...now])).stderr).toContain('it is proposed, and not approved yet');

    const asked = await as('boss', ['plan', 'approve', '1']);
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('nothing was changed; add --yes')]);
    for (const time of ['once', 'again']) {
      const approved = await as('boss', ['plan', 'approve', '1', '--yes']);
      expect([approved.code, approved.stdout], time).toEqual([0, expect.stringMatching(/Plan 1 is approved\.$/)]);
    }
    expect(office.simulator.state()).toEqual(before);

    const applied = await as('boss', ['plan', 'apply', '1', ...now]);
    expect([applied.code, applied.stdout]).toEqual([
      0,
      expect.stringContaining('Plan 1 is applied. 16 lists: 16 changed'),
    ]);
    expect(applied.stderr).toContain('this is run 1. To undo it: axl-phone-proxy buttons undo 1');
    const after = office.simulator.state();
    expect(after).not.toEqual(before);
    expect((await as('reader', ['plan', 'show', '1'])).stdout).toMatch(/^applied \S+ \S+ by boss as run 1, ended 2/m);
    expect((await as('boss', ['undo', '1', ...now])).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
  });

  it('is shown exactly as a plan in a file', async () => {
    await propose();
    await as('agent', [...relabel, '--plan', 'p.json']);
    const of = async (plan: string) => {
      const { stdout } = await as('agent', ['plan', 'show', plan]);
      return stdout.slice(stdout.indexOf('\n\n'));
    };
    expect(await of('1')).toBe(await of('p.json'));
  });

  it('is printed as JSON with all its lists, the digest and the page for its review', async () => {
    const proposed = jsonOf(await propose('--json')) as { proposed: Plan; console: string; lists: object[] };
    expect(proposed).toMatchObject({ plan: null, proposed: { id: '1', state: 'proposed', lists: { open: 16 } } });
    expect([proposed.lists.length, proposed.console]).toEqual([16, `${office.proxy.url}/console/#/plans/1`]);
    const shown = jsonOf(await as('boss', ['plan', 'show', '1', '--json'])) as PlanWithLists;
    expect([shown.digest, shown.changes.length]).toEqual([proposed.proposed.digest, 16]);
    expect(jsonOf(await as('boss', ['plan', 'approve', '1', '--yes', '--json']))).toMatchObject({ state: 'approved' });
    const applied = jsonOf(await as('boss', ['plan', 'apply', '1', ...now, '--json'])) as PlanWithLists;
    expect([applied.state, applied.changes.map(({ state }) => state)]).toEqual(['applied', Array(16).fill('changed')]);
    const refused = await as('agent', ['plan', 'stop', '1', '--json']);
    expect(jsonOf(refused)).toMatchObject({
      exitCode: 4,
      error: expect.stringContaining('may-only-propose') as string,
    });
  });

  it('with more lists than one read returns is waited for until the service has read them', async () => {
    const others = Array.from({ length: 19 }, (_, place) => phoneName(place + 1));
    const { code, stdout } = await as('agent', ['copy', phoneName(0), ...others, '--propose', '--detailed-exitcode']);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^Plan 1 is proposed: 37 lists\. /m)]);
    expect(office.proxy.requests).toContain('GET /plans/1?limit=1');
    await as('boss', ['plan', 'approve', '1', '--yes']);
    expect((await as('boss', ['plan', 'apply', '1', ...now])).stdout).toContain('37 lists: 37 changed');
  });

  it('that is being checked is left to the service after Ctrl-C', async () => {
    office.simulator.misbehave({ kind: 'delay', ms: 150, times: 1000 });
    const others = Array.from({ length: 14 }, (_, place) => phoneName(place + 1));
    const given = ['copy', phoneName(0), ...others, '--propose'];
    const { code, stdout } = await interruptedAt(/^GET \/plans\/1/, 'agent', given);
    expect([code, stdout]).toEqual([130, expect.stringMatching(/^Plan 1 is being checked: \d+ lists \(\d+ read\)\./m)]);
    await expect.poll(async () => (await client('reader').readPlan('1')).plan.state).toBe('proposed');
  });

  it('can remove buttons, revert a run by its journal, and undo it by the history, without permission', async () => {
    const before = office.simulator.state();
    await as('boss', [...relabel, ...now, '--journal', 'run.journal']);
    for (const [given, id] of [
      [['remove', '7000', '--propose'], 1],
      [['rollback', 'run.journal', '--propose'], 2],
      [['undo', '1', '--propose', '--device', phoneName(0)], 3],
    ] as const) {
      const { code, stdout } = await as('agent', given);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Plan ${id} is proposed: `)]);
    }
    const resumed = await as('agent', ['resume', 'run.journal']);
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    const undone = jsonOf(await as('agent', ['undo', '1', '--propose', '--json']));
    expect(undone).toMatchObject({ plan: null, proposed: { id: '4', title: 'undo 1' }, undoes: '1' });
    await as('boss', ['plan', 'approve', '4', '--yes']);
    expect((await as('boss', ['plan', 'apply', '4', ...now])).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
  });

  it('that changes nothing is not proposed', async () => {
    await as('boss', [...relabel, ...now]);
    const { code, stderr } = await propose();
    expect([code, stderr]).toEqual([0, expect.stringContaining('Nothing was proposed.')]);
    expect((await as('agent', ['plans'])).stdout).toBe('The service has no plan.');
  });

  it('is the same plan if its answer was lost, and is decided once', async () => {
    const lost = () => office.proxy.faults.push({ hangUp: true, passedOn: true });
    lost();
    expect((await propose()).stdout).toContain('Plan 1 is proposed');
    expect((await propose()).stdout).toContain('Plan 1 is proposed');
    lost();
    expect((await as('boss', ['plan', 'approve', '1', '--yes'])).code).toBe(0);
    lost();
    expect((await as('boss', ['plan', 'apply', '1', ...now])).stdout).toContain('16 lists: 16 changed');
    expect((await client('reader').readRun('1')).outcomes).toEqual({ replaced: 16 });
    await as('agent', ['relabel', '7000', 'Other', '--propose']);
    lost();
    const rejected = await as('boss', ['plan', 'reject', '2', '--reason', 'Not this week.']);
    expect([rejected.code, rejected.stdout]).toEqual([0, 'Plan 2 is rejected.']);
    expect((await as('agent', ['plan', 'show', '2'])).stdout).toMatch(/^rejected .* by boss: Not this week\.$/m);
  });
});

describe('plans', () => {
  it('are listed by state and by user, with a limit', async () => {
    await propose();
    await as('agent', ['relabel', '7000', 'Two', '--propose']);
    await as('chief', ['relabel', '7000', 'Three', '--propose']);
    await as('agent', ['plan', 'reject', '2', '--reason', 'A mistake.']);
    const ids = async (...given: readonly string[]) =>
      (jsonOf(await as('chief', ['plans', '--json', ...given])) as Plan[]).map(({ id, state }) => `${id} ${state}`);
    expect(await ids()).toEqual(['3 proposed', '2 withdrawn', '1 proposed']);
    expect(await ids('--state', 'withdrawn', 'proposed')).toEqual(['2 withdrawn', '3 proposed', '1 proposed']);
    expect(await ids('--state', 'proposed', '--user', 'agent')).toEqual(['1 proposed']);
    const some = await as('chief', ['plans', '--limit', '1']);
    expect([some.stdout.split('\n').length, some.stderr]).toEqual([2, expect.stringContaining('--limit N shows them')]);
    expect((await as('chief', ['plans', '--state', 'expired'])).stdout).toBe('The service has no matching plan.');
    const unknown = await as('chief', ['plans', '--state', 'open']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Allowed choices are checking')]);
  });
});

describe('a list that another user has changed', () => {
  it('since a plan was saved makes its proposal outdated', async () => {
    await as('agent', [...relabel, '--plan', 'p.json']);
    await changeElsewhere();
    const { code, stdout, stderr } = await as('agent', ['apply', 'p.json', '--propose', '--device', phoneName(0)]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('no one can approve this plan')]);
    expect(stdout).toContain('Plan 1 is outdated: 2 lists.');
    const { stdout: shown } = await as('agent', ['plan', 'show', '1']);
    expect(shown).toContain('To change: 1 device, 1 list: 0 added, 0 removed, 1 changed; 1 list skipped');
    expect(shown).toMatch(
      new RegExp(`^changed-meanwhile {2}${phoneName(0)}: speed dials: The speed dials are others`, 'm'),
    );
  });

  it('since it was proposed is reported and skipped, and the application ends with 3', async () => {
    await propose();
    const change = await changeElsewhere();
    expect(change.isNew).toBe(true);
    const { stdout: shown } = await as('boss', ['plan', 'approve', '1', '--yes']);
    expect(shown).toContain(`${phoneName(0)}: speed dials  (changed since, by change 1)`);
    expect(shown).toContain('Changed since it was proposed: 1 list; apply skips what is different');
    const { code, stdout } = await as('boss', ['plan', 'apply', '1', ...now]);
    expect([code, stdout]).toEqual([3, expect.stringContaining('16 lists: 15 changed, 1 changed-meanwhile')]);
    expect(stdout).toMatch(new RegExp(`^changed-meanwhile {2}${phoneName(0)}: speed dials`, 'm'));
    expect(posts().filter((line) => line.startsWith('POST'))).toEqual([]);
  });
});

describe('an application', () => {
  it('continues after Ctrl-C, is followed by the same command, stopped, and continued', async () => {
    await propose();
    await as('boss', ['plan', 'approve', '1', '--yes']);
    const slow = ['plan', 'apply', '1', '--yes', '--per-hour', '7200'];
    const left = await interruptedAt(/^GET \/plans\/1\?limit=1$/, 'boss', slow);
    expect([left.code, left.stderr]).toEqual([
      130,
      expect.stringContaining('The service continues without this command.'),
    ]);
    expect(left.stderr).toContain('To stop it: axl-phone-proxy buttons plan stop 1');
    const again = await interruptedAt(/^GET \/plans\/1\?limit=1$/, 'boss', slow);
    expect([again.code, again.stderr]).toEqual([130, expect.stringContaining('Plan 1 is being applied already.')]);

    const stopped = await as('chief', ['plan', 'stop', '1']);
    expect([stopped.code, stopped.stdout]).toEqual([0, 'Plan 1 is stopping.']);
    expect(stopped.stderr).toBe('To continue: axl-phone-proxy buttons plan apply 1\n');
    const isOver = async () => (await client('reader').readPlan('1')).plan.state;
    await expect.poll(isOver).toBe('partly-applied');
    expect((await as('boss', ['plan', 'show', '1'])).stdout).toMatch(/^16 lists: .*\d+ not-reached/m);
    const went = await as('boss', ['plan', 'apply', '1', ...now]);
    expect([went.code, went.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    const over = await as('boss', ['plan', 'stop', '1']);
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining('plan-state')]);
  });

  it('or an approval that is interrupted before its answer is not said to have changed nothing', async () => {
    await propose();
    const states = { approve: /^approved$/, apply: /^appl/ };
    for (const [deed, request] of [
      ['approve', /^POST \/plans\/1\/approval/],
      ['apply', /^POST \/plans\/1\/application/],
    ] as const) {
      const { code, stderr } = await interruptedAt(request, 'boss', ['plan', deed, '1', '--yes']);
      expect([code, stderr]).toEqual([130, expect.stringContaining('interrupted before the answer; to see what')]);
      expect(stderr).not.toContain('nothing was changed');
      // The service has received it nevertheless.
      await expect.poll(async () => (await client('reader').readPlan('1')).plan.state).toMatch(states[deed]);
    }
  });

  it('that another user stops reports why and how to continue, and ends with 3', async () => {
    await propose();
    await as('boss', ['plan', 'approve', '1', '--yes']);
    const stop = { isSent: false };
    office.proxy.onRequest = (line) => {
      if (stop.isSent || !line.startsWith('GET /plans/1?limit=1')) return;
      stop.isSent = true;
      void client('chief').stopPlan('1');
    };
    const { code, stdout, stderr } = await as('boss', ['plan', 'apply', '1', '--yes', '--per-hour', '3600']);
    expect([code, stdout]).toEqual([3, expect.stringContaining('Plan 1 is partly applied. 16 lists: ')]);
    expect(stderr).toContain(
      'The service ended it early: It was stopped.\nTo continue: axl-phone-proxy buttons plan apply 1',
    );
  });
});

describe('a user without permission', () => {
  it('gets an error, and nothing happens', async () => {
    await as('boss', ['relabel', '7000', 'Own', '--propose']);
    for (const [user, given, exitCode, said] of [
      [
        'agent',
        [...relabel, ...now],
        4,
        'may only propose changes: add --propose to propose these changes; nothing was',
      ],
      ['agent', ['plan', 'approve', '1', '--yes'], 4, 'the login agent may only propose changes; nothing was changed'],
      ['agent', ['plan', 'reject', '1', '--reason', 'x'], 4, 'may-only-propose'],
      ['agent', ['plan', 'stop', '1'], 4, 'may-only-propose'],
      ['reader', [...relabel, '--propose'], 4, 'This user is read-only and cannot propose plans.'],
      ['reader', [...relabel, ...now], 4, 'the login reader is read-only; nothing was changed'],
      ['boss', ['plan', 'approve', '1', '--yes'], 1, 'so another user has to approve it'],
      ['boss', ['plan', 'reject', '1', '--reason', 'x'.repeat(300)], 1, 'reason must be at most 200 characters'],
      ['boss', ['plan', 'show', '2'], 1, 'There is no plan of this id.'],
      ['boss', ['plan', 'approve', 'p.json', '--yes'], 1, 'is not the number of a plan'],
    ] as const) {
      const { code, stderr } = await as(user, given);
      expect([code, stderr]).toEqual([exitCode, expect.stringContaining(said)]);
    }
    expect(posts()).toEqual([]);
    expect((await client('chief').readPlan('1')).plan.state).toBe('proposed');
  });

  it('gets an error if the service keeps no plans', async () => {
    await reopen(usersFile().settings);
    const { code, stderr } = await propose();
    expect([code, stderr]).toEqual([1, expect.stringContaining('keeps no history')]);
  });
});

it('options that exclude each other are refused before anything is read', async () => {
  for (const [given, said] of [
    [['--propose', '--plan', 'p.json'], '--plan and --propose exclude each other'],
    [['--propose', '--dry-run'], '--dry-run and --propose exclude each other'],
    [['--propose', '--journal', 'x'], 'leave --journal out'],
    [['--reason', 'x', '--dry-run'], '--reason needs --propose'],
    [['--propose', '--reason', 'x'.repeat(501)], '--reason must be at most 500 characters'],
  ] as const) {
    const { code, stderr } = await as('agent', [...relabel, ...given]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  }
  expect(office.proxy.requests).toEqual([]);
});

it('a plan file whose name is a number is given by its path', async () => {
  expect((await as('boss', ['apply', '7', ...now])).stderr).toContain('of the service, use plan apply 7');
  await as('agent', [...relabel, '--plan', '7']);
  expect((await as('agent', ['plan', 'show', './7'])).stdout).toContain('To change: 8 devices, 16 lists');
  expect((await as('agent', ['plan', 'show', '7'])).stderr).toContain('There is no plan of this id.');
  expect(readFileSync(join(office.folder, '7'), 'utf8')).toContain('axl-phone-proxy plan');
});
