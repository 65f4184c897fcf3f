import type { ChangeFilter, ChangeList, ChangeWithLists, DeviceToFind } from '../../client/index.js';
import { type ButtonKind, buttonKinds, rulesOf } from '../../domain/button-kinds.js';
import type { Reader } from '../connection/reader.js';
import { deviceKeyOf, type Entry } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { localTime } from '../times.js';
import { deviceNamed, nameText, ownersNamed } from './devices.js';
import { readWhole } from './lists-of-change.js';

/** Lists to give to devices. */
export interface Model {
  /** A kind that is missing stays as it is. */
  readonly model: ReadonlyMap<ButtonKind, readonly Entry[]>;
  /** Lines that say from which change each list comes, and which list is not known. */
  readonly notes: readonly string[];
}

/** How many changes of a device are searched for its last lists. */
const mostLookedThrough = 1000;

/** @returns at most this many changes, newest first, each with the lists that match, at most 20 */
export async function listChanges(
  reader: Reader,
  filter: ChangeFilter,
  most: number,
): Promise<readonly ChangeWithLists[]> {
  const found = await reader.pages(async (client, options, before, limit) => {
    const { changes, next } = await client.listChanges({ ...filter, limit, before }, options);
    return { items: changes, next };
  }, most);
  return found.slice(0, most);
}

/** @returns at most this many changes of a device, which may be gone, newest first */
export async function changesOf(
  reader: Reader,
  device: DeviceToFind,
  filter: ChangeFilter,
  most: number,
): Promise<readonly ChangeWithLists[]> {
  const found: ChangeWithLists[] = [];
  for (const of of ownersNamed(device)) found.push(...(await listChanges(reader, { ...filter, of }, most)));
  return newestFirst(found).slice(0, most);
}

/** @returns each change once, newest first */
export function newestFirst(changes: readonly ChangeWithLists[]): ChangeWithLists[] {
  const each = new Map(changes.map((change) => [change.id, change]));
  return [...each.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
}

/**
 * @param of a change of one device, or the name of a device that may be gone
 * @param before true for the lists before the change, and not after it
 * @throws Stop if the history does not know them
 */
export async function modelOfHistory(reader: Reader, of: string, before: boolean): Promise<Model> {
  if (!/^\d+$/.test(of)) return lastLists(reader, deviceNamed(of), before);
  const { lists } = await readWhole(reader, of);
  const devices = new Set(lists.map(deviceKeyOf)).size;
  if (devices > 1) {
    throw new Stop(`change ${of} has lists of ${devices} devices; nothing was changed. Name one: --from-change DEVICE`);
  }
  const known = lists.flatMap((list) => {
    const entries = before ? list.before : list.after;
    return entries === null ? [] : [[list.kind, entries as readonly Entry[]] as const];
  });
  if (known.length > 0) return { model: new Map(known), notes: [] };
  throw new Stop(`the history does not know the list ${before ? 'before' : 'after'} change ${of}; nothing was changed`);
}

/** Finds the last lists of a device; for each kind, those of the newest change that may have set it. */
async function lastLists(reader: Reader, device: DeviceToFind, before: boolean): Promise<Model> {
  const name = nameText(device);
  const found = await changesOf(reader, device, {}, mostLookedThrough);
  // The filter leaves only the lists of devices with the name.
  const all = found.flatMap(({ lists, id, time, source }) => lists.map((list) => ({ ...list, id, time, source })));
  const [newest] = all;
  if (!newest) throw new Stop(`the history has no change of ${name}, so its buttons are not known`);
  // Another device may have had the name before.
  const isSame = ({ uuid, deviceKind }: ChangeList): boolean =>
    deviceKind === newest.deviceKind && (uuid === null || newest.uuid === null || uuid === newest.uuid);
  const made = all.filter((list) => isSame(list) && madeStates.has(list.state));
  const model = new Map<ButtonKind, readonly Entry[]>();
  const notes = buttonKinds.map((kind) => {
    const ofKind = made.filter((list) => list.kind === kind);
    const last = ofKind.find((list) => listOf(list, before) !== null);
    const { plural } = rulesOf(kind);
    if (!last) return `the history has no change of the ${plural} of ${name}: they stay as they are`;
    model.set(kind, listOf(last, before) as readonly Entry[]);
    const is = last === ofKind[0] ? '' : ', because the outcome of later changes is not known';
    return `the ${plural} are those of change ${shown(last.id)} of ${localTime(last.time)} (${last.state})${is}`;
  });
  if (model.size === 0) throw new Stop(`the history does not know the buttons of ${name}; nothing was changed`);
  return { model, notes };
}

/** The states of lists that were set, or may have been. */
const madeStates: ReadonlySet<ChangeList['state']> = new Set(['changed', 'stored-otherwise', 'uncertain']);

/** A list of a change, with what its change says about it. */
type MadeList = ChangeList & Pick<ChangeWithLists, 'source'>;

/** @returns the list after or before a change; a change that has deleted the device left none */
function listOf({ before: was, after, source, foundLater }: MadeList, before: boolean): ChangeList['after'] {
  if (before || foundLater?.list === 'before') return was;
  if (foundLater?.list === 'other') return null;
  return after === null && source === 'elsewhere' ? was : after;
}
