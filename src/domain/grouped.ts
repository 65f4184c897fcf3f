/** @returns the items in groups by their keys, in the order in which the groups begin */
export function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, [Item, ...Item[]]> {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** @returns the same groups without their keys */
export function groupsOf<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): [Item, ...Item[]][] {
  return [...grouped(items, keyOf).values()];
}
