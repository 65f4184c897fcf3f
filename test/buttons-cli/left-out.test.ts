import { readFileSync, writeFileSync } from 'node:fs';
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

describe('a file of numbers, some without buttons', () => {
  it('changes the others, names these at the end with their reasons, and ends with 3', async () => {
    const ended = await office.commandFed(`29999\n7000\n2001\n29998\n`, 'remove', '--from', '-', ...now);
    expect([ended.code, pointing('7000')]).toEqual([3, 0]);
    const lines = ended.stderr.trim().split('\n').slice(-3);
    expect(lines).toEqual([
      'Left out: no device has, and there is no button to: 29999, 29998',
      'Left out: there is no button to: 2001',
      '3 names in the file are left out; use --ignore-missing if that is correct.',
    ]);
  });

  it('ends with 0 if that is accepted, and still names them', async () => {
    const before = office.simulator.state();
    const file = save('people.csv', '7000,New', '29999,Nobody');
    const ended = await office.command('relabel', '--from', file, '--ignore-missing', ...now);
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringContaining('there is no button to: 29999\n1 name in the file is'),
    ]);
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('ends with 1 if no number has a button, even if that is accepted, and sends nothing', async () => {
    for (const more of [[], ['--ignore-missing']]) {
      const { code, stderr } = await office.command('remove', '--from', save('all', ...gone), ...more, ...now);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('nothing in the file matches; nothing was changed\n'),
      ]);
      for (const number of gone) expect(stderr).toContain(number);
    }
    expect(office.proxy.changes).toEqual([]);
  });

  it('is left out of a proposed change, too: showing and proposing it both report that', async () => {
    const file = save('numbers', '7000', '29999');
    const dry = await office.command('remove', '--from', file, '--dry-run', '--detailed-exitcode', '--json');
    expect([dry.code, JSON.parse(dry.stdout)]).toEqual([
      3,
      expect.objectContaining({ leftOut: [{ name: '29999', why: 'no device has, and there is no button to' }] }),
    ]);
    const proposed = await office.command('remove', '--from', file, '--propose');
    expect([proposed.code, proposed.stdout]).toEqual([3, expect.stringContaining('1 name in the file left out')]);
    expect(proposed.stderr).toContain('there is no button to: 29999');
    const [change] = (await officeClient().listChanges()).changes;
    expect([change?.state, pointing('7000')]).toEqual(['proposed', 16]);
    expect((await office.command('apply', change?.id ?? '', '--yes')).code).toBe(0);
    expect(pointing('7000')).toBe(0);
  });

  it('ends with 0 for a change that was proposed with that option', async () => {
    const file = save('numbers', '7000', '29999');
    const proposed = await office.command('remove', '--from', file, '--ignore-missing', '--propose');
    const applied = await office.command('apply', '1', '--yes');
    expect([proposed.code, applied.code, pointing('7000')]).toEqual([0, 0, 0]);
  });

  it('leaves out numbers with no button after narrowing, or not in the partition', async () => {
    const file = save('numbers', '7000', '0100');
    const lamps = await office.command('remove', '--from', file, '--kind', 'busylampfield', ...now);
    expect([lamps.code, lamps.stderr]).toEqual([3, expect.stringMatching(/no button matches .* to: 0100/)]);
    const other = await office.command('remove', '--from', file, '--partition', 'pt-internal', ...now);
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('not in the partition pt-internal: 7000, 0100'),
    ]);
  });

  it('are refused as a whole if they are named one by one', async () => {
    const { code } = await office.command('remove', '7000', '29999', ...now);
    expect([code, pointing('7000')]).toEqual([1, 16]);
  });
});

describe('a file of devices, some of which do not exist', () => {
  it.each([['list', '--json'], ['export'], ['copy', phoneName(0), ...now], ['relabel', '7000', 'New', ...now]])(
    '%s does the rest, names the others at the end, and ends with 3 or 0',
    async (...command) => {
      const file = save('devices', `${phoneName(1)};;`, 'SEPGONE', '', `phone:${phoneName(1)}`, 'profile:SEPGONE');
      const ended = await office.command(...command, '--devices-from', file);
      expect([ended.code, ended.stderr]).toEqual([
        3,
        expect.stringMatching(
          /Left out: there is no phone or device profile: SEPGONE\nLeft out: .*: profile:SEPGONE\n2 names/,
        ),
      ]);
      expect(ended.stdout).toContain(command[0] === 'relabel' || command[0] === 'copy' ? '2 lists' : phoneName(1));
      const ignored = await office.command(...command, '--devices-from', file, '--ignore-missing');
      expect([ignored.code, ignored.stderr]).toEqual([0, expect.stringContaining('2 names in the file are left out.')]);
      const none = await office.command(...command, '--devices-from', save('none', 'SEPGONE'), '--ignore-missing');
      expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('nothing in the file matches')]);
    },
  );

  it('is an error if they are named one by one, and nothing is done', async () => {
    const { code, stderr } = await office.command('export', phoneName(1), 'SEPGONE', '--output', 'x.csv');
    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no phone or device profile SEPGONE')]);
    expect(() => readFileSync(join(office.folder, 'x.csv'))).toThrow('ENOENT');
  });
});

describe('--search', () => {
  it('means every device with the text in its name or description, in every command', async () => {
    const listed = await office.command('list', '--search', 'desk 1', '--json');
    const names = (JSON.parse(listed.stdout) as { device: string }[]).map(({ device }) => device);
    const expected = [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(phoneName);
    expect(names.sort()).toEqual(expected.sort());
    const before = office.simulator.state();
    expect((await office.command('relabel', '7000', 'New', '--search', 'Desk 1', ...now)).code).toBe(0);
    const state = office.simulator.state();
    const wanted = relabelled(before, 'New').map((phone, place) =>
      expected.includes(phoneName(place)) ? phone : before[place],
    );
    expect(state).toEqual(wanted);
    // The source device does not get its own buttons.
    const copied = await office.command('copy', phoneName(11), '--search', 'Desk 11', '--search', 'Desk 5', ...now);
    expect([copied.code, office.simulator.state()[5]?.speedDials]).toEqual([0, state[11]?.speedDials]);
    const exported = await office.command('export', phoneName(3), '--search', 'Desk 12');
    expect(exported.stdout.match(new RegExp(`${phoneName(3)}|${phoneName(12)}`, 'g'))).toHaveLength(8);
  });

  it('that finds nothing, or is empty, ends with 1', async () => {
    const none = await office.command('relabel', '7000', 'New', '--search', 'Nowhere', ...now);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('has Nowhere in its name or description')]);
    expect((await office.command('list', '--search', '')).stderr).toContain('the text of --search is empty');
    expect(office.proxy.changes).toEqual([]);
  });
});
