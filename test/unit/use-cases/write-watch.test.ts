import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import type { Uuid } from '../../../src/domain/identifiers.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import type { RestOfDevice } from '../../../src/domain/rest-of-device.js';
import type { Observation } from '../../../src/observability/observations.js';
import type { ButtonsOfDevices, HeldButtons } from '../../../src/use-cases/call-manager.js';
import type { JournalTurn } from '../../../src/use-cases/write-journal.js';
import { WriteWatch, writeWatched } from '../../../src/use-cases/write-watch.js';
import { WritingStop } from '../../../src/use-cases/writing-stop.js';
import { observing } from '../../support/app.js';
import { callContext } from '../../support/call-context.js';
import { dial, fakePort, phoneKey, uuid } from '../../support/fake-port.js';
import { failure } from '../../support/scripted-buttons.js';

type Held = HeldButtons<SpeedDial>;
type Reading = Held | ServiceError;

const line = (number: string) => ({ index: '1', number, partition: 'PT', label: 'Ana', display: 'Ana' });
const lamps = ['2', '3'].map((index) => ({ index, destination: `300${index}`, label: 'Lamp', pickup: false }));
const rest: RestOfDevice = { lines: [line('2001')], lists: { busylampfield: lamps } };
const held = (label: string, more: Partial<RestOfDevice> = {}, key = uuid): Held => ({
  ...{ uuid: key, entries: [dial('1', '0100', label)] },
  rest: { ...rest, ...more },
});
const [old, asked, other] = [held('old'), held('new'), held('another')];
const others = [held('new', { lines: [line('2002')] }), held('new', { lines: [line('2003')] })];
const linesGone = held('new', { lines: [] });
const lampsGone = held('new', { lists: { busylampfield: [] } });
const [refused, busy] = [failure('rejected-by-call-manager', 'refused'), failure('call-manager-busy', 'refused')];
const [away, gone] = [failure('call-manager-unreachable', 'none'), failure('phone-not-found', 'refused')];

/** One watch, and what it says of one write after another, each with the list `new` in place of the list `old`. */
function watched() {
  const { observe, seen } = observing();
  const writingStop = new WritingStop(observe);
  const watch = new WriteWatch(writingStop, observe);
  /**
   * @param readings what each read after the write shows; the last one again and again
   * @param more.answer how the call manager answers the write
   * @param more.replica what another node shows
   */
  const write = async (
    readings: readonly Reading[],
    more: { answer?: ServiceError; before?: Held | undefined; replica?: Reading; mayHaveSet?: readonly Held[] } = {},
  ) => {
    const { answer, before = 'before' in more ? undefined : old, replica = away, mayHaveSet = [] } = more;
    const steps: string[] = [];
    const show = (step: string, reading: Reading | undefined): Promise<Held> => {
      steps.push(step);
      return reading instanceof ServiceError || !reading ? Promise.reject(reading ?? away) : Promise.resolve(reading);
    };
    const buttons: Partial<ButtonsOfDevices<SpeedDial>> = {
      replace: (_device, _entries, _held, { mayWrite }) =>
        Promise.resolve(mayWrite?.()).then(() => {
          steps.push('write');
          return answer ? Promise.reject(answer) : uuid;
        }),
      readForChange: () =>
        show('read', readings[Math.min(steps.filter((s) => s === 'read').length, readings.length - 1)]),
      read: () => show('read elsewhere', replica),
    };
    const turn: Partial<JournalTurn> = {
      verify: () => Promise.resolve(),
      mayHaveSet: (kind, list) =>
        Promise.resolve(
          mayHaveSet.some(({ entries, rest: more }) => list === (kind === 'speeddial' ? entries : more?.lists[kind])),
        ),
    };
    const known = { wasRead: before !== undefined, named: undefined, dependsOnHeld: false, held: undefined };
    const given = { kind: 'speeddial', device: phoneKey, entries: asked.entries, before, ...known } as const;
    const port = fakePort({ speedDials: buttons });
    // Time for one pause: nothing that is asserted here needs a longer one.
    const done = writeWatched(
      { ...given, buttons: port.buttons.speeddial },
      { writingStop, watch, turn: turn as JournalTurn },
      callContext(250),
    );
    const told = await done.then(
      ({ found, settled }) => found?.otherwise?.code ?? settled.outcome,
      (thrown: unknown) => (thrown instanceof ServiceError ? thrown.code : thrown),
    );
    return [told, steps.join(' ')];
  };
  const told = () => seen.map(({ kind }: Observation) => kind);
  return { watch, writingStop, write, told };
}

type More = Parameters<ReturnType<typeof watched>['write']>[1];
type Row = readonly [of: string, told: string, steps: string, readings: readonly Reading[], more?: More];

