/** A page of a list, and the start of the next one; undefined on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** How many items the service puts in one page at most. */
export const mostInPage = 500;

/**
 * Reads a list page by page, until it ends or enough items are there.
 * @param read reads one page after a cursor, with a limit of items. The cursor is `next` of the previous page,
 * undefined for the first
 * @param most how many items are enough; the result may have a few more if the pages have no limit
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
