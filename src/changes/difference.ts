import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { type Difference, differenceOf } from '../domain/difference.js';
import { dialledFirst } from '../domain/identifiers.js';
import type { ChangeList } from './change.js';

type Lists = Pick<ChangeList, 'kind' | 'before' | 'after'>;

/**
 * @returns what a change does to a list. If the list before is not known, everything counts as added. If the device was
 * deleted, everything counts as removed
 */
export function difference({ kind, before, after }: Lists): Difference<Entry> {
  return differenceOf(rulesOf(kind), before ?? [], after ?? []);
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
