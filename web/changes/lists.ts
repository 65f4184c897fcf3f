import { type Change, type ChangeEntry, type ChangeList, countLists, listsToSet } from '../../src/client/index.js';
import type { Difference } from '../../src/domain/difference.js';
import { grouped } from '../../src/domain/grouped.js';
import { withMoves } from '../editing/moves.js';

/** @returns one text for each list of a change */
export function keyOfList({ deviceKind, device, kind }: ChangeList): string {
  return `${deviceKind} ${device} ${kind}`;
}

type Counts = Change['counts'];

/** The states of lists that the change still has to handle. */
const waiting = ['unread', 'open', 'sending'] as const satisfies readonly ChangeList['state'][];

/** @returns the number of lists that are still to be tried */
export function leftOf(counts: Counts): number {
  return countLists(counts, waiting);
}

const toSet: readonly ChangeList['state'][] = listsToSet;

/** @returns the state of a list as it is shown: a change that was closed sets no more lists */
export function listStateIn({ state: of }: Pick<Change, 'state'>, state: ChangeList['state']): ChangeList['state'] {
  return of === 'closed' && (state === 'open' || state === 'unread') ? 'refused' : state;
}

/**
 * Whether a page shows what a change does to each list. It does not if the lists were read while the service was still
 * reading them.
 */
export function isShown(lists: readonly ChangeList[]): boolean {
  return lists.every(({ state }) => state !== 'unread');
}

/** Whether the change will set a list that was changed after it was read. */
export function isChangedSince({ state, changedSince }: ChangeList): boolean {
  return changedSince !== null && toSet.includes(state);
}

/** The states of lists that are not as asked for, although they were tried. */
const wrong: readonly ChangeList['state'][] = ['refused', 'uncertain', 'stored-otherwise', 'changed-meanwhile'];

/** @returns the lists in their order, those with a problem first */
export function problemsFirst(lists: readonly ChangeList[]): readonly ChangeList[] {
  const isWrong = ({ state, problem }: ChangeList): boolean => problem !== null || wrong.includes(state);
  return [...lists.filter(isWrong), ...lists.filter((list) => !isWrong(list))];
}

/** Whether the list can be undone by itself, as far as this page knows. */
export function isUndoable({ state, undoable, undoneBy }: ChangeList): boolean {
  return undoable && undoneBy === null && ['changed', 'stored-otherwise', 'uncertain'].includes(state);
}

/** A place at which a change changes a button. */
export interface Place {
  readonly list: ChangeList;
  readonly index: string;
}

/** What a change does to buttons in several lists. */
export interface SameDeed {
  /** The change. It has indexes only if buttons are moved. */
  readonly difference: Difference<ChangeEntry>;
  readonly places: readonly Place[];
  /** The number of devices with these buttons. */
  readonly devices: number;
}

interface Deed extends Place {
  readonly difference: Difference<ChangeEntry>;
}

const nothing: Difference<ChangeEntry> = { added: [], removed: [], changed: [] };

/** @returns the changes that several lists have in common, the most frequent first */
export function sameDeeds(lists: readonly ChangeList[]): readonly SameDeed[] {
  const groups = [...grouped(lists.flatMap(deedsOf), keyOf).values()];
  return groups
    .filter((deeds) => new Set(deeds.map(({ list }) => list)).size > 1)
    .map((deeds) => ({
      difference: deeds[0].difference,
      places: deeds,
      devices: new Set(deeds.map(({ list }) => `${list.deviceKind} ${list.device}`)).size,
    }))
    .sort((one, other) => other.places.length - one.places.length);
}

/** The same change of a label or number is one change, for both kinds of buttons. */
function keyOf({ list, difference }: Deed): string {
  return JSON.stringify([difference.changed.length > 0 ? '' : list.kind, difference]);
}

/** Every change in a list, one by one. */
function deedsOf(list: ChangeList): readonly Deed[] {
  if (list.difference === null) return [];
  const { added, removed, changed, moved } = withMoves(list.difference);
  const deed = (index: string, of: Partial<Difference<ChangeEntry>>): Deed => ({
    ...{ list, index },
    difference: { ...nothing, ...of },
  });
  return [
    ...changed.map(({ before, after }) => deed(after.index, { changed: [changedPart(before, after)] })),
    ...removed.map((entry) => deed(entry.index, { removed: [bare(entry)] })),
    ...added.map((entry) => deed(entry.index, { added: [bare(entry)] })),
    ...moved.flatMap((shift) =>
      shift.map(({ before, after }) => deed(after.index, { removed: [before], added: [after] })),
    ),
  ];
}

/** @returns both entries. Partition and pickup are left out if they stay the same */
function changedPart(before: ChangeEntry, after: ChangeEntry) {
  const isKept = before.partition === after.partition && before.pickup === after.pickup;
  const only = (entry: ChangeEntry): ChangeEntry => bare({ ...entry, partition: undefined, pickup: undefined });
  return isKept ? { before: only(before), after: only(after) } : { before: bare(before), after: bare(after) };
}

/** @returns an entry with its properties in a fixed order, without its index */
function bare({ dirn, destination, partition, label, pickup }: ChangeEntry): ChangeEntry {
  return {
    ...{ index: '', label },
    ...(dirn !== undefined && { dirn }),
    ...(destination !== undefined && { destination }),
    ...(partition !== undefined && { partition }),
    ...(pickup !== undefined && { pickup }),
  };
}
