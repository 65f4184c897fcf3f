import type { CallContext } from '../use-cases/call-context.js';
import type { ClusterPages, PageTooLarge, ReadPage } from './cluster-pages.js';
import { knownRows, longestKeptText, notKnownRows } from './known-rows.js';
import { ownerRows } from './owner-rows.js';
import { isMiscounted, oneRowTooLarge, SweepGivenUp, type SweepLimits, usualLimits } from './sweep-limits.js';
import type { SweepPosition, TablePosition } from './store/inventory-store.js';
import type { InventoryStore } from './store/whole-store.js';
import { isServiceError } from '../domain/errors.js';
import { optionalTables, sweptTables, type SweptTable } from '../domain/swept-tables.js';
import { type Cells, isListTable, type SweptPage } from './swept-tables.js';

/**
 * The limits of a page. A call manager's answer must stay under 2 MB while a large query runs; here it stays under 1
 * MB.
 */
const pageBytes = 1_000_000;
const [mostRows, firstRows] = [15_000, 500];

/** What a sweep needs. */
export interface SweepParts {
  readonly pages: ClusterPages;
  readonly store: InventoryStore;
  /**
   * Resolves when a page may be requested, and opens the call. This is not too soon after the last page, and not while
   * the call manager is busy or callers wait. It rejects if the sweep must end.
   */
  readonly turn: () => Promise<{ readonly context: CallContext; readonly release: () => void }>;
  /** Called after each page; if it throws, the sweep ends. */
  readonly swept: (page: SweptPageCost) => Promise<void> | void;
  /** `usualLimits` if not given. */
  readonly limits?: Partial<SweepLimits> | undefined;
  /** Called with what is not stored. */
  readonly notKept?: ((what: string) => void) | undefined;
  /** Called with what is stored although it may be wrong. */
  readonly doubted?: ((text: string) => void) | undefined;
}

/** The cost of a page, for the metrics. */
export interface SweptPageCost {
  readonly table: SweptTable;
  readonly rows: number;
  readonly bytes: number;
  readonly durationMs: number;
}

const beginning: TablePosition = { after: '', rows: 0, leftOut: 0 };

/**
 * Reads every table of a call manager, page by page, and stores the differences. It continues from the sweep's
 * position. If the call manager counts more or fewer rows than were read, the table is read again, because a page may
 * have been cut off. A refused table that a sweep can do without is left as it was.
 * @throws ServiceError, StoreUnavailable; what was stored stays, and another sweep can continue there
 */
export async function sweep(position: SweepPosition, parts: SweepParts): Promise<void> {
  for (const table of sweptTables) {
    try {
      await sweepAndCount(position, table, parts);
    } catch (thrown) {
      const isRefused = isServiceError(thrown, 'call-manager-fault', 'call-manager-answer-invalid');
      if (!isRefused || !optionalTables.has(table)) throw thrown;
      parts.doubted?.(`the table “${table}” cannot be read, and is left as it was: ${thrown.facts.detail}`);
    }
  }
}

async function sweepAndCount(position: SweepPosition, table: SweptTable, parts: SweepParts): Promise<void> {
  const read = await sweepTable(position, table, position.tables[table] ?? beginning, parts);
  const counted = await count(table, undefined, parts);
  if (counted === undefined || !isMiscounted(read, counted)) return;
  await parts.store.dropTable(position, table);
  const again = await sweepTable(position, table, beginning, parts);
  if (isMiscounted(again, counted)) parts.doubted?.(miscounted(table, counted, again));
}

/** @returns how many rows of the table were read, from its beginning */
async function sweepTable(
  position: SweepPosition,
  table: SweptTable,
  from: TablePosition,
  parts: SweepParts,
): Promise<number> {
  const { pages, store, swept } = parts;
  const limits = { ...usualLimits, ...parts.limits };
  const read = new TableReading(table, from, parts, limits);
  for (let after: string | undefined = from.after ?? undefined; after !== undefined;) {
    const behind: string = after;
    const answer = await read.some((size, context) => pages.page(table, behind, size, context));
    if (!answer) continue;
    const { startedAt } = answer;
    const before = read.counted;
    const page = await read.whole(answer.page);
    for (const part of partsOf(read.known(page))) {
      const isLast = part.page.upTo === page.upTo;
      await store.keep(position, part.page, isLast ? read.counted : before + part.rows);
    }
    const { rows, bytes } = read.sinceLast();
    await swept({ table, rows, bytes, durationMs: performance.now() - startedAt });
    after = page.upTo;
  }
  return read.counted;
}

/** @returns how many rows the call manager counts; undefined if it does not */
async function count(
  table: SweptTable,
  owner: string | undefined,
  { turn, pages }: SweepParts,
): Promise<number | undefined> {
  const { context, release } = await turn();
  return pages.count(table, owner, context).finally(release);
}

function miscounted(table: SweptTable, counted: number, read: number): string {
  return (
    `the call manager counts ${counted} rows in the table “${table}”, and a sweep has read ${read}, twice: ` +
    'the table is kept as it was read'
  );
}

/** An answer with some rows. */
interface Answered<Page> {
  readonly page: Page;
  readonly startedAt: number;
}

/** One reading of a table. It knows how many rows to request at once, and how many rows were read. */
class TableReading {
  readonly #table: SweptTable;
  readonly #parts: SweepParts;
  readonly #limits: SweepLimits;
  #size = firstRows;
  #rows: number;
  #counted: number;
  #leftOut: number;
  #last = { rows: 0, bytes: 0 };

