import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { shownList } from '../domain/buttons.js';
import type { Place } from '../use-cases/write-journal.js';
import { carriedOut, type Change, type SeenChange } from './change.js';

/**
 * Completes a change that was seen, from the history of the same list. The order comes from the places that the
 * inventory's store has given, never from clocks.
 * @param ofList the newest changes of the list, newest first
 * @returns the change, with the list before it if that list is known; undefined if this service has made the change
 * itself, or the history has the change already
 */
export function told(seen: SeenChange, ofList: readonly Change[]): SeenChange | undefined {
  const shown = (list: readonly Entry[]): string => shownList<Entry>(rulesOf(seen.kind), list);
  const isSame = (one: readonly Entry[] | null, other: readonly Entry[] | null): boolean =>
    one === null || other === null ? one === other : shown(one) === shown(other);
  const changes = { seen, ofList, since: since(seen, ofList), doubtful: doubtful(seen, ofList) };
  if (isOwn(changes, isSame)) return undefined;
  const before = listBefore(changes, isSame);
  const [last] = changes.since;
  // A device is deleted only once. If the list is already in the history, another instance has seen it first and stored
  // it.
  if (seen.after === null && last?.outcome === 'seen' && last.after === null) return undefined;
  if (seen.after !== null && before !== null && isSame(before, seen.after)) return undefined;
  return { ...seen, before };
}

interface Changes {
  readonly seen: SeenChange;
  readonly ofList: readonly Change[];
  /** Changes that were carried out or seen after the list was known to be as before, newest first by their places. */
  readonly since: readonly Placed[];
  /** Writes of instances without an inventory, for which it is not known when they were made. */
  readonly doubtful: readonly Change[];
}

type Placed = Change & { readonly place: Place };
type IsSame = (one: readonly Entry[] | null, other: readonly Entry[] | null) => boolean;

/**
 * Whether a change has a place in the same epoch as the seen change. Otherwise it came before the store was created
 * again.
 */
function isPlaced({ known }: SeenChange) {
  return (change: Change): change is Placed => change.place?.epoch === known.epoch;
}

function since(seen: SeenChange, ofList: readonly Change[]): readonly Placed[] {
  return ofList
    .filter(isPlaced(seen))
    .filter((change) => isEffective(change) && change.place.number > seen.known.number && isUpTo(seen, change))
    .sort((one, other) => other.place.number - one.place.number);
}

/**
 * Whether a change came before the call manager was asked for the seen list. For a change that a sweep saw, the stored
 * place may be too early, so such a change always counts as earlier.
 */
function isUpTo({ place }: SeenChange, change: Placed): boolean {
  return change.outcome === 'seen' || change.place.number <= place.number;
}

/**
 * @returns the changes without a place for which it is not known when they were made. Changes that were stored before a
 * seen change, or before a change with a place, are known to be earlier, so they are not among them
 */
function doubtful(seen: SeenChange, ofList: readonly Change[]): readonly Change[] {
  const isInOrder = isPlaced(seen);
  const end = ofList.findIndex((change) => isInOrder(change) || change.outcome === 'seen');
  return ofList.slice(0, end < 0 ? undefined : end).filter(({ place }) => place === undefined);
}

/**
 * Whether this service has tried to set the list. The outcome of the write does not matter. But if another list has
 * replaced it since, it does not count.
 */
function isOwn({ seen, ofList, since, doubtful }: Changes, isSame: IsSame): boolean {
  const { after } = seen;
  if (after === null) return false;
  const isInOrder = isPlaced(seen);
  const mayBe = (change: Change): boolean => {
    if (isOpen(change) || doubtful.includes(change)) return true;
    if (!isInOrder(change) || change.place.number <= seen.known.number) return false;
    return !since.some((later) => later.place.number > change.place.number && !isSame(later.after, after));
  };
  return ofList.some((change) => change.outcome !== 'seen' && isSame(change.after, after) && mayBe(change));
}

/**
 * @returns the list before; null if it is not known, because writes may have been carried out after it was last known
 */
function listBefore({ seen, ofList, since, doubtful }: Changes, isSame: IsSame): Change['before'] {
  const last = since.find(({ after, outcome }) => after !== null || outcome !== 'seen');
  const lastPlace = last ? last.place.number : seen.known.number;
  const known = last ? last.after : seen.before;
  const unknown = ofList
    .filter(isPlaced(seen))
    .filter((change) => isOpen(change) && change.place.number > lastPlace && isUpTo(seen, change));
  const others = [...doubtful.filter((change) => isEffective(change) || isOpen(change)), ...unknown];
  const possible = others.filter(({ foundLater }) => foundLater?.list !== 'before');
  return possible.every(({ after }) => isSame(after, known)) ? known : null;
}

/** Whether the list is known to have been set, or to have been there. */
function isEffective({ outcome, foundLater }: Change): boolean {
  return carriedOut.has(outcome) || foundLater?.list === 'after';
}

/** Whether the list of the change may still be set, or may have been set late. */
function isOpen({ outcome, foundLater }: Change): boolean {
  return outcome === 'in-progress' || (outcome === 'outcome-unknown' && foundLater?.list !== 'after');
}
