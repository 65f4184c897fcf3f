import type { CallContext } from '../use-cases/call-context.js';
import type { ClusterPages } from './cluster-pages.js';
import type { InventoryStore, SweepPosition } from './store/inventory-store.js';
import { sweptTables, type SweptTable } from '../domain/swept-tables.js';
import type { SweptPage } from './swept-tables.js';

/** What bounds a page: a call manager's answer must stay under 2 MB while a large query runs, and here under 1 MB. */
const pageBytes = 1_000_000;
const [fewestRows, mostRows, firstRows] = [50, 15_000, 500];

/** What a sweep needs of the world. */
export interface SweepParts {
  readonly pages: ClusterPages;
  readonly store: InventoryStore;
  /**
   * Resolves when a page may be asked for: neither too soon after the last one, nor while the call manager is busy or
   * callers wait. It opens the call; rejects where the sweep is to end.
   */
  readonly turn: () => Promise<{ readonly context: CallContext; readonly release: () => void }>;
  /** Told after each page. */
  readonly swept: (page: SweptPageCost) => void;
}

/** What a page cost, for the metrics. */
export interface SweptPageCost {
  readonly table: SweptTable;
  readonly rows: number;
  readonly bytes: number;
  readonly durationMs: number;
}

/**
 * Reads every table of a call manager, page by page, and keeps what differs. It goes on where a sweep stands.
 * @throws ServiceError, InventoryUnavailable; what was kept stays, and another sweep can go on there
 */
export async function sweep(position: SweepPosition, parts: SweepParts): Promise<void> {
  for (const table of sweptTables) {
    const after = position.tables[table];
    if (after !== null) await sweepTable(position, table, after ?? '', parts);
  }
}

async function sweepTable(position: SweepPosition, table: SweptTable, from: string, parts: SweepParts): Promise<void> {
  const { pages, store, turn, swept } = parts;
  let size = firstRows;
  for (let after: string | undefined = from; after !== undefined;) {
    const { context, release } = await turn();
    const asked = await store.next();
    const started = performance.now();
    const page = await pages.page(table, after, size, context).finally(release);
    if ('fits' in page) {
      if (size <= 1) throw new Error('a page of one row is too large');
      size = Math.max(1, Math.min(page.fits ?? size, Math.floor(size / 2)));
      continue;
    }
    for (const part of partsOf(page)) await store.keep(position, part, asked);
    swept({ table, rows: page.fetched, bytes: page.bytes, durationMs: performance.now() - started });
    // One owner alone had more rows than were asked for.
    const isStuck = page.upTo === after;
    size = isStuck ? size * 2 : nextSize(size, page.bytes, page.fetched);
    after = page.upTo;
  }
}

/** How many rows are kept at once: who writes between two of them waits only for a moment. */
const rowsAtOnce = 500;

/** @returns a page in parts, each with every row of its owners */
function partsOf(page: SweptPage): SweptPage[] {
  const { table, rows, upTo } = page;
  const parts: SweptPage[] = [];
  let { after } = page;
  let from = 0;
  for (let to = rowsAtOnce; to < rows.length; to += 1) {
    const owner = rows[to - 1]?.owner;
    if (to - from < rowsAtOnce || owner === undefined || owner === rows[to]?.owner) continue;
    parts.push({ table, after, upTo: owner, rows: rows.slice(from, to) });
    [after, from] = [owner, to];
  }
  return [...parts, { table, after, upTo, rows: rows.slice(from) }];
}

/** The next page follows the last one: as many rows as fit, and at most twice as many as before. */
function nextSize(size: number, bytes: number, rows: number): number {
  const fit = rows === 0 ? mostRows : Math.floor((pageBytes * rows) / Math.max(1, bytes));
  return Math.max(fewestRows, Math.min(mostRows, fit, size * 2));
}
