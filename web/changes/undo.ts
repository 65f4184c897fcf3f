import type { Change, ChangeEntry } from '../../src/client/index.js';
import { isSameList } from './change-difference.js';

const mayHaveBeenMade: ReadonlySet<Change['outcome']> = new Set([
  'replaced',
  'confirmed-by-reading',
  'outcome-unknown',
]);

/** Why a change cannot be undone; undefined where it can. */
export function whyNoUndo({
  kind,
  before,
  after,
  outcome,
}: Change): 'unknown-before' | 'under-way' | 'not-made' | 'no-difference' | undefined {
  if (outcome === 'in-progress') return 'under-way';
  if (!mayHaveBeenMade.has(outcome)) return 'not-made';
  if (before === null) return 'unknown-before';
  return isSameList(kind, before, after) ? 'no-difference' : undefined;
}

/** Whether a device holds what was there before a change, what the change left, or neither. */
export function heldAfter(
  { kind, before, after }: Change,
  present: readonly ChangeEntry[],
): 'before' | 'after' | 'other' {
  if (before !== null && isSameList(kind, before, present)) return 'before';
  return isSameList(kind, after, present) ? 'after' : 'other';
}
