import { type ButtonKind, rulesOf } from '../../domain/button-kinds.js';
import { canonicalIndex, inIndexOrder } from '../../domain/buttons.js';
import { type DeviceRef, type Entry, partitionOf, sameLists, targetOf } from '../lists.js';
import { counted, deviceName } from '../output/list-text.js';
import { Stop } from '../stop.js';
import type { ListToSet } from './worked-out.js';
import type { Reader } from './reader.js';

/** A button to add to devices. */
export interface NewButton {
  readonly kind: ButtonKind;
  /** The button at an index. */
  readonly at: (index: string) => Entry;
  /** The index of the new button; undefined for the first free index on each device. */
  readonly index: string | undefined;
}

export interface AddedButtons {
  readonly lists: readonly ListToSet[];
  /** Notes on the plan, in whole lines. */
  readonly notes: readonly string[];
}

/** How many devices a message names. */
const mostNamed = 10;

/**
 * Plans to add a button to devices. A device that has the button already stays as it is.
 * @throws Stop if another button has the index on a device
 */
export async function addButton(
  reader: Reader,
  { kind, at, index }: NewButton,
  devices: readonly DeviceRef[],
): Promise<AddedButtons> {
  const read = await reader.lists(devices.map((device) => ({ ...device, kind })));
  const taken: string[] = [];
  const otherwise: string[] = [];
  const lists = read.map(({ key, list: { entries, etag } }): ListToSet => {
    const isHere = ({ index: other }: Entry): boolean =>
      index === undefined || canonicalIndex(other) === canonicalIndex(index);
    const isSame = (entry: Entry): boolean => sameLists(kind, [entry], [at(entry.index)]);
    const unchanged = { ...key, etag, before: entries, after: entries };
    if (entries.some((entry) => isHere(entry) && isSame(entry))) return unchanged;
    if (index !== undefined && entries.some(isHere)) {
      taken.push(deviceName(key));
      return unchanged;
    }
    const added = at(index ?? firstFree(entries));
    if (entries.some((entry) => pointsAtSame(kind, entry, added))) otherwise.push(deviceName(key));
    return { ...unchanged, after: inIndexOrder([...entries, added]) };
  });
  if (taken.length > 0) {
    throw new Stop(
      `index ${index ?? ''} is taken on ${counted(taken.length, 'device')} (${someOf(taken)}); nothing was changed. ` +
        'Leave --index out to use the first free index of each device',
    );
  }
  const plural = rulesOf(kind).plural;
  const note = `${counted(otherwise.length, 'device')} already with ${plural} to this number (${someOf(otherwise)})`;
  return { lists, notes: otherwise.length === 0 ? [] : [`${note} would get one more`] };
}

function pointsAtSame(kind: ButtonKind, entry: Entry, other: Entry): boolean {
  return targetOf(kind, entry) === targetOf(kind, other) && partitionOf(kind, entry) === partitionOf(kind, other);
}

/** @returns the lowest index that no button has */
function firstFree(entries: readonly Entry[]): string {
  const indexes = new Set(entries.map(({ index }) => canonicalIndex(index)));
  let free = 1;
  while (indexes.has(String(free))) free += 1;
  return String(free);
}

function someOf(names: readonly string[]): string {
  const more = names.length > mostNamed ? ' and others' : '';
  return `${names.slice(0, mostNamed).join(', ')}${more}`;
}
