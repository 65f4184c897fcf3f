/** A page of a list, and where the next one begins; undefined on the last. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** How many the service gives in one page at most. */
export const mostInPage = 500;

/**
 * Reads page after page of a list, until nothing follows or enough is there.
 * @param read one page behind a cursor, of so many at most: `next` of the page before, undefined for the first
 * @param most how many are enough; there may be a few more, where the pages take no limit
 */
export async function allPages<Item>(
  read: (cursor: string | undefined, limit: number) => Promise<Page<Item>>,
  most = Infinity,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await read(cursor, Math.min(most - found.length, mostInPage));
    for (const item of items) found.push(item);
    cursor = next;
  } while (cursor !== undefined && found.length < most);
  return found;
}
