import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phoneName, relabelled } from './office.js';
import { office, officeClient, useOffice } from './use-office.js';

useOffice();

const now = ['--yes', '--allow-removals'];
const gone = ['2001', '29999', '29998'];

function save(name: string, ...lines: readonly string[]): string {
  writeFileSync(join(office.folder, name), `${lines.join('\r\n')}\r\n`);
  return name;
}

/** How many buttons of the office point at a number. */
const pointing = (number: string): number =>
  office.simulator
    .state()
    .flatMap(({ speedDials, busyLampFields }) => [...speedDials, ...busyLampFields])
    .filter((entry) => 'dirn' in entry && entry.dirn === number).length;

describe('numbers, some without buttons', () => {
  it('are changed but for these, which are named with their reasons, and the command ends with 3', async () => {
    const ended = await office.commandFed(`29999\n7000\n2001\n29998\n`, 'remove', '--from', '-', ...now);
    expect([ended.code, pointing('7000')]).toEqual([3, 0]);
    expect(ended.stderr.match(/^Left out: .*/gm)).toEqual([
      'Left out: No device has the number, and no button leads to it: 29999, 29998.',
      'Left out: No button leads to it: 2001.',
    ]);
  });

  it('do not match at all: it ends with 1, and sends nothing', async () => {
    const { code, stderr } = await office.command('remove', '--from', save('all', ...gone), ...now);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Nothing was changed\.\n$/)]);
    for (const number of gone) expect(stderr).toContain(number);
    expect(office.proxy.changes).toEqual([]);
  });

  it('are left out of a proposed change, too: showing and proposing it both report that', async () => {
    const file = save('numbers', '7000', '29999');
    const dry = await office.command('remove', '--from', file, '--dry-run', '--json');
    expect([dry.code, JSON.parse(dry.stdout)]).toEqual([
      3,
      expect.objectContaining({
        state: 'draft',
        notes: [{ code: 'left-out', text: expect.stringContaining('29999') as string }],
      }),
    ]);
    const proposed = await office.command('remove', '7000', '29999', '--propose');
    expect([proposed.code, proposed.stderr]).toEqual([3, expect.stringContaining('no button leads to it: 29999')]);
    const [change] = (await officeClient().listChanges()).changes;
    expect([change?.state, pointing('7000')]).toEqual(['proposed', 16]);
    expect((await office.command('apply', change?.id ?? '', '--yes')).code).toBe(0);
    expect(pointing('7000')).toBe(0);
  });

  it('are left out after narrowing, or if they are not in the partition', async () => {
    const file = save('numbers', '7000', '0100');
    const lamps = await office.command('remove', '--from', file, '--kind', 'busylampfield', ...now);
    expect([lamps.code, lamps.stderr]).toEqual([3, expect.stringMatching(/none of this kind .*: 0100\./)]);
    const other = await office.command('remove', '--from', file, '--partition', 'pt-internal', ...now);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('Not in the partition pt-internal')]);
  });
});

describe('devices, some of which do not exist', () => {
  const file = () => save('devices', `${phoneName(1)};;`, 'SEPGONE', '', phoneName(1).slice(3), 'profile:SEPGONE');

  it.each([['list', '--json'], ['export']])(
    '%s does the rest, names the others, and ends with 3',
    async (...command) => {
      const ended = await office.command(...command, '--devices-from', file());
      expect([ended.code, ended.stdout]).toEqual([3, expect.stringContaining(phoneName(1))]);
      expect(ended.stderr).toContain(
        'Left out 2 names: there is no phone or device profile SEPGONE, profile:SEPGONE\n',
      );
      const none = await office.command(...command, '--devices-from', save('none', 'SEPGONE'));
      expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no phone or device profile SEPGONE')]);
    },
  );

  it('copy does the rest, and names their lists', async () => {
    const ended = await office.command('copy', phoneName(0), '--devices-from', file(), ...now);
    expect([ended.code, ended.stdout]).toEqual([3, expect.stringContaining('6 lists: 2 changed, 4 refused')]);
    expect(ended.stderr).toMatch(/^refused {2}SEPGONE: speed dials: There is no phone SEPGONE/m);
    expect(ended.stderr).toMatch(/^refused {2}device profile SEPGONE: speed dials: /m);
  });
});

describe('--search', () => {
  it('means every device with the text in its name or description, in every command', async () => {
    const listed = await office.command('list', '--search', 'desk 1', '--json');
    const names = (JSON.parse(listed.stdout) as { device: string }[]).map(({ device }) => device);
    const expected = [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(phoneName);
    expect(names.sort()).toEqual(expected.sort());
    const before = office.simulator.state();
    expect((await office.command('relabel', '7000', 'New', '--search', 'Desk 1', '--yes')).code).toBe(0);
    const state = office.simulator.state();
    const wanted = relabelled(before, 'New').map((phone, place) =>
      expected.includes(phoneName(place)) ? phone : before[place],
    );
    expect(state).toEqual(wanted);
    // The source device does not get its own buttons.
    const copied = await office.command('copy', phoneName(11), phoneName(5), '--search', 'Desk 11', ...now);
    expect([copied.code, office.simulator.state()[5]?.speedDials]).toEqual([0, state[11]?.speedDials]);
    const exported = await office.command('export', phoneName(3), '--search', 'Desk 12');
    expect(exported.stdout.match(new RegExp(`${phoneName(3)}|${phoneName(12)}`, 'g'))).toHaveLength(8);
  });

  it('that finds nothing, or is empty, ends with 1', async () => {
    const none = await office.command('copy', phoneName(1), '--search', 'Nowhere', ...now);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('has "Nowhere" in its name or description')]);
    const listed = await office.command('list', '--search', 'Nowhere');
    expect([listed.code, listed.stderr]).toEqual([
      1,
      expect.stringContaining('has Nowhere in its name or description'),
    ]);
    expect((await office.command('list', '--search', '')).stderr).toContain('the text of --search is empty');
    expect(office.proxy.changes).toEqual([]);
  });
});
