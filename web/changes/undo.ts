import { type Change, type ChangeEntry, type ProblemCode, problemMeanings } from '../../src/client/index.js';
import { canonicalIndex } from '../../src/domain/buttons.js';
import { entriesBetween, isSameList } from './change-difference.js';

/** Whether a change was made, or why that is not known. */
export type Standing = 'made' | 'not-made' | 'unknown' | 'in-progress';

const foundLaterMeans: Readonly<Record<NonNullable<Change['foundLater']>['list'], Standing>> = {
  after: 'made',
  before: 'not-made',
  other: 'unknown',
};

const standings: Readonly<Partial<Record<(typeof problemMeanings)[ProblemCode]['means'], Standing>>> = {
  unknown: 'unknown',
  otherwise: 'made',
};

/** @returns what the outcome of a change means, including what was found later */
export function standingOf({ outcome, foundLater }: Pick<Change, 'outcome' | 'foundLater'>): Standing {
  if (foundLater) return foundLaterMeans[foundLater.list];
  if (outcome === 'replaced' || outcome === 'confirmed-by-reading' || outcome === 'seen') return 'made';
  if (outcome === 'in-progress') return outcome;
  return standings[problemMeanings[outcome].means] ?? 'not-made';
}

/** Whether a change may have been made, as far as it is known. */
function mayBeMade(change: Change): boolean {
  const standing = standingOf(change);
  return standing === 'made' || standing === 'unknown';
}

/** Whether someone has deleted the device elsewhere. */
export function isGone({ source, after }: Change): boolean {
  return source === 'elsewhere' && after === null;
}

/** Why a change cannot be undone; undefined if it can. */
export function whyNoUndo(
  change: Change,
): 'gone' | 'unreadable' | 'unknown-before' | 'in-progress' | 'not-made' | 'no-difference' | undefined {
  const { kind, before, after } = change;
  const standing = standingOf(change);
  if (standing === 'in-progress' || standing === 'not-made') return standing;
  if (isGone(change)) return 'gone';
  if (after === null) return 'unreadable';
  if (before === null || !change.undoable) return 'unknown-before';
  return isSameList(kind, before, after) ? 'no-difference' : undefined;
}

/**
 * @returns the change that last set a list, found in changes of which the newest is first; undefined if it is not among
 * them
 */
export function lastSetter(
  changes: readonly Change[],
  kind: Change['kind'],
  present: readonly ChangeEntry[],
): Change | undefined {
  const last = changes.find((change) => change.kind === kind && mayBeMade(change));
  return last?.after && isSameList(kind, last.after, present) ? last : undefined;
}

/**
 * Whether a device has the list from before a change, the list that the change left, or neither.
 * @param isOfEntries compares only the entries that the change touched
 */
export function heldAfter(
  { kind, before, after }: Change,
  present: readonly ChangeEntry[],
  isOfEntries = false,
): 'before' | 'after' | 'other' {
  const { added, removed, changed } = entriesBetween(kind, before ?? [], after ?? []);
  const touched = new Set([...added, ...removed, ...changed.map((pair) => pair.after)].map(place));
  const of = (list: readonly ChangeEntry[]): readonly ChangeEntry[] =>
    isOfEntries ? list.filter((entry) => touched.has(place(entry))) : list;
  if (before !== null && isSameList(kind, of(before), of(present))) return 'before';
  return after !== null && isSameList(kind, of(after), of(present)) ? 'after' : 'other';
}

function place({ index }: ChangeEntry): string {
  return canonicalIndex(index);
}
