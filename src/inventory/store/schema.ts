import { createHash } from 'node:crypto';
import { sweptTables, type SweptTable } from '../../domain/swept-tables.js';
import { keptColumns } from '../swept-tables.js';

/**
 * Columns that no sweep compares: the searched texts of a device, of a number and of a line, folded; and whether a busy
 * lamp field picks up, which no column of the call manager's tables is known to say: it is known of lists that this
 * service has set.
 */
const addedColumns = { number: 'folded', device: 'folded', line: 'folded', lamp: 'pickup' } as const satisfies Partial<
  Record<SweptTable, string>
>;

/** What a column holds, where it is no text. */
const integers: ReadonlySet<string> = new Set(['usage', 'template', 'position', 'pickup']);

/**
 * The tables of the inventory, for SQLite and PostgreSQL alike. A row is there in the generations from `since` to before
 * `until`; null is no end yet. Where an answer begins with a number, a name or a destination, there is an index.
 * @param prefix before the name of each table, where it has others beside it; it may name their schema
 * @param key the type of a column that numbers rows by itself
 */
export function schemaOf(prefix: string, key: string): string {
  const index = (table: string, name: string, on: string): string =>
    `CREATE INDEX ${prefix.replace(/^.*\./, '')}${table}_${name} ON ${prefix}${table} ${on}`;
  const tables = sweptTables.flatMap((table) => {
    const columns = columnsOf(table).map((name) => `${name} ${integers.has(name) ? 'INTEGER' : 'TEXT'}`);
    return [
      `CREATE TABLE ${prefix}${table} (id ${key}, owner TEXT NOT NULL, ${columns.join(', ')},
         since INTEGER NOT NULL, until INTEGER)`,
      index(table, 'owner', '(owner)'),
      index(table, 'until', '(until) WHERE until IS NOT NULL'),
      index(table, 'since', '(since)'),
    ];
  });
  return [
    ...tables,
    index('number', 'dirn', '(dirn)'),
    index('device', 'name', '(lower(name))'),
    index('line', 'number', '(number)'),
    index('dial', 'dirn', '(dirn)'),
    index('lamp', 'number', '(number) WHERE number IS NOT NULL'),
    index('lamp', 'destination', `(destination) WHERE destination <> ''`),
    // What is not known, of which there is little.
    ...['line', 'dial', 'lamp'].map((table) => index(table, 'unknown', '(owner) WHERE position IS NULL')),
    index('device', 'unknown', '(owner) WHERE description IS NULL'),
    // Rows that the sweep `since` has read and not kept, with what is known of them.
    `CREATE TABLE ${prefix}left_out (name TEXT NOT NULL, since INTEGER NOT NULL, owner TEXT, device TEXT, dirn TEXT,
       number TEXT, cells TEXT NOT NULL)`,
    // The last whole generation, and the sweep under way; `number` is the place at which its first page was asked for.
    `CREATE TABLE ${prefix}generation (id INTEGER PRIMARY KEY, number BIGINT NOT NULL, began BIGINT NOT NULL,
       went_on BIGINT NOT NULL, whole INTEGER NOT NULL, sweeper TEXT NOT NULL, counts TEXT)`,
    `CREATE TABLE ${prefix}swept (name TEXT PRIMARY KEY, after TEXT, taken BIGINT NOT NULL)`,
    // Lists of a device (owner) that a write of this service, by its mark, has set (known = 1) or may have set, and lists
    // that were read between sweeps (without a mark). `device` is the kind and name by which it was written to; `number` the place
    // of the mark; what was asked for before the place `settled` does not replace the list, and neither does what was
    // asked for within `lasts` from the time `set_at` while it is not known. `missed` is 1 where a sweep has read the list
    // without taking it; `page` is the place at which the sweep under way has asked for what it has taken. `is_new` is 1
    // of a device that the last whole generation did not have. `marked` is the place at which the write was marked first.
    `CREATE TABLE ${prefix}own (owner TEXT NOT NULL, name TEXT NOT NULL, mark TEXT NOT NULL, device TEXT NOT NULL,
       device_kind TEXT NOT NULL, called TEXT NOT NULL,
       number BIGINT NOT NULL, marked BIGINT NOT NULL, settled BIGINT NOT NULL, set_at BIGINT NOT NULL, lasts BIGINT NOT NULL,
       known INTEGER NOT NULL, missed INTEGER NOT NULL, is_new INTEGER NOT NULL, page BIGINT,
       PRIMARY KEY (owner, name, mark))`,
    index('own', 'device', '(device)'),
    index('own', 'unknown', '(owner) WHERE known = 0'),
    index('own', 'new', '(owner) WHERE is_new = 1'),
    // Directory numbers of earlier generations that are none any more.
    `CREATE TABLE ${prefix}former (dirn TEXT PRIMARY KEY)`,
    // Labels of buttons to a number, with the change that replaced or gave each last, and how far the history was read.
    `CREATE TABLE ${prefix}relabelled (label TEXT PRIMARY KEY, sequence BIGINT NOT NULL, given INTEGER NOT NULL)`,
    `CREATE TABLE ${prefix}history_read (sequence BIGINT NOT NULL)`,
    `CREATE TABLE ${prefix}finding (id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, list TEXT NOT NULL,
       dirn TEXT NOT NULL, device TEXT NOT NULL, since BIGINT NOT NULL, finding TEXT NOT NULL)`,
    index('finding', 'order', '(kind, device, id)'),
    index('finding', 'owner', '(owner, list)'),
  ].join(';\n');
}

/** The tables that may become large. */
export const inventoryTables = [...sweptTables, 'left_out', 'own', 'former', 'relabelled', 'finding'] as const;

/** The table that gives places in an order; it stays when the others are made again. @param table its name there */
export function counterOf(table: string): string {
  return `CREATE TABLE ${table} (epoch TEXT NOT NULL, number BIGINT NOT NULL)`;
}

/** One more when a column comes to mean something else; that there are other columns shows by itself. */
const meaning = 6;

/** Whether tables are those of this release: others are made again. A whole number, as SQLite keeps it in a file's head. */
export const schemaVersion =
  createHash('sha256')
    .update(`${meaning} ${schemaOf('', '')}`)
    .digest()
    .readUInt32BE() >>> 1;

/** Every column of a table beside its keys and generations. */
export function columnsOf(table: SweptTable): readonly string[] {
  const added: string | undefined = (addedColumns as Partial<Record<SweptTable, string>>)[table];
  return added === undefined ? keptColumns[table] : [...keptColumns[table], added];
}
