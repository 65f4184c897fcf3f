import { groupsOf } from '../../domain/grouped.js';
import type { NumberInPartition, PointingButton } from '../../client/index.js';
import { type ButtonKind, rulesOf } from '../../domain/button-kinds.js';
import { dialledFirst, dialledForm, type DirectoryNumber } from '../../domain/identifiers.js';
import { deviceKeyOf, type Entry, listKeyOf, partitionOf, refOf, targetOf } from '../lists.js';
import { counted } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { chooseDevices, type DeviceChoice, isNoChoice } from './devices.js';
import { type LeftOut, NothingMeant, stopWhereAllIsLeftOut } from './left-out.js';
import type { ListToSet } from './worked-out.js';
import type { Reader } from './reader.js';

/** Restricts which buttons to a number are edited. An undefined property restricts nothing. */
export interface Narrowing {
  readonly kind: ButtonKind | undefined;
  /** The devices; if none is named, all devices. */
  readonly devices: DeviceChoice;
  readonly oldLabel: string | undefined;
  /** Only busy lamp fields that watch the number in this partition; '' means no partition. */
  readonly partition: string | undefined;
}

/**
 * @param number the number that the button points at
 * @returns the new button; the same one to leave it; undefined to remove it
 */
export type ButtonEdit = (kind: ButtonKind, entry: Entry, number: DirectoryNumber) => Entry | undefined;

/** The edit of the buttons to one number. */
export interface NumberEdit {
  readonly number: string;
  readonly edit: ButtonEdit;
}

