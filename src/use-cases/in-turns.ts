import { setImmediate as immediately } from 'node:timers/promises';

/** How many items are sorted before other work may run. This takes some milliseconds. */
const turn = 2_000;

/**
 * Sorts many items without blocking the event loop: it sorts one part at a time, and then merges the sorted parts.
 * @returns a new array; items that compare as equal keep their order
 */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  if (items.length <= turn) return [...items].sort(compare);
  let rows: Item[][] = [];
  for (let at = 0; at < items.length; at += turn) {
    rows.push(items.slice(at, at + turn).sort(compare));
    await immediately();
  }
  while (rows.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < rows.length; at += 2) merged.push(await mergedInTurns(rows[at] ?? [], rows[at + 1], compare));
    rows = merged;
  }
  return rows[0] ?? [];
}

async function mergedInTurns<Item>(
  left: Item[],
  right: readonly Item[] | undefined,
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  if (!right) return left;
  const merged: Item[] = [];
  const [one, other] = [left.values(), right.values()];
  let [a, b] = [one.next(), other.next()];
  while (a.done !== true || b.done !== true) {
    if (b.done === true || (a.done !== true && compare(a.value, b.value) <= 0)) {
      merged.push(a.value as Item);
      a = one.next();
    } else {
      merged.push(b.value);
      b = other.next();
    }
    if (merged.length % turn === 0) await immediately();
  }
  return merged;
}
