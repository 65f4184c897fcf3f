import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { withHistory } from '../support/office.js';
import { officeOf, phoneName } from './office.js';
import { now, office, officeClient, reopen, useOffice } from './use-office.js';

let history: ReturnType<typeof withHistory>;

useOffice(() => (history = withHistory()));

const changes = (...given: readonly string[]) => office.command('changes', ...given);
const ids = async (...given: readonly string[]): Promise<string[]> =>
  (JSON.parse((await changes(...given, '--json')).stdout) as Change[]).map(({ id }) => id);

describe('changes', () => {
  it('shows changes with time and user, of many lists and of single calls', async () => {
    expect((await changes()).stdout).toBe('The service has no change.');
    await office.command('relabel', '7000', 'New', '--device', phoneName(1), ...now);
    await officeClient().replaceSpeedDials(phoneName(2), [{ index: '9', dirn: '0199', label: 'Single' }]);
    const shown = await changes();
    const single = new RegExp(`^2 {2}.*\\n {2}20.* by ${caller.name}; done; 1 list: 1 changed; you can: undo\\n`, 'm');
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(single)]);
    expect(shown.stdout).toContain('+ 9  0199 "Single"');
    expect(shown.stdout).toContain(`~ 4  7000 "Stale 1" → "New"`);
    expect(await ids()).toEqual(['2', '1']);
    expect(await ids('--device', phoneName(1).toLowerCase())).toEqual(['1']);
    expect(await ids('--device', phoneName(1), '--device', phoneName(2).slice(3))).toEqual(['2', '1']);
    expect(await ids('--search', phoneName(2).toLowerCase())).toEqual(['2']);
    expect(await ids('--search', 'RELABEL')).toEqual(['1']);
    expect(await ids('--user', 'ghost')).toEqual([]);
    expect(await ids('--number', '0199')).toEqual(['2']);
    expect(await ids('--source', 'elsewhere')).toEqual([]);
    const few = await changes('--limit', '1');
    expect([few.stdout.match(/^\d(?= {2})/gm), few.stderr]).toEqual([
      ['2'],
      'Note: there are older changes; --limit N shows more\n',
    ]);
    expect((await changes('--limit', '2')).stderr).toBe('');
  });

  it('accepts days and times, and the time between two of them', async () => {
    await officeClient().replaceSpeedDials(phoneName(2), []);
    const [change] = (await officeClient().listChanges()).changes;
    const later = new Date(Date.parse(change?.time ?? '') + 1).toISOString();
    expect(await ids('--since', change?.time ?? '', '--until', later)).toEqual(['1']);
    expect(await ids('--until', change?.time ?? '')).toEqual([]);
    expect(await ids('--since', later)).toEqual([]);
    expect(await ids('--since', 'yesterday', '--until', 'now')).toEqual(['1']);
    // If midnight passes now, the change is from yesterday.
    expect(await ids('--since', 'yesterday', '--until', 'today')).toEqual(['1']);
    expect(await ids('--since', '2020-01-01', '--until', '2020-01-02')).toEqual([]);
    const none = await changes('--until', '2020-01-02');
    expect([none.code, none.stdout]).toEqual([0, 'The service has no matching change.']);
    const wrong = await changes('--since', '2026-02-30');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--since is not a time: 2026-02-30')]);
  });

  it('tells an unknown device from one that was never changed', async () => {
    expect((await changes('--device', phoneName(3))).stdout).toBe('The service has no matching change.');
    const gone = await changes('--device', 'SEPNONE');
    expect([gone.code, gone.stderr]).toEqual([
      1,
      expect.stringContaining('there is no device SEPNONE, and the history has no such change'),
    ]);
  });
});

describe('an undo', () => {
  it('that the service cannot be asked for gives the reason in its last line, and changes nothing', async () => {
    await office.command('relabel', '7000', 'New', ...now);
    const after = office.simulator.state();
    const down = { status: 429, headers: { 'retry-after': '0' }, passedOn: false } as const;
    office.proxy.faults.push(...Array.from({ length: 200 }, () => down));
    const { code, stderr } = await office.command('undo', '1', ...now);
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/HTTP 429/)]);
    expect(office.simulator.state()).toEqual(after);
  });
});

describe('copy --from-change with the name of a device', () => {
  it('gives another device the last lists of a deleted phone', async () => {
    const gone = phoneName(1);
    await office.command('relabel', '7000', 'New', '--device', gone, ...now);
    const [, phone] = office.simulator.state();
    const seed = officeOf(20);
    await reopen(history, { ...seed, devices: seed.devices.filter((_, place) => place !== 1) });
    expect((await office.command('list', gone)).stderr).toContain(`there is no phone or device profile ${gone}`);
    expect((await changes('--device', gone)).stdout).toContain(`${gone}: speed dials`);
    const given = ['copy', '--from-change', gone.toLowerCase(), phoneName(5), '--allow-removals', ...now];
    const { code, stderr } = await office.command(...given);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Note: the busy lamp fields are those of change')]);
    const fifth = office.simulator.state().find(({ name }) => name === phoneName(5));
    expect(fifth?.speedDials).toEqual(phone?.speedDials);
    expect(fifth?.busyLampFields.map(({ label }) => label)).toEqual(phone?.busyLampFields.map(({ label }) => label));
    const none = await office.command('copy', gone, phoneName(5), ...now);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining(`There is no phone ${gone}. Nothing was changed.`),
    ]);
  });

  it('gives another device its last lists', async () => {
    await office.command('relabel', '7000', 'New', '--device', phoneName(1), ...now);
    const list = [{ index: '9', dirn: '0199', label: 'Last' }];
    await officeClient().replaceSpeedDials(phoneName(1), list);
    const copied = await office.command('copy', '--from-change', phoneName(1), phoneName(5), ...now);
    expect([copied.code, copied.stderr]).toEqual([1, expect.stringContaining('add --allow-removals')]);
    const allowed = await office.command(
      'copy',
      '--from-change',
      phoneName(1),
      phoneName(5),
      ...now,
      '--allow-removals',
    );
    expect([allowed.code, allowed.stderr]).toEqual([
      0,
      expect.stringContaining('Note: the speed dials are those of change 2 of'),
    ]);
    const [, first, , , , fifth] = office.simulator.state();
    expect(fifth?.speedDials).toEqual([{ index: 9, dirn: '0199', label: 'Last' }]);
    expect(fifth?.busyLampFields).toEqual(first?.busyLampFields);
    const none = await office.command('copy', '--from-change', 'SEPGONE', phoneName(5), ...now);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('the history has no change of SEPGONE')]);
  });
});
