import type { ButtonKind } from '../domain/button-kinds.js';
import type { SweptTable } from '../domain/swept-tables.js';
import type { OpenCall } from '../use-cases/call-context.js';
import { type ClusterPages, ownersAtOnce } from './cluster-pages.js';
import { knownRows, notKnownRows } from './known-rows.js';
import type { InventoryStore, SweepPosition, WatchedNumber } from './store/inventory-store.js';
import { keptLists } from './store/kept-lists.js';
import type { Moment } from './store/places.js';
import { isListTable, keptColumns, type SweptRow } from './swept-tables.js';

/** What a sweep asks once more needs. */
export interface AskedAgainParts {
  readonly store: Pick<
    InventoryStore,
    'now' | 'next' | 'doubtfulLists' | 'watchedBy' | 'missingNumbers' | 'keepAsked' | 'changedLists'
  >;
  readonly pages: Pick<ClusterPages, 'rowsOf'>;
  /** Resolves when the call manager may be asked; rejects where the sweep is to end. */
  readonly turn: () => Promise<OpenCall>;
}

/** The tables with rows of devices. */
const listTables = ['line', 'dial', 'lamp'] as const satisfies readonly SweptTable[];
/** So many numbers are asked for at most that no changed list watches. */
const mostMissing = 1_000;

/**
 * Asks once more for what some changed lists depend on, and keeps it as it is now. A list was read after its device and
 * after the numbers that it watches: the device may have gone meanwhile, and a number may have been made, changed or
 * deleted. Where a number is the same before the list was read and after it, the list was as it is shown. Where it is
 * another, the list is asked for once more; and if the number has changed again since then, the list is not known.
 * @param after behind which owner to begin; the empty text is the beginning
 * @returns up to which owner that was done; undefined where that was the end
 */
export async function askedAgain(
  sweep: SweepPosition,
  kind: ButtonKind,
  after: string,
  parts: AskedAgainParts,
): Promise<string | undefined> {
  const { without, watched, upTo } = await parts.store.doubtfulLists(sweep, kind, after);
  await askDevices(sweep, without, parts);
  const doubtful = ownersOfOthers(watched, await ask(sweep, 'number', keysOf(watched), parts));
  const { table } = keptLists[kind];
  const rows = await ask(sweep, table, doubtful, parts);
  const there = new Set(rows.map(({ owner }) => owner));
  await askDevices(
    sweep,
    doubtful.filter((owner) => !there.has(owner)),
    parts,
  );
  for (const some of inPortions(doubtful, atOnce(table))) {
    const present = await parts.store.watchedBy(sweep, some);
    const others = ownersOfOthers(present, await numbersNow(present, parts));
    const notKnown = others.flatMap((owner) => notKnownRows(table, owner));
    const keeping = { table, owners: others, rows: notKnown };
    if (others.length > 0) await parts.store.keepAsked(sweep, keeping, await parts.store.next());
  }
  return upTo;
}

/**
 * Asks for numbers that lists watch and that were made while a sweep read: no such list was changed, and the next sweep
 * has to know what they show.
 */
export async function askMissingNumbers(sweep: SweepPosition, parts: AskedAgainParts): Promise<void> {
  await ask(sweep, 'number', await parts.store.missingNumbers(sweep, mostMissing), parts);
}

/** A device that is gone has no list any more: what the sweep has read of it goes with it. */
async function askDevices(sweep: SweepPosition, owners: readonly string[], parts: AskedAgainParts): Promise<void> {
  const there = new Set((await ask(sweep, 'device', owners, parts)).map(({ owner }) => owner));
  const gone = owners.filter((owner) => !there.has(owner));
  for (const some of inPortions(gone, ownersAtOnce)) {
    const asked = await parts.store.next();
    for (const table of listTables) await parts.store.keepAsked(sweep, { table, owners: some, rows: [] }, asked);
  }
}

/** Asks for rows of owners, and keeps them in the place of what the sweep has read. @returns them */
async function ask(
  sweep: SweepPosition,
  table: SweptTable,
  owners: readonly string[],
  parts: AskedAgainParts,
): Promise<readonly SweptRow[]> {
  const found: SweptRow[][] = [];
  for (const some of inPortions(owners, atOnce(table))) {
    const { rows, asked } = await rowsNow(table, some, parts);
    await parts.store.keepAsked(sweep, { table, owners: some, rows }, asked);
    found.push([...rows]);
  }
  return found.flat();
}

async function numbersNow(watched: readonly WatchedNumber[], parts: AskedAgainParts): Promise<readonly SweptRow[]> {
  const found: SweptRow[][] = [];
  for (const some of inPortions(keysOf(watched), ownersAtOnce)) {
    found.push([...(await rowsNow('number', some, parts)).rows]);
  }
  return found.flat();
}

async function rowsNow(
  table: SweptTable,
  owners: readonly string[],
  { store, pages, turn }: AskedAgainParts,
): Promise<{ readonly rows: readonly SweptRow[]; readonly asked: Moment }> {
  const { context, release } = await turn();
  const asked = await store.next();
  const rows = await pages.rowsOf(table, owners, context).finally(release);
  return { rows: knownRows(table, rows).rows, asked };
}

/** @returns the owners of lists that watch a number which is another now than the sweep has, or is not there */
function ownersOfOthers(watched: readonly WatchedNumber[], numbers: readonly SweptRow[]): string[] {
  const cellsOf = new Map(numbers.map(({ owner, cells }) => [owner, cells]));
  const [dirn, partition] = [keptColumns.number.indexOf('dirn'), keptColumns.number.indexOf('partition')];
  const others = watched.filter((number) => {
    const cells = cellsOf.get(number.key);
    return cells?.[dirn] !== number.dirn || cells?.[partition] !== number.partition;
  });
  return [...new Set(others.map(({ owner }) => owner))];
}

function keysOf(watched: readonly WatchedNumber[]): string[] {
  return [...new Set(watched.map(({ key }) => key))];
}

/** Of lists fewer owners are asked for at once, which have several rows each. */
function atOnce(table: SweptTable): number {
  return isListTable(table) ? ownersAtOnce / 10 : ownersAtOnce;
}

function inPortions<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
