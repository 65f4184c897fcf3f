import type { ChangeEntry, ListState } from '../../src/client/index.js';
import { canonicalIndex } from '../../src/domain/buttons.js';
import { entriesBetween, isSameList } from './change-difference.js';
import type { ListView } from './list-view.js';

/** Whether a change was made, or why that is not known. */
export type Standing = 'made' | 'not-made' | 'unknown' | 'in-progress';

const foundLaterMeans: Readonly<Record<NonNullable<ListView['foundLater']>['list'], Standing>> = {
  after: 'made',
  before: 'not-made',
  other: 'unknown',
};

const standings: Readonly<Record<ListState, Standing>> = {
  unread: 'not-made',
  open: 'not-made',
  sending: 'in-progress',
  changed: 'made',
  already: 'not-made',
  'changed-meanwhile': 'not-made',
  refused: 'not-made',
  'stored-otherwise': 'made',
  uncertain: 'unknown',
};

/** @returns whether a list was set, including what was found later */
export function standingOf({ state, foundLater }: Pick<ListView, 'state' | 'foundLater'>): Standing {
  return foundLater ? foundLaterMeans[foundLater.list] : standings[state];
}

/** Whether a change may have been made, as far as it is known. */
function mayBeMade(change: ListView): boolean {
  const standing = standingOf(change);
  return standing === 'made' || standing === 'unknown';
}

/** Whether someone has deleted the device elsewhere. */
export function isGone({ source, after }: ListView): boolean {
  return source === 'elsewhere' && after === null;
}

/** Why a change cannot be undone; undefined if it can. */
export function whyNoUndo(
  change: ListView,
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
  changes: readonly ListView[],
  kind: ListView['kind'],
  present: readonly ChangeEntry[],
): ListView | undefined {
  const last = changes.find((change) => change.kind === kind && mayBeMade(change));
  return last?.after && isSameList(kind, last.after, present) ? last : undefined;
}

/**
 * Whether a device has the list from before a change, the list that the change left, or neither.
 * @param isOfEntries compares only the entries that the change touched
 */
export function heldAfter(
  { kind, before, after }: ListView,
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
