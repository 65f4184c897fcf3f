import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { shownList } from '../domain/buttons.js';
import type { Place } from '../use-cases/write-journal.js';
import { isCarriedOut, isSeen, type SeenChange, type SentList } from './change.js';

/**
 * Completes a change that was seen, from the history of the same list. The order comes from the places that the store
 * has given, never from clocks.
 * @param ofList the newest changes of the list, newest first
 * @returns the change, with the list before it if that list is known; undefined if this service has made the change
 * itself, or the history has the change already
 */
export function told(seen: SeenChange, ofList: readonly SentList[]): SeenChange | undefined {
  const shown = (list: readonly Entry[]): string => shownList<Entry>(rulesOf(seen.kind), list);
  const isSame = (one: readonly Entry[] | null, other: readonly Entry[] | null): boolean =>
    one === null || other === null ? one === other : shown(one) === shown(other);
  const changes = { seen, ofList, since: since(seen, ofList) };
  if (isOwn(changes, isSame)) return undefined;
  const before = listBefore(changes, isSame);
  const [last] = changes.since;
  // A device is deleted only once. If the list is already in the history, another instance has seen it first and stored
  // it.
  if (seen.after === null && last && isSeen(last) && last.after === null) return undefined;
  if (seen.after !== null && before !== null && isSame(before, seen.after)) return undefined;
  return { ...seen, before };
}

interface Changes {
  readonly seen: SeenChange;
  readonly ofList: readonly SentList[];
  /** Changes that were carried out or seen after the list was known to be as before, newest first by their places. */
  readonly since: readonly Placed[];
}

type Placed = SentList & Readonly<Record<'place' | 'knownAt', Place>>;
type IsSame = (one: readonly Entry[] | null, other: readonly Entry[] | null) => boolean;

/** Only lists that have a place. Those of releases up to 1.0.0 have none: they came before every sweep. */
function placed(lists: readonly SentList[]): Placed[] {
  return lists.flatMap((list) => {
    const { place, knownAt } = list.sent;
    return place === undefined || knownAt === undefined ? [] : [{ ...list, place, knownAt }];
  });
}

function since(seen: SeenChange, ofList: readonly SentList[]): readonly Placed[] {
  return placed(ofList)
    .filter((change) => isEffective(change) && change.knownAt > seen.known && isUpTo(seen, change))
    .sort((one, other) => other.place - one.place || other.knownAt - one.knownAt);
}

/**
 * Whether a change came before the call manager was asked for the seen list. For a change that a sweep saw, the stored
 * place may be too early, so such a change always counts as earlier.
 */
function isUpTo({ place }: SeenChange, change: Placed): boolean {
  return isSeen(change) || change.place <= place;
}

/**
 * Whether this service has tried to set the list. The outcome of the write does not matter. But if another list has
 * replaced it since, it does not count.
 */
function isOwn({ seen, ofList, since }: Changes, isSame: IsSame): boolean {
  const { after } = seen;
  if (after === null) return false;
  const mayBe = (list: SentList): boolean => {
    if (isOpen(list)) return true;
    const [change] = placed([list]);
    if (!change || change.knownAt <= seen.known) return false;
    return !since.some((later) => later.place > change.place && !isSame(later.after, after));
  };
  return ofList.some((change) => !isSeen(change) && isSame(change.after, after) && mayBe(change));
}

/**
 * @returns the list before; null if it is not known, because writes may have been carried out after it was last known
 */
function listBefore({ seen, ofList, since }: Changes, isSame: IsSame): SentList['before'] {
  const last = since.find((list) => list.after !== null || !isSeen(list));
  const lastPlace = last ? last.place : seen.known;
  const known = last ? last.after : seen.before;
  const unknown = placed(ofList).filter((change) => isOpen(change) && change.place > lastPlace && isUpTo(seen, change));
  const possible = unknown.filter(({ foundLater }) => foundLater?.list !== 'before');
  return possible.every(({ after }) => isSame(after, known)) ? known : null;
}

/** Whether the list is known to have been set, or to have been there. */
function isEffective({ state, foundLater }: SentList): boolean {
  return isCarriedOut({ state }) || foundLater?.list === 'after';
}

/** Whether the list of the change may still be set, or may have been set late. */
function isOpen({ state, foundLater }: SentList): boolean {
  return state === 'sending' || (state === 'uncertain' && foundLater?.list !== 'after');
}
