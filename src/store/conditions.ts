import type { SqlValue, Store } from './sql.js';

/** An SQL condition with its values. */
export type Condition = readonly [text: string, ...values: readonly SqlValue[]];

export function where(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(([text]) => text).join(' AND ')}`;
}

export function valuesOf(conditions: readonly Condition[]): SqlValue[] {
  return conditions.flatMap(([, ...values]) => values);
}

/** @returns the placeholders of values in a statement: `?, ?` */
export function placesFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** @returns whether a text can be a number that a table has given. It must not have more digits than a number keeps */
export function isSequence(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}

/** @returns whether a text is, or was, a number that a table has given */
export async function hasGiven(store: Store, table: string, id: string): Promise<boolean> {
  if (!isSequence(id)) return false;
  const [row] = await store.all<{ given: unknown }>(store.dialect.given(table), [id]);
  return Boolean(row?.given);
}

/** @returns the number as an id; undefined if there is none */
export function idOf(sequence: number | null): string | undefined {
  return sequence === null ? undefined : String(sequence);
}
