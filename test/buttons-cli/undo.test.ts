import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PhoneProxyClient } from '../../src/client/index.js';
import { withHistory } from '../support/office.js';
import { officeOf, phoneName, relabelled } from './office.js';
import { now, office, officeClient, useOffice } from './use-office.js';

useOffice(withHistory);

const relabel = ['relabel', '7000', 'New', ...now, '--journal', 'run.journal'];

let client: PhoneProxyClient;

beforeEach(() => {
  client = officeClient();
});

const runs = async () => (await client.listRuns()).runs.map(({ title }) => title);
const undosSent = () => office.proxy.requests.filter((line) => /^POST .*\/undo/.test(line)).length;
const stale = (place: number) => [
  { index: '1', dirn: '0100', label: `Night bell ${place}` },
  { index: '4', dirn: '7000', label: `Stale ${place % 3}` },
];

describe('the undo of a run', () => {
  it('shows what it would do with the present lists, does it, and starts no run if there is nothing to do', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    // One list is already as before, one has another button in its place, and one has an additional button.
    await client.replaceSpeedDials(phoneName(0), stale(0));
    await client.replaceSpeedDials(phoneName(1), [{ index: '4', dirn: '7000', label: 'Mine' }]);
    const { entries } = await client.readSpeedDials(phoneName(2));
    await client.replaceSpeedDials(phoneName(2), [...entries, { index: '9', dirn: '0199', label: 'Besides' }]);

    const dry = await office.command('undo', '1', '--dry-run', '--detailed-exitcode');
    expect([dry.code, dry.stdout]).toEqual([
      2,
      expect.stringContaining(
        'To change: 8 devices, 14 lists: 0 added, 0 removed, 14 changed; 1 list already as planned; 1 list skipped',
      ),
    ]);
    const left = `changed-meanwhile  ${phoneName(1)}: speed dials: It has changed since the run.`;
    expect(dry.stdout).toContain(left);
    expect(dry.stdout).not.toContain(`${phoneName(0)}: speed dials\n`);
    expect(dry.stdout).not.toContain('Besides');

    const undone = await office.command('undo', '1', ...now);
    expect([undone.code, undone.stdout]).toEqual([
      3,
      expect.stringMatching(
        /16 lists: 14 changed, (1 changed-meanwhile, 1 already-ok|1 already-ok, 1 changed-meanwhile)/,
      ),
    ]);
    expect(undone.output).not.toMatch(/somebody else/i);
    // The same command has nothing left to do.
    expect(undone.stderr).not.toContain('To continue');
    expect(undosSent()).toBe(14);
    const state = office.simulator.state();
    expect(state[0]).toEqual(before[0]);
    expect(state.slice(3)).toEqual(before.slice(3));
    expect(state[2]?.speedDials).toEqual([
      ...(before[2]?.speedDials ?? []),
      { index: 9, dirn: '0199', label: 'Besides' },
    ]);

    const again = await office.command('undo', '1', ...now);
    expect([again.code, again.stdout]).toEqual([3, expect.stringContaining(left)]);
    expect(again.stdout).toContain('Nothing to change');
    expect(await runs()).toEqual(['Undo of relabel 7000 "New"', 'relabel 7000 "New"']);
    expect(undosSent()).toBe(14);
  });

  it('does nothing after a rollback by the journal, and says so', async () => {
    await office.command(...relabel);
    await office.command('rollback', 'run.journal', ...now);
    const { code, stdout, stderr } = await office.command('undo', '1', ...now);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing to change; 16 lists already as planned')]);
    expect(stderr).not.toContain("In the service's history");
    expect(await runs()).toEqual(['Rollback of relabel 7000 "New"', 'relabel 7000 "New"']);
  });

  it('of a part reverts what is named, and the rest later', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    const after = office.simulator.state();
    const part = ['--device', phoneName(0), '--device', `phone:${phoneName(2)}`];
    const { code, stdout } = await office.command('undo', '1', ...part, ...now);
    expect([code, stdout]).toEqual([0, expect.stringContaining('4 lists: 4 changed')]);
    const mixed = after.map((phone, place) => (place === 0 || place === 2 ? before[place] : phone));
    expect(office.simulator.state()).toEqual(mixed);
    writeFileSync(join(office.folder, 'rest.txt'), `${phoneName(0)}\n${phoneName(1)}\n`);
    const more = await office.command('undo', '1', '--devices-from', 'rest.txt', ...now);
    expect(more.stdout).toContain('2 lists: 2 changed');
    expect(more.stdout).toContain('2 changes already undone');
    expect((await office.command('undo', '1', ...now)).stdout).toContain('10 lists: 10 changed');
    expect(office.simulator.state()).toEqual(before);
    for (const name of ['SEPNOBODY', phoneName(4), `profile:${phoneName(0)}`]) {
      const none = await office.command('undo', '1', '--device', name, ...now);
      expect([none.code, none.stderr]).toEqual([1, expect.stringContaining(`run 1 changed nothing on ${name}`)]);
    }
  });

  it('is saved as a plan, which is carried out like any other, and needs no permission', async () => {
    const before = office.simulator.state();
    await office.command('copy', phoneName(0), phoneName(5), phoneName(6), ...now);
    const after = office.simulator.state();
    await client.replaceSpeedDials(phoneName(6), []);
    const saved = await office.command('undo', '1', '--plan', 'back.json');
    expect([saved.code, saved.stderr]).toEqual([
      0,
      expect.stringContaining('buttons apply back.json makes the changes'),
    ]);
    expect(saved.stdout).toContain('removed');
    expect(await runs()).toHaveLength(1);
    expect(office.simulator.state()[5]).toEqual(after[5]);
    // Lists that have changed since the plan are kept.
    await client.replaceBusyLampFields(phoneName(6), []);
    const applied = await office.command('apply', 'back.json', ...now);
    expect([applied.code, applied.stdout]).toEqual([
      3,
      expect.stringContaining('4 lists: 1 already-ok, 2 changed, 1 changed-meanwhile'),
    ]);
    expect(office.simulator.state()[5]).toEqual(before[5]);
    expect(office.simulator.state()[6]).toMatchObject({ speedDials: [], busyLampFields: [] });
    // What the plan has undone is also undone in the history.
    expect(await runs()).toEqual(['Undo of copy SEPFACE00000000 SEPFACE00000005 SEPFACE00000006', expect.anything()]);
    expect((await client.readRun('1')).undone).toBe(2);
    expect((await office.command('undo', '1', '--device', phoneName(5), ...now)).stdout).toContain(
      '2 changes already undone',
    );
    const narrow = await office.command('undo', '1', '--device', phoneName(5), '--plan', 'none.json', '--json');
    expect(JSON.parse(narrow.stdout)).toMatchObject({ plan: 'none.json', undoes: '1', states: {} });
    expect(JSON.parse(readFileSync(join(office.folder, 'none.json'), 'utf8'))).toMatchObject({
      command: `undo 1 --device ${phoneName(5)}`,
      undoes: { run: '1', wholeLists: false },
    });
    const journal = await office.command('apply', 'back.json', '--journal', 'x', ...now);
    expect([journal.code, journal.stderr]).toEqual([1, expect.stringContaining('leave --journal out')]);
  });

  it('of a plan is done in parts, with the present lists; an edited plan is checked like any other', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    const after = office.simulator.state();
    await office.command('undo', '1', '--plan', 'back.json');
    const part = await office.command('apply', 'back.json', '--device', phoneName(0), ...now);
    expect([part.code, part.stdout]).toEqual([0, expect.stringContaining('2 lists: 2 changed')]);
    expect(office.simulator.state()).toEqual(after.map((phone, place) => (place === 0 ? before[0] : phone)));
    // The additional button is not from the run, but the plan was made without it.
    const { entries } = await client.readSpeedDials(phoneName(1));
    await client.replaceSpeedDials(phoneName(1), [...entries, { index: '9', dirn: '0199', label: 'Besides' }]);
    const compared = await office.command('apply', 'back.json', '--dry-run', '--json');
    const rest = await office.command('apply', 'back.json', '--json', ...now);
    expect([compared.code, rest.code]).toEqual([3, 3]);
    expect(JSON.parse(compared.stdout)).toMatchObject({ states: { 'already-ok': 2, 'changed-meanwhile': 1 } });
    expect(JSON.parse(rest.stdout)).toMatchObject({
      ...{ undoes: '1', states: { changed: 13, 'changed-meanwhile': 1 } },
    });
    expect(office.simulator.state()[1]?.speedDials).toHaveLength(3);
    const file = join(office.folder, 'back.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"Stale 1"', '"Edited"'));
    await office.command(...relabel.slice(0, 6));
    const edited = await office.command('apply', 'back.json', '--device', phoneName(10), '--force', ...now);
    expect([edited.code, edited.stdout]).toEqual([0, expect.stringContaining('"New" → "Edited"')]);
    expect((await runs())[0]).toBe(`undo 1 --device ${phoneName(10)}`);
  });

  it('undoes several changes of one list in order, and counts that list once', async () => {
    const before = office.simulator.state();
    const { id } = await client.beginRun('Twice');
    const set = (label: string) =>
      client.replaceSpeedDials(phoneName(0), [...stale(0), { index: '9', dirn: '0199', label }], { run: id });
    await set('one');
    await set('two');
    const shown = await office.command('undo', id, '--dry-run');
    expect(shown.stdout).toContain('- 9  0199 "two"');
    expect(shown.stdout).not.toContain('"one"');
    const { code, stdout } = await office.command('undo', id, ...now);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 list: 1 changed')]);
    expect(office.simulator.state()).toEqual(before);
    // Changes that cancel each other need no undo.
    const { id: none } = await client.beginRun('There and back');
    await client.replaceSpeedDials(phoneName(0), [], { run: none });
    await client.replaceSpeedDials(phoneName(0), stale(0), { run: none });
    const sent = undosSent();
    expect((await office.command('undo', none, ...now)).stdout).toContain('Nothing to change');
    expect(undosSent()).toBe(sent);
    expect(relabelled(office.simulator.state(), 'x')).toHaveLength(officeOf(20).devices.length);
  });
});
