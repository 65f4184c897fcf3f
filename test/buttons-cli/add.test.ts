import { describe, expect, it } from 'vitest';
import { withHistory } from '../support/office.js';
import { phoneName } from './office.js';
import { now, office, officeClient, useOffice } from './use-office.js';

useOffice(withHistory);

const add = (...more: readonly string[]) => office.command('add', ...more);
const dial = ['--kind', 'speeddial', '--dirn', '0100', '--label', 'Reception'];
const phone = (place: number) => office.simulator.state()[place];

describe('add', () => {
  it('adds a button to devices at their first free index, as a change with an undo like any other', async () => {
    const before = office.simulator.state();
    const dry = await add(phoneName(1), phoneName(5), ...dial, '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('+ 2  0100 "Reception"')]);
    expect(dry.stderr).toContain('Note: Devices that have speed dials to 0100 already get one more: ');
    expect(office.simulator.state()).toEqual(before);
    expect((await add(phoneName(1), phoneName(5), ...dial, ...now)).code).toBe(0);
    const reception = { index: 2, dirn: '0100', label: 'Reception' };
    expect(phone(1)?.speedDials).toEqual([before[1]?.speedDials[0], reception, before[1]?.speedDials[1]]);
    expect(phone(5)?.speedDials[1]).toEqual(reception);
    // A second time, there is nothing to do.
    const again = await add(phoneName(1), phoneName(5), ...dial, ...now);
    expect([again.code, again.stderr]).toEqual([0, 'Nothing to change: every list is as asked for already.\n']);
    const [made] = (await officeClient().listChanges({ state: 'done' })).changes;
    expect(made?.title).toBe('Add a speed dial to 0100');
    expect((await office.command('undo', made?.id ?? '', ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
  });

  it('accepts an index, but not on a device where another button has it', async () => {
    const taken = await add(phoneName(1), phoneName(5), ...dial, '--index', '4', ...now);
    const told = new RegExp(`^refused  ${phoneName(1)}: speed dials: .*Another button has the index 4`, 'm');
    expect([taken.code, taken.output]).toEqual([3, expect.stringMatching(told)]);
    expect(taken.output.match(/^refused/gm)).toHaveLength(1);
    expect(phone(5)?.speedDials[1]).toEqual({ index: 4, dirn: '0100', label: 'Reception' });
  });

  it('sends a speed dial to an address without a warning', async () => {
    const { code, stderr } = await add(phoneName(5), '--kind', 'speeddial', '--dirn', 'ada.l@example.com', ...now);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('anyway')]);
    expect(phone(5)?.speedDials[1]).toMatchObject({ index: 2, dirn: 'ada.l@example.com' });
  });

  it('gives a busy lamp field the partition of its number, and --yes requires permission if the number does not exist', async () => {
    const lamp = ['--kind', 'busylampfield', '--dirn', '7000', '--label', 'Boss', '--pickup'];
    expect((await add('--search', 'Desk 5', ...lamp, ...now)).code).toBe(0);
    expect(phone(5)?.busyLampFields[1]).toMatchObject({
      ...{ index: 2, dirn: '7000', routePartition: 'PT-Internal', label: 'Boss', pickup: true },
    });
    const unknown = await add(phoneName(5), ...lamp, '--partition', 'PT-Else', '--index', '9', ...now);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('--allow-unknown-target')]);
    expect(unknown.stderr).toMatch(/^Warning: 7000 is not known in the partition PT-Else/m);
    const free = ['--kind', 'busylampfield', '--destination', 'bell@example.com'];
    expect((await add(phoneName(5), ...free, ...now)).code).toBe(0);
    expect(phone(5)?.busyLampFields[2]).toMatchObject({ index: 3, destination: 'bell@example.com', label: '' });
  });

  it.each([
    [['--dirn', '1'], 'give the kind of button'],
    [['--kind', 'speeddial'], 'give --dirn or --destination'],
    [['--kind', 'busylampfield'], 'give --dirn or --destination'],
    [['--kind', 'busylampfield', '--dirn', '1', '--destination', 'x'], 'give --dirn or --destination'],
    [['--kind', 'speeddial', '--dirn', '1', '--pickup'], '--pickup is for busy lamp fields'],
    [['--kind', 'speeddial', '--destination', 'x'], '--destination is for busy lamp fields'],
    [['--kind', 'speeddial', '--dirn', '1', '--index', '0'], 'the index is 0'],
  ])('is refused with %j before anything is sent', async (given, said) => {
    const { code, stderr } = await add(phoneName(1), ...given, ...now);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect((await add(...dial)).stderr).toContain('name devices, or give --devices-from FILE or --search TEXT');
    expect(office.proxy.requests).toEqual([]);
  });

  it.each([
    [['--kind', 'busylampfield', '--destination', 'x', '--partition', 'P'], 'the partition needs dirn'],
    [['--kind', 'speeddial', '--dirn', ''], 'the number must not be empty'],
    [['--kind', 'speeddial', '--dirn', '1', '--label', 'x\u0007'], 'the label must not contain control characters'],
  ])('is refused by the service with %j, in the words of the command', async (given, said) => {
    const { code, stderr } = await add(phoneName(1), ...given, ...now);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(office.proxy.changes).toEqual([]);
  });
});
