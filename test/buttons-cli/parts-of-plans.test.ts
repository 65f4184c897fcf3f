import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isChange } from '../support/faulty-proxy.js';
import { phoneName, relabelled } from './office.js';
import { now, office, officeClient, useOffice } from './use-office.js';

useOffice();

beforeEach(async () => {
  expect((await office.command('relabel', '7000', 'New', '--plan', 'p.json')).code).toBe(0);
});

/** The office after the plan was carried out on some phones. */
function appliedOn(before: ReturnType<typeof office.simulator.state>, ...places: readonly number[]) {
  return relabelled(before, 'New').map((phone, place) => (places.includes(place) ? phone : before[place]));
}

describe('apply --dry-run', () => {
  it('compares the plan with the present lists: already done, changed since, still to do', async () => {
    const untouched = await office.command('apply', 'p.json', '--dry-run', '--detailed-exitcode');
    expect([untouched.code, untouched.stdout]).toEqual([2, expect.stringContaining('To change: 8 devices, 16 lists')]);
    await officeClient().replaceSpeedDials(phoneName(0), [{ index: '4', dirn: '7000', label: 'Mine' }]);
    await office.command('relabel', '7000', 'New', '--device', phoneName(1), ...now);
    const changes = office.proxy.requests.filter(isChange).length;
    const compared = await office.command('apply', 'p.json', '--dry-run', '--max-devices', '3');
    expect(compared.code).toBe(3);
    expect(compared.stdout).toContain(
      'To change: 7 devices, 13 lists: 0 added, 0 removed, 13 changed; 2 lists already as planned; 1 list skipped',
    );
    expect(compared.stdout).toContain(
      `changed-meanwhile  ${phoneName(0)}: speed dials: It has changed since the plan was made.`,
    );
    expect(compared.stderr).toContain('Nothing was changed. apply needs --max-devices 7');
    const json = await office.command('apply', 'p.json', '--dry-run', '--json');
    const report = JSON.parse(json.stdout) as { states: object };
    expect([json.code, report.states]).toEqual([3, { planned: 13, 'already-ok': 2, 'changed-meanwhile': 1 }]);
    expect(office.proxy.requests.filter(isChange)).toHaveLength(changes);
    // It shows what apply then does.
    const applied = await office.command('apply', 'p.json', '--json', ...now);
    expect(JSON.parse(applied.stdout)).toMatchObject({
      states: { changed: 13, 'already-ok': 2, 'changed-meanwhile': 1 },
    });
    const done = await office.command('apply', 'p.json', '--dry-run', '--detailed-exitcode', '--quiet');
    expect(done.code).toBe(3);
  });

  it('ends with 0 if everything is as planned, and needs no permission to read', async () => {
    await office.command('apply', 'p.json', ...now);
    const { code, stdout } = await office.command('apply', 'p.json', '--dry-run', '--detailed-exitcode');
    expect([code, stdout]).toEqual([0, 'Nothing to change; 16 lists already as planned']);
  });
});

describe('a part of a plan', () => {
  it('is carried out on the named devices, and the rest can be carried out later', async () => {
    const before = office.simulator.state();
    const part = await office.command('apply', 'p.json', '--device', phoneName(2), '--search', 'Desk 13', ...now);
    expect([part.code, part.stdout]).toEqual([0, expect.stringContaining('To change: 2 devices, 4 lists')]);
    expect(office.simulator.state()).toEqual(appliedOn(before, 2, 13));
    writeFileSync(join(office.folder, 'd'), `${phoneName(3).toLowerCase()}\n${phoneName(4)}\n`);
    const file = await office.command('apply', 'p.json', '--devices-from', 'd', ...now);
    expect([file.code, file.stderr]).toEqual([
      3,
      expect.stringContaining(`Left out: the plan changes nothing on: ${phoneName(4)}`),
    ]);
    expect(office.simulator.state()).toEqual(appliedOn(before, 2, 3, 13));
    const rest = await office.command('apply', 'p.json', '--json', ...now);
    expect(JSON.parse(rest.stdout)).toMatchObject({ states: { changed: 10, 'already-ok': 6 } });
  });

  it('with a device that the plan does not have ends with 1', async () => {
    for (const [option = '', value = '', said] of [
      ['--device', phoneName(4), `the plan changes nothing on ${phoneName(4)}`],
      ['--search', 'Desk 5', 'the plan changes nothing on a device with Desk 5'],
    ]) {
      const { code, stderr } = await office.command('apply', 'p.json', option, value, ...now);
      expect([code, stderr]).toEqual([1, expect.stringContaining(said ?? '')]);
    }
    expect(office.proxy.requests.filter(isChange)).toEqual([]);
  });

  it('of a rollback leaves the rest to be reverted later', async () => {
    const before = office.simulator.state();
    await office.command('apply', 'p.json', ...now);
    const [journal = ''] = readdirSync(office.folder).filter((name) => name.endsWith('.journal'));
    await office.command('rollback', journal, '--plan', 'back.json');
    expect((await office.command('apply', 'back.json', '--device', phoneName(1), ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(appliedOn(before, 0, 2, 3, 10, 11, 12, 13));
    expect((await office.command('rollback', journal, ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
  });
});