describe('one write', () => {
  it.concurrent.for<Row>([
    ['a list as asked', 'replaced', 'write read', [asked]],
    ['white space at the end of a label', 'replaced', 'write read', [held('new ')]],
    ['another list, seen twice', 'stored-otherwise', 'write read read', [other]],
    ['another list for a moment', 'replaced', 'write read read', [other, asked]],
    ['the list of before for a moment', 'replaced', 'write read read', [old, asked]],
    ['the list of before', 'outcome-unknown', 'write read read', [old]],
    ['a list that may be of an earlier write', 'outcome-unknown', 'write read read', [other], { mayHaveSet: [other] }],
    [
      'an unknown list in place of an unknown list',
      'outcome-unknown',
      'write read read',
      [other],
      { before: undefined },
    ],
    ['a device with another key', 'outcome-unknown', 'write read', [held('new', {}, 'b' as Uuid)]],
    ['no device', 'phone-not-found', 'write read', [gone]],
    ['no answer', 'outcome-unknown', 'write read', [failure('call-manager-timeout', 'unknown')]],
    ['a publisher that is away', 'outcome-unknown', 'write read read elsewhere', [away]],
    ['a replica with the list', 'replaced', 'write read read elsewhere', [away], { replica: asked }],
    [
      'a replica with another list',
      'outcome-unknown',
      'write read read elsewhere read read elsewhere',
      [away],
      { replica: other },
    ],
    ['a fault, and the list of before', 'rejected-by-call-manager', 'write read', [old], { answer: refused }],
    ['a fault, and the list as asked', 'confirmed-by-reading', 'write read', [asked], { answer: refused }],
    ['a fault, and another list', 'stored-otherwise', 'write read read', [other], { answer: refused }],
    [
      'a fault, and lost lines',
      'stored-otherwise',
      'write read read',
      [held('old', { lines: [] })],
      { answer: refused },
    ],
    [
      'a fault, and changed lines',
      'rejected-by-call-manager',
      'write read',
      [held('old', others[0]?.rest)],
      { answer: refused },
    ],
    ['a fault, and no answer', 'rejected-by-call-manager', 'write read read elsewhere', [away], { answer: refused }],
    ['a fault, and no device', 'rejected-by-call-manager', 'write read', [gone], { answer: refused }],
    [
      'a fault, and a list as asked in place of an unknown one',
      'confirmed-by-reading',
      'write read',
      [asked],
      { answer: refused, before: undefined },
    ],
    ['a refusal without a fault', 'call-manager-busy', 'write', [asked], { answer: busy }],
  ])('%s is %s', async ([, told, steps, readings, more], { expect }) => {
    expect(await watched().write(readings, more)).toEqual([told, steps]);
  });
});

describe('harm', () => {
  const stopped = ['writing-stopped', ''];

  it.concurrent.each<readonly [harm: string, after: Held]>([
    ['lost lines', linesGone],
    ['a lost other list', lampsGone],
  ])('by %s stops writing at once, until someone resumes it', async (_harm, after) => {
    const { writingStop, write, told } = watched();
    expect(await writingStop.resume('caller')).toBe(false);
    expect(await write([after])).toEqual(['stored-otherwise', 'write read read']);
    expect(await write([asked])).toEqual(stopped);
    expect(writingStop.known?.device).toBe(`the phone ${phoneKey.name}`);
    expect(await writingStop.resume('caller')).toBe(true);
    expect(await write([asked])).toEqual(['replaced', 'write read']);
    expect(told()).toEqual(['writing-stopped', 'writing-resumed']);
  });

  it('that is gone at the second look is none', async () => {
    const { write, told } = watched();
    expect(await write([linesGone, asked])).toEqual(['replaced', 'write read read']);
    expect(told()).toEqual([]);
  });

  it('is not a foreign edit in between, but two in a row', async () => {
    const { write, told } = watched();
    const [first = asked, second = asked] = others;
    expect(await write([first])).toEqual(['replaced', 'write read read']);
    expect(await write([asked])).toEqual(['replaced', 'write read']);
    expect(await write([first])).toEqual(['replaced', 'write read read']);
    expect(await write([second])).toEqual(['stored-otherwise', 'write read read']);
    expect(await write([asked])).toEqual(stopped);
    expect(told()).toEqual(['changed-beside', 'changed-beside', 'writing-stopped']);
  });

  it('is not another list that an earlier write of this service has set late', async () => {
    const { write, told } = watched();
    expect(await write([lampsGone], { mayHaveSet: [lampsGone] })).toEqual(['replaced', 'write read read']);
    expect(told()).toEqual([]);
  });
});

it('a device is read before a write until a write was seen to leave the rest, and again after one that was not', async () => {
  const { watch, write } = watched();
  const needs = () => watch.needsBefore('speeddial', 'phone');
  const withoutLines = held('old', { lines: [] });
  expect(needs()).toBe(true);
  await write([held('new', { lines: [] })], { before: withoutLines });
  expect(needs()).toBe(true);
  await write([asked]);
  expect([needs(), watch.needsBefore('speeddial', 'profile')]).toEqual([false, true]);
  await write([other]);
  expect(needs()).toBe(true);
});
