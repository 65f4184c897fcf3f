import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import { type Difference, differenceOf } from '../domain/difference.js';
import { dialledFirst } from '../domain/identifiers.js';
import type { ListFound } from '../use-cases/write-journal.js';
import type { ChangeList } from './change.js';

type Lists = Pick<ChangeList, 'kind' | 'before' | 'after'>;

/**
 * @returns what a change does to a list. If the list before is not known, everything counts as added. If the device was
 * deleted, everything counts as removed
 */
export function difference({ kind, before, after }: Lists): Difference<Entry> {
  return differenceOf(rulesOf(kind), before ?? [], after ?? []);
}

/** @returns which list of a change a device has, whose list is read now: the one after it, the one before, or another */
export function foundIn({ kind, before, after }: Lists, present: readonly Entry[]): ListFound {
  const rules = rulesOf(kind);
  if (after !== null && sameButtons(rules, present, after)) return 'after';
  return before !== null && sameButtons(rules, present, before) ? 'before' : 'other';
}

/**
 * @returns the numbers and addresses that a change touches, each once, with a plain plus; a number with pauses and codes
 * behind it also without them
 */
export function numbersTouched(change: Lists): string[] {
  const { targetOf } = rulesOf(change.kind);
  const { added, removed, changed } = difference(change);
  const touched = [...added, ...removed, ...changed.flatMap((pair) => [pair.before, pair.after])];
  const texts = touched.flatMap((entry) => targetOf(entry)?.number ?? []);
  const numbers = texts.flatMap((text) => [text, dialledFirst(text)]);
  return [...new Set(numbers)].filter((number) => number !== '');
}
