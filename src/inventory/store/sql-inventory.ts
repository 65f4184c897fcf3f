import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import { sweptTables, type SweptTable } from '../../domain/swept-tables.js';
import type { SweptPage } from '../swept-tables.js';
import { findFindings, type FoundFindings } from './find-findings.js';
import { changedLists, compareSweeps, type Generations, nothingChanged } from './compare-sweeps.js';
import { doubtfulLists, missingNumbers, watchedBy } from './doubtful-lists.js';
import { StoreUnavailable } from '../../store/problems.js';
import {
  type AskedRows,
  type Comparison,
  type DoubtfulLists,
  type Kept,
  type StoredNumber,
  type SweepPace,
  type SweepPosition,
  type TablePosition,
  type WatchedNumber,
} from './inventory-store.js';
import { keepFormerNumbers } from './former-numbers.js';
import {
  forgetFormerLabels,
  historyReadTo,
  keepRelabellings,
  placesOf,
  type Relabelling,
} from './kept-former-labels.js';
import { countKept, type KeptCounts, nothingKept } from './kept-counts.js';
import { keptLists } from './kept-lists.js';
import { keepRows } from './keep-rows.js';
import { clearLeftOut, keepLeftOut, settleLeftOut } from './left-out.js';
import { type GenerationAges, KeptReads } from './kept-reads.js';
import { keepFindings, type PackedFindings } from './packed-findings.js';
import { inventoryTables, tableNamed } from './schema.js';
import type { Sql } from '../../store/sql.js';
import { seenIn } from './statements.js';
import type { Place } from '../../domain/place.js';

interface GenerationRow {
  readonly id: number;
  readonly number: Place;
  readonly began: number;
  readonly went_on: number;
}

/** How many rows one statement ends or deletes. */
const portion = 500;

/** If a sweep made no progress for this time, in milliseconds, another instance may take it over. */
export const usualAbandonedMs = 2 * 60_000;
/** For this time, in milliseconds, an interrupted sweep continues where it ended. After that, a sweep starts again. */
const resumableMs = 10 * 60_000;

/**
 * The inventory in a database. Each row says to which generations it belongs. So readers see the last complete sweep
 * while the next one is written. Each method rejects with StoreUnavailable if the store cannot carry it out now.
 */
export class SqlInventory extends KeptReads {
  readonly #abandonedMs: number;

  /**
   * @param abandonedMs how long another instance waits before it takes over a sweep without progress; 0 if there is
   * only one instance
   */
  constructor(sql: Sql, abandonedMs: number, ages?: GenerationAges) {
    super(sql, ages);
    this.#abandonedMs = abandonedMs;
  }

  async kept(): Promise<Kept> {
    const row = await this.whole();
    const { id: generation = 0, began: asOf, went_on: wholeSince, number: place, ended = 0 } = row ?? {};
    const counts = row ? (JSON.parse(row.counts) as KeptCounts) : nothingKept;
    return { generation, asOf, wholeSince, place, ended, ...counts };
  }

  /** The time of the store's clock. Use it to show times, and for waiting, but never to order events. */
  now(): Promise<number> {
    return this.sql.now();
  }

