import type { ButtonKind, PointingButton } from '../../domain/buttons.js';
import { dialledForm } from '../../domain/identifiers.js';
import { type Entry, groupedBy, keyOf, listId, targetOf } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import type { PlannedList } from './plan.js';
import type { Reader } from './reader.js';

/** Which of the buttons to a number are meant; what is undefined narrows nothing. */
export interface Narrowing {
  readonly kind: ButtonKind | undefined;
  /** Names of devices, of either kind; empty for all. */
  readonly devices: readonly string[];
  readonly oldLabel: string | undefined;
  /** Only busy lamp fields that watch the number in this partition; '' is none. */
  readonly partition: string | undefined;
}

export interface EditedButtons {
  readonly lists: readonly PlannedList[];
  /** What is worth knowing beside the plan, in whole lines. */
  readonly notes: readonly string[];
}

/**
 * Plans the same edit for every button that points at a number.
 * @param edit makes the new entry of an old one
 * @throws Stop where the number is two people's, because it is in several partitions and none of them is named
 */
export async function editButtons(
  reader: Reader,
  number: string,
  narrowing: Narrowing,
  edit: (entry: Entry) => Entry,
): Promise<EditedButtons> {
  const found = await reader.findButtons(number);
  const { keys, leftOut } = chosen(found, narrowing);
  const read = await reader.lists(keys);
  const isMeant = meant(number, narrowing);
  const matching = read.flatMap(({ key, list }) => {
    const entries = list.entries.filter(isMeant);
    return entries.length === 0 ? [] : [{ key, list, entries }];
  });
  if (narrowing.partition === undefined) {
    await refuseSeveralPartitions(
      reader,
      number,
      matching.flatMap(({ entries }) => entries),
    );
  }
  const lists = matching.map(({ key, list }) => ({
    ...key,
    etag: list.etag,
    before: list.entries,
    after: list.entries.map((entry) => (isMeant(entry) ? edit(entry) : entry)),
  }));
  return { lists, notes: leftOut === 0 ? [] : [noteOf(leftOut)] };
}

function noteOf(leftOut: number): string {
  const buttons = leftOut === 1 ? 'one button' : `${leftOut} buttons`;
  return `${buttons} to this number without a partition (speed dials, free-form) left out, because of --partition`;
}

/** @returns the lists to read, and how many buttons are left out because they have no partition */
function chosen(found: readonly PointingButton[], { kind, devices, oldLabel, partition }: Narrowing) {
  const names = new Set(devices.map((name) => name.toLowerCase()));
  const near = found.filter(
    (button) =>
      (kind === undefined || button.kind === kind) &&
      (names.size === 0 || names.has(button.device.toLowerCase())) &&
      (oldLabel === undefined || button.label === oldLabel),
  );
  const inPartition = near.filter((button) => partition === undefined || button.partition === partition);
  const keys = groupedBy(inPartition, listId).flatMap(([button]) => (button ? [keyOf(button)] : []));
  const leftOut = near.filter((button) => partition !== undefined && partition !== '' && button.partition === '');
  return { keys, leftOut: leftOut.length };
}

/** @returns what tells the entries that are meant: what was found may have changed since, so the entries decide */
function meant(number: string, { oldLabel, partition }: Narrowing): (entry: Entry) => boolean {
  const dialled = dialledForm(number);
  return (entry) =>
    targetOf(entry) === dialled &&
    (oldLabel === undefined || entry.label === oldLabel) &&
    (partition === undefined || ('partition' in entry && entry.partition === partition));
}

/** The same number in two partitions is two people: which of them is meant has to be said. */
async function refuseSeveralPartitions(reader: Reader, number: string, entries: readonly Entry[]): Promise<void> {
  const watched = entries.flatMap((entry) => ('partition' in entry ? [entry.partition] : []));
  if (watched.length === 0) return;
  const carried = (await reader.findNumbers(number)).map(({ partition }) => partition);
  const partitions = [...new Set([...watched, ...carried])].sort();
  if (partitions.length < 2) return;
  const named = partitions.map((partition) => (partition === '' ? '(none)' : shown(partition))).join(', ');
  throw new Stop(
    `${shown(number)} is in several partitions, which may be several people: ${named}. Nothing was changed. ` +
      'Say which with --partition NAME, or leave busy lamp fields out with --kind speeddial',
  );
}
