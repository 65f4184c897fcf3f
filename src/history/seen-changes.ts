import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { shownList } from '../domain/buttons.js';
import type { Place } from '../use-cases/write-journal.js';
import type { Change, SeenChange } from './change.js';

/**
 * What becomes of a change that was seen, by what the history has of the same list. Order comes from the places that
 * the inventory's store has given, never from clocks.
 * @param ofList the newest changes of the list, the newest first
 * @returns the change with what is known to have been there before it; undefined if it is this service's own, or told
 *   already
 */
export function told(seen: SeenChange, ofList: readonly Change[]): SeenChange | undefined {
  const shown = (list: readonly Entry[]): string => shownList<Entry>(rulesOf(seen.kind), list);
  const isSame = (one: readonly Entry[] | null, other: readonly Entry[] | null): boolean =>
    one === null || other === null ? one === other : shown(one) === shown(other);
  const changes = { seen, ofList, since: since(seen, ofList), doubtful: doubtful(seen, ofList) };
  if (isOwn(changes, isSame)) return undefined;
  const before = listBefore(changes, isSame);
  const [last] = changes.since;
  // A device is taken away once; and what is there already was told by whoever has seen it first.
  if (seen.after === null && last?.outcome === 'seen' && last.after === null) return undefined;
  if (seen.after !== null && before !== null && isSame(before, seen.after)) return undefined;
  return { ...seen, before };
}

interface Changes {
  readonly seen: SeenChange;
  readonly ofList: readonly Change[];
  /** Those that were carried out or seen after the list is known to have been as before, the newest first by their places. */
  readonly since: readonly Placed[];
  /** Writes of instances that have no inventory: when they were made cannot be told. */
  readonly doubtful: readonly Change[];
}

type Placed = Change & { readonly place: Place };
type IsSame = (one: readonly Entry[] | null, other: readonly Entry[] | null) => boolean;

/** Whether a change is in the order of the same store as what was seen: else it came before that was made again. */
function isPlaced({ known }: SeenChange) {
  return (change: Change): change is Placed => change.place?.epoch === known.epoch;
}

function since(seen: SeenChange, ofList: readonly Change[]): readonly Placed[] {
  return ofList
    .filter(isPlaced(seen))
    .filter((change) => isEffective(change) && change.place.number > seen.known.number && isUpTo(seen, change))
    .sort((one, other) => other.place.number - one.place.number);
}

/** Whether it came before the call manager was asked for what was seen. A sweep may give an earlier place than it has seen it at. */
function isUpTo({ place }: SeenChange, change: Placed): boolean {
  return change.outcome === 'seen' || change.place.number <= place.number;
}

/** What was seen, by whichever release, and what has a place, are later than all that the history had before them. */
function doubtful(seen: SeenChange, ofList: readonly Change[]): readonly Change[] {
  const isInOrder = isPlaced(seen);
  const end = ofList.findIndex((change) => isInOrder(change) || change.outcome === 'seen');
  return ofList.slice(0, end < 0 ? undefined : end).filter(({ place }) => place === undefined);
}

/** A list that this service was to set is its own, however its write ended, unless another has taken its place since. */
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

/** @returns null if it is not known: where writes may have been carried out since it was as it is known to have been */
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

/** Whether a list is known to have been set, or to be there. */
function isEffective({ outcome, foundLater }: Change): boolean {
  return (
    outcome === 'replaced' || outcome === 'confirmed-by-reading' || outcome === 'seen' || foundLater?.list === 'after'
  );
}

/** Whether a list may be set, and may be so late. */
function isOpen({ outcome, foundLater }: Change): boolean {
  return outcome === 'in-progress' || (outcome === 'outcome-unknown' && foundLater?.list !== 'after');
}
