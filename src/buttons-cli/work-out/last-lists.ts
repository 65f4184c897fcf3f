import type { ChangeFilter, ChangeList, ChangeWithLists } from '../../client/index.js';
import { type ButtonKind, buttonKinds, rulesOf } from '../../domain/button-kinds.js';
import { entriesIn, type Entry } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { localTime } from '../times.js';
import type { Model } from './copy-buttons.js';
import { namesOf, severalKinds } from './devices.js';
import type { Reader } from './reader.js';

/** How many changes of a device are searched for its last lists. */
const mostLookedThrough = 1000;

/** The last lists of a device, as far as the history knows. */
export interface LastLists {
  readonly model: Model;
  /** Lines that say from which change each list comes, and which list is not known. */
  readonly notes: readonly string[];
}

/** @returns at most this many changes of a device, newest first; the device may be gone */
export async function changesOf(
  reader: Reader,
  argument: string,
  filter: ChangeFilter,
  most: number,
): Promise<readonly ChangeWithLists[]> {
  const { kinds, name, ofMac } = namesOf(argument);
  if (name === '') throw new Stop("the device's name is empty");
  if (ofMac !== undefined) {
    const ofPhone = await reader.listChanges({ ...filter, of: ofMac }, most);
    if (ofPhone.length > 0) {
      reader.namesTaken.set(argument, ofMac);
      return ofPhone;
    }
  }
  const found: ChangeWithLists[] = [];
  for (const kind of kinds) {
    const of = kind === 'phone' ? name : { profile: name };
    found.push(...(await reader.listChanges({ ...filter, of }, most)));
  }
  return found.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)).slice(0, most);
}

/**
 * Finds the last lists of a device by its name; the device may be gone.
 * @param before true for the list before the last change, and not after it
 * @throws Stop if the history knows none, or knows a phone and a device profile with the name
 */
export async function lastLists(reader: Reader, argument: string, before: boolean): Promise<LastLists> {
  const found = await changesOf(reader, argument, {}, mostLookedThrough);
  const { name } = namesOf(argument);
  // The filter leaves only the lists of devices with the name.
  const all = found.flatMap(({ lists, id, time, source }) => lists.map((list) => ({ ...list, id, time, source })));
  const [newest] = all;
  if (!newest) throw new Stop(`the history has no change of ${shown(name)}, so its buttons are not known`);
  if (all.some(({ deviceKind }) => deviceKind !== newest.deviceKind)) throw severalKinds(name);
  // Another device may have had the name before.
  const ofDevice = all.filter(({ uuid }) => uuid === null || newest.uuid === null || uuid === newest.uuid);
  const model = new Map<ButtonKind, readonly Entry[]>();
  const notes: string[] = [];
  for (const kind of buttonKinds) {
    const ofKind = ofDevice.filter((list) => list.kind === kind && isMade(list));
    const known = ofKind.flatMap((list) => {
      const entries = entriesIn(kind, listOf(list, before) ?? [null]);
      return entries ? [{ list, entries }] : [];
    });
    const [last] = known;
    if (!last) {
      notes.push(`the history has no change of the ${rulesOf(kind).plural} of ${shown(name)}: they stay as they are`);
      continue;
    }
    model.set(kind, last.entries);
    const { id, time, state } = last.list;
    const is = last.list === ofKind[0] ? '' : ', because the outcome of later changes is not known';
    notes.push(`the ${rulesOf(kind).plural} are those of change ${shown(id)} of ${localTime(time)} (${state})${is}`);
  }
  if (model.size === 0) throw new Stop(`the history does not know the buttons of ${shown(name)}; nothing was changed`);
  return { model, notes };
}

/** The states of lists that were set, or may have been. */
const madeStates: ReadonlySet<ChangeList['state']> = new Set(['changed', 'stored-otherwise', 'uncertain']);

function isMade({ state }: ChangeList): boolean {
  return madeStates.has(state);
}

/** A list of a change, with what its change says about it. */
type MadeList = ChangeList & Pick<ChangeWithLists, 'source'>;

/** @returns the list after or before a change; a change that has deleted the device left none */
function listOf({ before: was, after, source, foundLater }: MadeList, before: boolean): ChangeList['after'] {
  if (before || foundLater?.list === 'before') return was;
  if (foundLater?.list === 'other') return null;
  return after === null && source === 'elsewhere' ? was : after;
}
