import type { OwnerPart, RowPlace } from './cluster-pages.js';
import type { SweptRow } from './swept-tables.js';

/** How much of one owner is read at most. */
export interface OwnerLimits {
  readonly ownerRows: number;
  readonly ownerBytes: number;
}

/** How often an owner's rows are read if they change in the meantime. */
const mostReadings = 3;

/**
 * Reads the rows of one owner that has more rows than a page, in parts, in order of their indexes and keys. An update
 * gives an owner's rows new keys. So if the first row has another key at the end, the list was updated while it was
 * read, and everything is read again.
 * @param read requests a part; `most` is the highest number of rows, if fewer are wanted than fit
 * @returns undefined if there are too many rows, or if they change again and again
 */
export async function ownerRows(
  { ownerRows: mostRows, ownerBytes: mostBytes }: OwnerLimits,
  read: (behind: RowPlace | undefined, most?: number) => Promise<OwnerPart>,
): Promise<readonly SweptRow[] | undefined> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const rows: SweptRow[] = [];
    let bytes = 0;
    let first: RowPlace | undefined;
    for (let behind: RowPlace | undefined; ;) {
      const part = await read(behind);
      first ??= part.first;
      rows.push(...part.rows.slice(0, mostRows + 1));
      bytes += part.bytes;
      if (rows.length > mostRows || bytes > mostBytes) return undefined;
      if (part.next === undefined) break;
      behind = part.next;
    }
    const { first: still } = await read(undefined, 1);
    if (still?.key === first?.key) return rows;
  }
  return undefined;
}
