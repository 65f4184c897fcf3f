import type { ButtonKind } from '../domain/button-kinds.js';
import type { SweptTable } from '../domain/swept-tables.js';
import type { OpenCall } from '../use-cases/call-context.js';
import { type ClusterPages, ownersAtOnce } from './cluster-pages.js';
import { knownRows, notKnownRows } from './known-rows.js';
import type { DoubtfulLists, SweepPosition, WatchedNumber } from './store/inventory-store.js';
import type { InventoryStore } from './store/whole-store.js';
import { keptLists } from './store/kept-lists.js';
import { isListTable, type SweptRow } from './swept-tables.js';

/** What is needed to ask the call manager during a sweep. */
export interface AskedAgainParts {
  readonly store: Pick<
    InventoryStore,
    'now' | 'doubtfulLists' | 'watchedBy' | 'missingNumbers' | 'keepAsked' | 'changedLists'
  >;
  readonly pages: Pick<ClusterPages, 'rowsOf'>;
  /** Resolves when the call manager may be asked; rejects if the sweep must end. */
  readonly turn: () => Promise<OpenCall>;
}

/** The tables with rows of devices. */
const listTables = ['line', 'dial', 'lamp'] as const satisfies readonly SweptTable[];
/** How often a list is read if its numbers change in the meantime. */
const mostReadings = 3;
/** How many numbers are requested that only unchanged lists watch. */
const mostMissing = 1_000;

/**
 * Asks for devices whose lists a sweep has not found any more. The answer shows whether the device is deleted, or only
 * its list is empty.
 */
export async function askDevicesAgain(sweep: SweepPosition, kind: ButtonKind, parts: AskedAgainParts): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const { without, upTo }: DoubtfulLists = await parts.store.doubtfulLists(sweep, kind, after);
    await askDevices(sweep, without, parts);
    after = upTo;
  }
}

/**
 * Requests the numbers that some changed lists watch, and stores them as they are now. The sweep read the lists after
 * the numbers, so a number may have been added, changed or deleted in between. If a number is unchanged since the sweep
 * read it, the list is right. If it has changed, the list is requested again, and after that its numbers. After several
 * readings the list counts as not known.
 * @param after the owner after which to begin; empty at the beginning
 * @returns the last owner that was handled; undefined at the end
 */
export async function askNumbersAgain(
  sweep: SweepPosition,
  kind: ButtonKind,
  after: string,
  parts: AskedAgainParts,
): Promise<string | undefined> {
  const { owners, watched: first, upTo } = await parts.store.doubtfulLists(sweep, kind, after);
  const { table } = keptLists[kind];
  let watched: readonly WatchedNumber[] = first;
  let doubtful: readonly string[] = owners;
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const asked = keysOf(watched, doubtful);
    doubtful = ownersOfOthers(watched, asked, await ask(sweep, 'number', asked, parts));
    if (doubtful.length === 0) return upTo;
    const there = new Set((await ask(sweep, table, doubtful, parts)).map(({ owner }) => owner));
    const without = doubtful.filter((owner) => !there.has(owner));
    await askDevices(sweep, without, parts);
    watched = await parts.store.watchedBy(sweep, owners);
  }
  for (const some of inPortions(doubtful, ownersAtOnce)) {
    const rows = some.flatMap((owner) => notKnownRows(table, owner));
    await parts.store.keepAsked(sweep, { table, owners: some, rows });
  }
  return upTo;
}

/**
 * Requests numbers that were added while a sweep was reading, and that lists watch already. These lists have not
 * changed, but the next sweep must know what they show.
 */
export async function askMissingNumbers(sweep: SweepPosition, parts: AskedAgainParts): Promise<void> {
  await ask(sweep, 'number', await parts.store.missingNumbers(sweep, mostMissing), parts);
}

/** A deleted device has no list, so the sweep drops what it has read of the list. */
async function askDevices(sweep: SweepPosition, owners: readonly string[], parts: AskedAgainParts): Promise<void> {
  const there = new Set((await ask(sweep, 'device', owners, parts)).map(({ owner }) => owner));
  const gone = owners.filter((owner) => !there.has(owner));
  for (const some of inPortions(gone, ownersAtOnce)) {
    for (const table of listTables) await parts.store.keepAsked(sweep, { table, owners: some, rows: [] });
  }
}

/** Requests the rows of some owners. They replace what the sweep has read. @returns the rows */
export async function ask(
  sweep: SweepPosition,
  table: SweptTable,
  owners: readonly string[],
  parts: AskedAgainParts,
): Promise<readonly SweptRow[]> {
  const found: SweptRow[][] = [];
  for (const some of inPortions(owners, atOnce(table))) {
    const { context, release } = await parts.turn();
    const answered = await parts.pages.rowsOf(table, some, context).finally(release);
    const { rows } = knownRows(table, answered);
    await parts.store.keepAsked(sweep, { table, owners: some, rows });
    found.push([...rows]);
  }
  return found.flat();
}

/** @returns the owners of lists that watch a number that is not as the sweep has read it, or does not exist any more */
function ownersOfOthers(
  watched: readonly WatchedNumber[],
  keys: readonly string[],
  numbers: readonly SweptRow[],
): string[] {
  const cellsOf = new Map(numbers.map(({ owner, cells }) => [owner, cells]));
  const asked = new Set(keys);
  const others = watched.filter((number) => {
    const { dirn, partition } = cellsOf.get(number.key) ?? {};
    return asked.has(number.key) && (dirn !== number.dirn || partition !== number.partition);
  });
  return [...new Set(others.map(({ owner }) => owner))];
}

/** @returns the keys of the numbers that the lists of some owners watch */
function keysOf(watched: readonly WatchedNumber[], owners: readonly string[]): string[] {
  const some = new Set(owners);
  return [...new Set(watched.filter(({ owner }) => some.has(owner)).map(({ key }) => key))];
}

/** @returns how many owners are requested at once. For lists, there are fewer, because each owner has several rows */
function atOnce(table: SweptTable): number {
  return isListTable(table) ? ownersAtOnce / 10 : ownersAtOnce;
}

function inPortions<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