  /** @param from how much of the table was read before */
  constructor(table: SweptTable, { rows, leftOut }: TablePosition, parts: SweepParts, limits: SweepLimits) {
    this.#table = table;
    this.#parts = parts;
    this.#limits = limits;
    [this.#rows, this.#counted, this.#leftOut] = [rows, rows, leftOut];
  }

  /** How many rows of the table were read, each once. */
  get counted(): number {
    return this.#counted;
  }

  /** @returns undefined if the answer would be too large. The next request then asks for fewer rows */
  async some<Page extends { readonly fetched: number; readonly bytes: number }>(
    ask: (size: number, context: CallContext) => Promise<Page | PageTooLarge>,
    most = Infinity,
  ): Promise<Answered<Page> | undefined> {
    const { turn } = this.#parts;
    const { context, release } = await turn();
    const startedAt = performance.now();
    const size = Math.min(this.#size, most);
    const page = await ask(size, context).finally(release);
    if (!('fetched' in page)) {
      if (size <= 1) throw oneRowTooLarge(this.#table);
      this.#size = Math.max(1, Math.min(page.fits ?? size, Math.floor(size / 2)));
      return undefined;
    }
    this.#rows += page.fetched;
    if (this.#rows > this.#limits.rows) {
      const table = `The call manager's table “${this.#table}” has more than ${this.#limits.rows} rows`;
      throw new SweepGivenUp(`${table}: the inventory keeps no more.`);
    }
    this.#last = { rows: this.#last.rows + page.fetched, bytes: this.#last.bytes + page.bytes };
    if (most > this.#size) this.#size = nextSize(this.#size, page.bytes, page.fetched);
    return { page, startedAt };
  }

  /** @returns the page; or the rows of one owner, if that owner has more rows than a page holds */
  async whole(page: ReadPage): Promise<ReadPage> {
    const { table, crowded: owner } = page;
    this.#counted += page.counted;
    // The page had only rows without a key.
    if (owner === undefined && page.upTo === page.after) this.#size *= 2;
    if (owner === undefined || !isListTable(table)) return page;
    const of = { table, owner };
    const rows = await ownerRows(this.#limits, async (behind, most) => {
      for (;;) {
        const answer = await this.some((size, context) => this.#parts.pages.part(of, behind, size, context), most);
        if (answer) return answer.page;
      }
    });
    if (!rows)
      this.#parts.notKept?.(`the rows in the table “${table}” of the device with the key ${owner}: they are too many`);
    this.#counted += rows?.length ?? (await count(table, owner, this.#parts)) ?? 0;
    return { ...page, upTo: owner, rows: rows ?? notKnownRows(table, owner) };
  }

  /** @returns a page as it is stored */
  known(page: ReadPage): SweptPage {
    const { table, after, upTo } = page;
    const { rows, leftOut, notKnown } = knownRows(table, page.rows);
    for (const owner of notKnown) {
      this.#parts.notKept?.(
        `what the table “${table}” has at the key ${owner}: a text has more than ${longestKeptText} characters, or a row no index`,
      );
    }
    for (const { cells } of page.leftOut ?? [])
      this.#parts.notKept?.(`a row of the table “${table}” without a key: ${shown(cells)}`);
    const left = [...(page.leftOut ?? []), ...leftOut];
    this.#leftOut += left.length;
    if (this.#leftOut > this.#limits.leftOut) {
      const rows = `The call manager's table “${table}” has more than ${this.#limits.leftOut} rows without a key`;
      throw new SweepGivenUp(`${rows}: the inventory leaves out no more.`);
    }
    return { table, after, upTo, rows, leftOut: left };
  }

  /** @returns how much was read since the last call */
  sinceLast(): { readonly rows: number; readonly bytes: number } {
    const last = this.#last;
    this.#last = { rows: 0, bytes: 0 };
    return last;
  }
}

/** The cells of a row for the log: the call manager's own texts, truncated. */
function shown(cells: Cells): string {
  return JSON.stringify(Object.values(cells).map((cell) => (typeof cell === 'string' ? cell.slice(0, 40) : cell)));
}

/** How many rows are stored at once. There are so few that a write waits only for a moment. */
const rowsAtOnce = 500;

/**
 * @returns the parts of a page, and for each part how many rows were read up to its end. Each part has all rows of its
 * owners
 */
function partsOf(page: SweptPage): { readonly page: SweptPage; readonly rows: number }[] {
  const { table, rows, upTo, leftOut } = page;
  const parts: { readonly page: SweptPage; readonly rows: number }[] = [];
  let { after } = page;
  let from = 0;
  for (let to = rowsAtOnce; to < rows.length; to += 1) {
    const owner = rows[to - 1]?.owner;
    if (to - from < rowsAtOnce || owner === undefined || owner === rows[to]?.owner) continue;
    parts.push({ page: { table, after, upTo: owner, rows: rows.slice(from, to) }, rows: to });
    [after, from] = [owner, to];
  }
  return [...parts, { page: { table, after, upTo, rows: rows.slice(from), leftOut }, rows: rows.length }];
}

/** The size of the next page: all rows that fit, but at most twice the rows of the page before. */
function nextSize(size: number, bytes: number, rows: number): number {
  const fit = rows === 0 ? mostRows : Math.floor((pageBytes * rows) / Math.max(1, bytes));
  return Math.max(1, Math.min(mostRows, fit, size * 2));
}