  /**
   * Takes over the sweep that is due: an interrupted one, which continues where it ended, or a new one.
   * @param sweeper a name for the instance that sweeps
   * @param place the last place that was taken: where a new sweep begins
   * @returns the sweep; or when to ask again, if another instance sweeps or no sweep is due
   */
  async claim(
    sweeper: string,
    { betweenSweepsMs }: SweepPace,
    place: Place,
  ): Promise<SweepPosition | { readonly dueInMs: number }> {
    const taken = await this.sql.transaction((sql) => this.#claim(sql, sweeper, betweenSweepsMs, place));
    // Deletes the rows of a sweep that was given up before the new one writes. No reader sees them.
    if ('isNew' in taken) await this.#clear(taken.generation - 1);
    return taken;
  }

  async #claim(
    sql: Sql,
    sweeper: string,
    betweenSweepsMs: number,
    place: Place,
  ): Promise<SweepPosition | (SweepPosition & { readonly isNew: true }) | { readonly dueInMs: number }> {
    await sql.lock('cluster_generation');
    const whole = await this.whole(sql);
    const now = await sql.now();
    const [there] = await sql.all<GenerationRow & { sweeper: string }>(
      `SELECT id, number, began, went_on, sweeper FROM cluster_generation WHERE whole = 0`,
    );
    const isOthers = there && there.sweeper !== sweeper && there.sweeper !== '';
    // A time in the future means that the clock was set back. It counts as long ago.
    const since = (time: number): number => (time > now ? Infinity : now - time);
    const takenForMs = isOthers ? this.#abandonedMs - since(there.went_on) : 0;
    if (takenForMs > 0) return { dueInMs: takenForMs };
    // A place in the future means that the history was restored from a backup.
    if (there && since(there.went_on) < resumableMs && there.number <= place) {
      await sql.run(`UPDATE cluster_generation SET sweeper = $1, went_on = $2 WHERE id = ${there.id}`, [sweeper, now]);
      const leftOut = `SELECT count(*) FROM cluster_left_out x WHERE x.name = s.name AND x.since = ${there.id}`;
      const swept = await sql.all<TablePosition & { readonly name: SweptTable }>(
        `SELECT name, after, taken AS "rows", (${leftOut}) AS "leftOut" FROM cluster_swept s`,
      );
      const tables = Object.fromEntries(swept.map(({ name, ...position }) => [name, position]));
      this.ages.of({ id: there.id, began: there.began, latest: there.went_on, now });
      return { sweeper, generation: there.id, place: there.number, began: there.began, tables };
    }
    const dueInMs = whole && whole.number <= place ? betweenSweepsMs - since(whole.went_on) : 0;
    if (dueInMs > 0) return { dueInMs };
    const generation = (whole?.id ?? 0) + 1;
    await sql.run(`DELETE FROM cluster_generation WHERE whole = 0`);
    await sql.run(`DELETE FROM cluster_swept`);
    const columns = ['id', 'number', 'began', 'went_on', 'whole', 'sweeper'];
    await sql.insert('cluster_generation', columns, [[generation, place, now, now, 0, sweeper]]);
    this.ages.of({ id: generation, began: now, latest: now, now });
    return { sweeper, generation, place, began: now, tables: {}, isNew: true };
  }

  /** Gives up a sweep for now: any instance may take it over at once. */
  async release({ generation, sweeper }: SweepPosition): Promise<void> {
    const swept = `id = ${generation} AND whole = 0 AND sweeper = $1`;
    await this.sql.run(`UPDATE cluster_generation SET sweeper = '' WHERE ${swept}`, [sweeper]);
  }

