import type { Button } from '../domain/buttons.js';
import { type Difference, differenceOf } from '../domain/difference.js';
import { dialledForm } from '../domain/identifiers.js';

/**
 * @param before what was there; null where that is not known, and everything counts as added
 * @returns what a change does to a list
 */
export function difference(before: readonly Button[] | null, after: readonly Button[]): Difference<Button> {
  return differenceOf(before ?? [], after, isSame);
}

/** @returns the numbers that a change touches, each once, with a plain plus */
export function numbersTouched(before: readonly Button[] | null, after: readonly Button[]): string[] {
  const { added, removed, changed } = difference(before, after);
  const touched = [...added, ...removed, ...changed.flatMap((pair) => [pair.before, pair.after])];
  return [...new Set(touched.flatMap(numbersOf))];
}

function isSame(one: Button, other: Button): boolean {
  const [a, b] = [propertiesOf(one), propertiesOf(other)];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  names.delete('index');
  return [...names].every((name) => shown(a[name]) === shown(b[name]));
}

/** Those of either kind of button. */
function propertiesOf(entry: Button): Readonly<Record<string, unknown>> {
  return { ...entry };
}

/** A call manager may store a plus with a backslash; that alone is no change. */
function shown(value: unknown): unknown {
  return typeof value === 'string' ? dialledForm(value) : value;
}

function numbersOf(entry: Button): string[] {
  const { dirn, destination } = propertiesOf(entry);
  return [dirn, destination].flatMap((number) =>
    typeof number === 'string' && number !== '' ? [dialledForm(number)] : [],
  );
}