export interface EditedButtons {
  readonly lists: readonly ListToSet[];
  /** Notes on the plan, in whole lines. */
  readonly notes: readonly string[];
  /** Names in a file that match nothing. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Plans an edit of every button that points at one of some numbers. Each button is edited only once. So two numbers can
 * be exchanged.
 * @param isFile true if the numbers come from a file: then a number without a match is left out
 * @throws Stop if nothing matches, because no button has the number, or a device or partition does not exist. Also if
 * no partition is named and the number is in several, because it may belong to two people
 */
export async function editButtons(
  reader: Reader,
  edits: readonly NumberEdit[],
  narrowing: Narrowing,
  isFile = false,
): Promise<EditedButtons> {
  const { devices, leftOut: gone } = await chooseDevices(reader, narrowing.devices);
  const among = isNoChoice(narrowing.devices) ? undefined : new Set(devices.map(deviceKeyOf));
  const choose = (number: string): Promise<Chosen> => chooseButtons(reader, number, narrowing, among);
  const choices = await reader.each(edits, ({ number }) => (isFile ? ofFile(number, choose) : choose(number)));
  const chosen = choices.filter((one) => 'buttons' in one);
  const without = choices.filter((one) => 'why' in one);
  stopWhereAllIsLeftOut(without, edits.length);
  const keys = groupsOf(
    chosen.flatMap(({ buttons }) => buttons),
    listKeyOf,
  ).map(([button]) => refOf(button));
  const read = await reader.lists(keys);
  const editOf = new Map(edits.map(({ number, edit }) => [dialledForm(number), edit]));
  const isMeant = meant(narrowing);
  let withCodes = 0;
  const edited = (kind: ButtonKind, entry: Entry): Entry | undefined => {
    const dialled = dialledForm(targetOf(kind, entry));
    // A button that is named with its pauses and codes is meant before all buttons to its number.
    const number = [dialled, dialledFirst(dialled)].find((one) => editOf.has(one));
    const edit = number === undefined || !isMeant(kind, entry) ? undefined : editOf.get(number);
    if (number === undefined || !edit) return entry;
    const after = edit(kind, entry, number);
    if (after === entry && number !== dialled) withCodes += 1;
    return after;
  };
  const lists = read.map(({ key, list }) => ({
    ...key,
    etag: list.etag,
    before: list.entries,
    // The buttons may have changed since they were found, so the entries of the list that was read decide.
    after: list.entries.flatMap((entry) => edited(key.kind, entry) ?? []),
  }));
  const leftOut = chosen.reduce((sum, one) => sum + one.leftOut, 0);
  const notes = [...(leftOut === 0 ? [] : [noteOf(leftOut)]), ...(withCodes === 0 ? [] : [noteOfCodes(withCodes)])];
  return { lists, notes, leftOut: [...gone, ...without] };
}

/** @returns the buttons to a number in a file, or the reason why there are none */
async function ofFile(number: string, choose: (number: string) => Promise<Chosen>): Promise<Chosen | LeftOut> {
  try {
    const chosen = await choose(number);
    return chosen.buttons.length > 0 ? chosen : { name: number, why: 'there is no button to' };
  } catch (thrown) {
    if (thrown instanceof NothingMeant) return thrown.leftOut;
    throw thrown;
  }
}

interface Chosen {
  readonly buttons: readonly PointingButton[];
  /** How many buttons are left out because they have no partition. */
  readonly leftOut: number;
}

async function chooseButtons(
  reader: Reader,
  number: string,
  { kind, devices, oldLabel, partition }: Narrowing,
  among: ReadonlySet<string> | undefined,
): Promise<Chosen> {
  const found = await reader.findButtons(number);
  const carried = found.length === 0 || partition !== undefined ? await reader.findNumbers(number) : [];
  if (found.length === 0 && carried.length === 0) {
    throw new NothingMeant(`no device has ${shown(number)}, and there is no button to it`, {
      ...{ name: number, why: 'no device has, and there is no button to' },
    });
  }
  if (partition !== undefined) {
    checkPartition(number, partition, carried, found);
  }
  const near = found.filter(
    (button) =>
      (kind === undefined || button.kind === kind) &&
      (among?.has(deviceKeyOf(button)) ?? true) &&
      (oldLabel === undefined || button.label === oldLabel),
  );
  if (near.length === 0 && found.length > 0) {
    const look = `check ${narrowedBy({ kind, devices, oldLabel })}`;
    throw new NothingMeant(
      `${counted(found.length, 'button')} to ${shown(number)} found, and none of them matches: ${look}.`,
      { name: number, why: `no button matches (${look}) to` },
    );
  }
  const buttons = near.filter((button) => partition === undefined || button.partition === partition);
  if (partition === undefined) await refuseSeveralPartitions(reader, number, buttons);
  const without = near.filter((button) => partition !== undefined && partition !== '' && button.partition === '');
  return { buttons, leftOut: without.length };
}

/** @returns the options that restrict the buttons, for people: `--device and --old-label` */
function narrowedBy({ kind, devices, oldLabel }: Omit<Narrowing, 'partition'>): string {
  const { names, listed, searched = [] } = devices;
  const options = [
    ...(kind === undefined ? [] : ['--kind']),
    ...(names.length === 0 ? [] : ['--device']),
    ...(listed === undefined ? [] : ['--devices-from']),
    ...(searched.length === 0 ? [] : ['--search']),
    ...(oldLabel === undefined ? [] : ['--old-label']),
  ];
  return options.join(' and ');
}

/** @throws Stop if the number is in no partition of this name; letter case counts */
function checkPartition(
  number: string,
  partition: string,
  carried: readonly NumberInPartition[],
  found: readonly PointingButton[],
): void {
  const inside = carried.map((one) => one.partition);
  const watched = found.filter(({ kind }) => watchesPartitions(kind)).map((button) => button.partition);
  if (inside.includes(partition) || watched.includes(partition)) return;
  // A button without a partition is free-form or a speed dial. So it does not prove that the number has no partition.
  const known = [...inside, ...watched.filter((name) => name !== '')];
  const names = [...new Set(known)].sort().map(partitionName).join(', ');
  const isIn = names === '' ? 'its partition is not known' : `it is in ${names}`;
  throw new NothingMeant(`${shown(number)} is not in the partition ${partitionName(partition)}; ${isIn}.`, {
    name: number,
    why: `not in the partition ${partitionName(partition)}`,
  });
}

/** The name of a partition, for people. */
export function partitionName(partition: string): string {
  return partition === '' ? '(none)' : shown(partition);
}

function noteOf(leftOut: number): string {
  const buttons = leftOut === 1 ? 'one button' : `${leftOut} buttons`;
  return `${buttons} to this number without a partition (speed dials, free-form) skipped, because of --partition`;
}

function noteOfCodes(buttons: number): string {
  return (
    `${counted(buttons, 'button')} with pauses or codes behind this number left alone: name all that such a button ` +
    'dials (NUMBER,CODE), or its label with --old-label'
  );
}

/** @returns whether an entry matches the restrictions */
function meant({ oldLabel, partition }: Narrowing): (kind: ButtonKind, entry: Entry) => boolean {
  return (kind, entry) =>
    (oldLabel === undefined || entry.label === oldLabel) &&
    (partition === undefined || partitionOf(kind, entry) === partition);
}

/** Refuses a number in several partitions if no partition is given, because the number may belong to two people. */
async function refuseSeveralPartitions(
  reader: Reader,
  number: string,
  buttons: readonly PointingButton[],
): Promise<void> {
  const watched = buttons.filter(({ kind }) => watchesPartitions(kind)).map(({ partition }) => partition);
  if (watched.length === 0) return;
  const carried = (await reader.findNumbers(number)).map(({ partition }) => partition);
  // A button without a partition watches a number without one, or is free-form.
  const known = watched.filter((partition) => partition !== '' || carried.includes(''));
  if (known.length === 0) return;
  const partitions = [...new Set([...known, ...carried])].sort();
  if (partitions.length < 2) return;
  throw new Stop(
    `${shown(number)} is in several partitions, so it can belong to several people: ` +
      `${partitions.map(partitionName).join(', ')}. Nothing was changed. ` +
      'Choose one with --partition NAME, or skip busy lamp fields with --kind speeddial',
  );
}

/** Whether buttons of a kind name the partition of their number. */
function watchesPartitions(kind: ButtonKind): boolean {
  return (rulesOf(kind).columns as readonly string[]).includes('partition');
}
