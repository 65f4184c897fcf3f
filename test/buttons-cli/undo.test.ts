import { describe, expect, it } from 'vitest';
import { phoneName } from './office.js';
import { now, office, officeClient, useOffice } from './use-office.js';

useOffice();

const relabel = ['relabel', '7000', 'New', ...now];

describe('an undo', () => {
  it('is a change that sets back what a change has set, and can be undone', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    const after = office.simulator.state();
    const dry = await office.command('undo', '1', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('→ "Stale 0"')]);
    expect(office.simulator.state()).toEqual(after);
    const undone = await office.command('undo', '1', ...now);
    expect([undone.code, undone.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(office.simulator.state()).toEqual(before);
    const [undo, change] = (await officeClient().listChanges()).changes;
    expect([undo?.undoes, change?.undone]).toEqual(['1', 'whole']);
    // Nothing is left of the dry run, and a second undo has nothing to do.
    expect((await officeClient().listChanges()).changes).toHaveLength(2);
    expect((await office.command('undo', '1', ...now)).code).not.toBe(3);
    expect((await office.command('undo', undo?.id ?? '', ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(after);
  });

  it('of a part sets back what is named, and the rest later', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    const after = office.simulator.state();
    const part = ['--device', phoneName(0), '--device', phoneName(2).slice(3)];
    const { code, stdout } = await office.command('undo', '1', ...part, ...now);
    expect([code, stdout]).toEqual([0, expect.stringContaining('4 lists: 4 changed')]);
    const mixed = after.map((phone, place) => (place === 0 || place === 2 ? before[place] : phone));
    expect(office.simulator.state()).toEqual(mixed);
    expect((await office.command('undo', '1', ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
    for (const name of ['SEPNOBODY', phoneName(4), `profile:${phoneName(0)}`]) {
      const none = await office.command('undo', '1', '--device', name, ...now);
      expect([none.code, none.stderr]).toEqual([1, expect.stringContaining(`change 1 changed nothing on ${name}`)]);
    }
  });

  it('leaves what others have changed since, and says so', async () => {
    const before = office.simulator.state();
    await office.command(...relabel);
    await officeClient().replaceSpeedDials(phoneName(0), [{ index: '4', dirn: '7000', label: 'Theirs' }]);
    const theirs = office.simulator.state()[0]?.speedDials;
    const { code, output } = await office.command('undo', '1', ...now);
    expect([code, output]).toEqual([3, expect.stringContaining(`changed-meanwhile  ${phoneName(0)}: speed dials`)]);
    expect(office.simulator.state()).toEqual(
      before.map((phone, place) => (place === 0 ? { ...phone, speedDials: theirs } : phone)),
    );
  });

  it('needs no permission for removals or many devices', async () => {
    const before = office.simulator.state();
    await office.command('copy', phoneName(0), phoneName(5), phoneName(6), ...now);
    const undone = await office.command('undo', '1', ...now);
    expect([undone.code, undone.stdout]).toEqual([0, expect.stringContaining('removed')]);
    expect(office.simulator.state()).toEqual(before);
  });
});