  /** Deletes rows that belong to no generation any more, in portions, so that no one waits long. */
  async #clear(whole: number): Promise<void> {
    for (const table of sweptTables) await this.#clearTable(table, whole);
    await clearLeftOut(this.sql, whole);
  }

  async #clearTable(table: SweptTable, whole: number): Promise<void> {
    await this.#deleteInPortions(table, `since > ${whole}`);
    await this.#deleteInPortions(table, `until <= ${whole}`);
    const name = tableNamed(table);
    const some = `SELECT id FROM ${name} WHERE until > ${whole} LIMIT ${portion}`;
    while ((await this.sql.run(`UPDATE ${name} SET until = NULL WHERE id IN (${some})`)) > 0);
  }

  /** Finds out to which owners the left-out rows may belong. Call it at the end of a sweep, before it is compared. */
  async settleLeftOut(sweep: SweepPosition): Promise<void> {
    await this.#inSweep(sweep, (sql) => settleLeftOut(sql, sweep.generation));
  }

  /** Drops everything that a sweep has read, frees its space on the disk, and ends the sweep. */
  async giveUp(sweep: SweepPosition): Promise<void> {
    await this.#inSweep(sweep, async (sql) => {
      await sql.run(`DELETE FROM cluster_generation WHERE id = ${sweep.generation}`);
      await sql.run(`DELETE FROM cluster_swept`);
    });
    await this.#clear(sweep.generation - 1);
    for (const table of sweptTables) await this.sql.shrink(tableNamed(table)).catch(() => undefined);
  }

  /** @returns how many bytes it takes on the disk */
  bytes(): Promise<number> {
    return this.sql.bytes(inventoryTables.map(tableNamed));
  }

  /**
   * Stores what differs in a page, and the sweep's position, in one short transaction.
   * @throws StoreUnavailable, with the cause `taken` if another instance has taken over the sweep
   * @param rows how many rows of the table have been read up to the end of this page
   */
  async keep(sweep: SweepPosition, page: SweptPage, rows = 0): Promise<void> {
    const { generation } = sweep;
    const { table, after, upTo } = page;
    const range = upTo === undefined ? [after] : [after, upTo];
    const within = `owner > $1${upTo === undefined ? '' : ' AND owner <= $2'}`;
    await this.#inSweep(sweep, async (sql) => {
      await keepRows(sql, generation, { table, within, range, rows: page.rows });
      await keepLeftOut(sql, generation, page);
      await sql.run(
        `INSERT INTO cluster_swept (name, after, taken) VALUES ('${table}', $1, $2)
         ON CONFLICT (name) DO UPDATE SET after = excluded.after, taken = excluded.taken`,
        [upTo ?? null, rows],
      );
    });
  }

  /** Stores rows of some owners, as `keep` stores a page. They replace what the sweep has read of these owners. */
  async keepAsked(sweep: SweepPosition, { table, owners, rows }: AskedRows): Promise<void> {
    const within = `owner IN (${placesOf(owners)})`;
    await this.#inSweep(sweep, (sql) => keepRows(sql, sweep.generation, { table, within, range: owners, rows }));
  }

  /** Drops what a sweep has read of a table, before it reads the table again. */
  async dropTable(sweep: SweepPosition, table: SweptTable): Promise<void> {
    await this.#inSweep(sweep, async (sql) => {
      await sql.run(`DELETE FROM cluster_swept WHERE name = $1`, [table]);
      await sql.run(`DELETE FROM cluster_left_out WHERE since = ${sweep.generation} AND name = $1`, [table]);
    });
    await this.#clearTable(table, sweep.generation - 1);
  }

  /** A transaction of a sweep. @throws StoreUnavailable if another instance has taken over the sweep */
  #inSweep<Result>(sweep: SweepPosition, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.sql.transaction(async (sql) => {
      await this.#goOn(sql, sweep);
      return work(sql);
    });
  }

  async #goOn(sql: Sql, { generation, sweeper }: SweepPosition): Promise<void> {
    const changed = await sql.run(
      `UPDATE cluster_generation SET went_on = $1 WHERE id = ${generation} AND whole = 0 AND sweeper = $2`,
      [await sql.now(), sweeper],
    );
    if (changed === 0) throw new StoreUnavailable('taken');
  }

  /**
   * @param changed the keys of devices that this service has changed: they do not count
   * @returns no differences if there is no complete generation yet
   */
  async compare(sweep: SweepPosition, changed: readonly string[]): Promise<Comparison> {
    // The next steps read whole tables. A database without statistics may take minutes for that.
    for (const table of sweptTables) await this.sql.analyze(tableNamed(table)).catch(() => undefined);
    const generations = await this.#generations(sweep);
    return generations ? compareSweeps(this.sql, changed, generations) : nothingChanged;
  }

  /**
   * @param after the owner after which to continue; empty at the beginning
   * @returns the next changed lists of a kind, with what they depend on
   */
  async doubtfulLists(sweep: SweepPosition, kind: ButtonKind, after: string): Promise<DoubtfulLists> {
    const generations = await this.#generations(sweep);
    if (!generations) return { owners: [], without: [], watched: [], upTo: undefined };
    return doubtfulLists(this.sql, kind, after, generations);
  }

  /** @returns the numbers that the lists of these owners watch */
  async watchedBy(sweep: SweepPosition, owners: readonly string[]): Promise<readonly WatchedNumber[]> {
    return watchedBy(this.sql, owners, { swept: sweep.generation, seen: seenIn });
  }

  /** @returns at most `most` keys of numbers that a list watches and the sweep has not found */
  missingNumbers({ generation }: SweepPosition, most: number): Promise<readonly string[]> {
    return missingNumbers(this.sql, most, { swept: generation, seen: seenIn });
  }

  /**
   * @param after the owner after which to continue; empty at the beginning
   * @param upTo the last owner of interest; undefined for all
   * @returns changed lists of a kind, also those that this service has set; and where to continue
   */
  async changedLists(
    sweep: SweepPosition,
    kind: ButtonKind,
    after: string,
    upTo?: string,
  ): ReturnType<typeof changedLists> {
    const generations = await this.#generations(sweep);
    if (!generations) return { lists: [], next: undefined };
    return changedLists(this.sql, kind, { after, upTo }, generations);
  }

  async #generations({ generation, place }: SweepPosition): Promise<Generations | undefined> {
    const whole = await this.whole();
    return (
      whole && {
        ...{ whole: whole.id, wholePlace: whole.number, began: whole.began },
        ...{ swept: generation, sweptPlace: place },

        seen: seenIn,
        entriesOf: (kind, one, owner) => this.#shownEntries(kind, one, owner),
      }
    );
  }

  /** A device's list in a generation; undefined if it is not known. */
  async #shownEntries(kind: ButtonKind, generation: number, owner: string): Promise<readonly Entry[] | undefined> {
    const names = { seen: (alias: string) => seenIn(alias, generation) };
    const { query, entryOf, isShown } = keptLists[kind];
    const rows = await this.sql.all<never>(query('(SELECT CAST($1 AS TEXT) AS owner) d', names).text, [owner]);
    return rows.every(isShown) ? rows.map<Entry>(entryOf) : undefined;
  }

  /** Drops what a sweep has read, and begins it again at a place. @returns its new position */
  async again(sweep: SweepPosition, place: Place): Promise<SweepPosition> {
    const began = await this.#inSweep(sweep, async (sql) => {
      const now = await sql.now();
      await sql.run(`DELETE FROM cluster_swept`);
      const began = `UPDATE cluster_generation SET number = $1, began = $2 WHERE id = ${sweep.generation}`;
      await sql.run(began, [place, now]);
      this.ages.of({ id: sweep.generation, began: now, latest: now, now });
      return now;
    });
    await this.#clear(sweep.generation - 1);
    return { ...sweep, place, began, tables: {} };
  }

  /** @returns the id of the last change of the history that was completely read; `0` if none was */
  historyReadTo(): Promise<string> {
    return historyReadTo(this.sql);
  }

  /**
   * Forgets labels that were replaced by changes which the history has deleted.
   * @param oldest the history's oldest change; undefined forgets all, and the history is read again
   */
  async forgetFormerLabels(sweep: SweepPosition, oldest: string | undefined): Promise<void> {
    await this.#inSweep(sweep, (sql) => forgetFormerLabels(sql, oldest));
  }

  /** Stores what changes did to labels, in their order, and how far the history was completely read. */
  async keepRelabellings(sweep: SweepPosition, relabellings: readonly Relabelling[], readTo: string): Promise<void> {
    await this.#inSweep(sweep, (sql) => keepRelabellings(sql, relabellings, readTo));
  }

  /** @returns what is probably wrong with the buttons that a sweep has read. It may take seconds */
  findFindings({ generation }: SweepPosition): Promise<FoundFindings> {
    return findFindings(this.sql, { seen: (alias) => seenIn(alias, generation) });
  }

  /**
   * Stores the directory numbers that existed earlier and that a sweep has not found any more.
   * @param isAnother true if the sweep read another cluster than the last: then earlier numbers do not count
   */
  async keepFormerNumbers(sweep: SweepPosition, isAnother: boolean): Promise<void> {
    await this.#inSweep(sweep, (sql) => keepFormerNumbers(sql, sweep.generation, isAnother));
  }

  /**
   * Makes a sweep that has read every table the complete generation, with its findings.
   * @param ended the place at which they were found
   */
  async publish(sweep: SweepPosition, found: readonly PackedFindings[], ended: Place): Promise<void> {
    const { generation, began } = sweep;
    const counts = await countKept(this.sql, generation);
    await this.#inSweep(sweep, async (sql) => {
      await sql.run(`DELETE FROM cluster_generation WHERE id < ${generation}`);
      // If the clock was set back in the meantime, the sweep's beginning is set back too.
      const now = await sql.now();
      const aged = now - (this.ages.of({ id: generation, began, latest: now, now }) ?? 0);
      await sql.run(
        `UPDATE cluster_generation SET whole = 1, counts = $1, began = $2, ended = $3 WHERE id = ${generation}`,
        [JSON.stringify(counts), Math.min(began, aged), ended],
      );
      await sql.run(`DELETE FROM cluster_swept`);
      await clearLeftOut(sql, generation);
      await keepFindings(sql, 'cluster_finding', found, began);
    });
  }

  /** @returns the numbers with these keys, at most 200, as the last complete sweep has read them */
  numbersWith(keys: readonly string[]): Promise<readonly StoredNumber[]> {
    const last = `(SELECT id FROM cluster_generation WHERE whole = 1)`;
    const numbers = `SELECT owner, dirn, partition FROM cluster_number n WHERE ${seenIn('n', last)} AND owner IN`;
    return keys.length === 0 ? Promise.resolve([]) : this.sql.all(`${numbers} (${placesOf(keys)})`, keys);
  }

  /** Stores which lamps of a list pick up, as far as the sweep has read the same lamps. */
  async keepPickups(sweep: SweepPosition, owner: string, list: readonly BusyLampField[]): Promise<void> {
    const number = `(SELECT n.owner FROM cluster_number n
      WHERE n.dirn = $5 AND n.partition = $6 AND ${seenIn('n', sweep.generation)})`;
    await this.#inSweep(sweep, async (sql) => {
      for (const lamp of list) {
        const [isSame, ...target] =
          'destination' in lamp
            ? ['destination = $5', lamp.destination]
            : [`number IN ${number}`, lamp.dirn, lamp.partition];
        await sql.run(
          `UPDATE cluster_lamp SET pickup = $1
           WHERE until IS NULL AND owner = $2 AND position = $3 AND label = $4 AND ${isSame}`,
          [lamp.pickup ? 1 : 0, owner, Number(lamp.index), lamp.label, ...target],
        );
      }
    });
  }

  async #deleteInPortions(table: SweptTable, condition: string): Promise<void> {
    const name = tableNamed(table);
    const some = `SELECT id FROM ${name} WHERE ${condition} LIMIT ${portion}`;
    while ((await this.sql.run(`DELETE FROM ${name} WHERE id IN (${some})`)) > 0);
  }
}
