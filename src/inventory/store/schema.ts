import { createHash } from 'node:crypto';
import { sweptTables, type SweptTable } from '../../domain/swept-tables.js';
import { keptColumns } from '../swept-tables.js';

/**
 * Columns that no sweep compares. `folded` has the searched texts of a device, number or line. `pickup` says whether a
 * busy lamp field picks up calls. It is not known which column of the call manager's tables says that. So it is known
 * only for lists that this service has set.
 */
const addedColumns = { number: 'folded', device: 'folded', line: 'folded', lamp: 'pickup' } as const satisfies Partial<
  Record<SweptTable, string>
>;

/** The columns that do not contain text. */
const integers: ReadonlySet<string> = new Set(['usage', 'template', 'position', 'pickup']);

/**
 * The tables of the inventory, for both SQLite and PostgreSQL. A row exists from the generation `since` to the one
 * before `until`; if `until` is null, it still exists. There are indexes for answers that start from a number, a name
 * or a destination.
 * @param prefix comes before the name of each table, if there are other tables; it may name their schema
 * @param key the type of a column that numbers rows automatically
 * @param dialledFirst the database's expression for what precedes the first comma in a column
 */
export function schemaOf(prefix: string, key: string, dialledFirst: (column: string) => string): string {
  const index = (table: string, name: string, on: string): string =>
    `CREATE INDEX ${prefix.replace(/^.*\./, '')}${table}_${name} ON ${prefix}${table} ${on}`;
  const tables = sweptTables.flatMap((table) => {
    const columns = columnsOf(table).map((name) => `${name} ${integers.has(name) ? 'INTEGER' : 'TEXT'}, `);
    return [
      `CREATE TABLE ${prefix}${table} (id ${key}, owner TEXT NOT NULL, ${columns.join('')}
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
    // Few buttons dial pauses and codes behind their number.
    index('dial', 'first', `(${dialledFirst('dirn')}) WHERE ${dialledFirst('dirn')} <> dirn`),
    index('lamp', 'first', `(${dialledFirst('destination')}) WHERE ${dialledFirst('destination')} <> destination`),
    // An index of the rows that are not known. There are only a few.
    ...['line', 'dial', 'lamp'].map((table) => index(table, 'unknown', '(owner) WHERE position IS NULL')),
    index('device', 'unknown', '(owner) WHERE description IS NULL'),
    // Rows that the sweep `since` has read, but not stored, with what is known of them.
    `CREATE TABLE ${prefix}left_out (name TEXT NOT NULL, since INTEGER NOT NULL, owner TEXT, device TEXT, dirn TEXT,
       number TEXT, cells TEXT NOT NULL)`,
    // The last complete generation, and the running sweep; `number` is the place at which its first page was requested.
    `CREATE TABLE ${prefix}generation (id INTEGER PRIMARY KEY, number BIGINT NOT NULL, began BIGINT NOT NULL,
       went_on BIGINT NOT NULL, whole INTEGER NOT NULL, sweeper TEXT NOT NULL, counts TEXT)`,
    `CREATE TABLE ${prefix}swept (name TEXT PRIMARY KEY, after TEXT, taken BIGINT NOT NULL)`,
    // Lists of a device (`owner`) that a write of this service, identified by `mark`, has set (`known` = 1) or may have
    // set, and lists that were read between sweeps (without a mark).
    // - `device` is the kind and name that the write used.
    // - `number` is the place of the mark.
    // - A page that was requested before the place `settled` does not replace the list. While the list is not known,
    //   neither does a page that was requested within `lasts` after the time `set_at`.
    // - `missed` is 1 if a sweep has read the list and skipped it.
    // - `page` is the place at which the running sweep requested the page that it stored.
    // - `is_new` is 1 if the last complete generation did not have the device.
    // - `marked` is the place at which the write was first marked.
    `CREATE TABLE ${prefix}own (owner TEXT NOT NULL, name TEXT NOT NULL, mark TEXT NOT NULL, device TEXT NOT NULL,
       device_kind TEXT NOT NULL, called TEXT NOT NULL,
       number BIGINT NOT NULL, marked BIGINT NOT NULL, settled BIGINT NOT NULL, set_at BIGINT NOT NULL, lasts BIGINT NOT NULL,
       known INTEGER NOT NULL, missed INTEGER NOT NULL, is_new INTEGER NOT NULL, page BIGINT,
       PRIMARY KEY (owner, name, mark))`,
    index('own', 'device', '(device)'),
    index('own', 'unknown', '(owner) WHERE known = 0'),
    index('own', 'new', '(owner) WHERE is_new = 1'),
    // Directory numbers of earlier generations that do not exist any more.
    `CREATE TABLE ${prefix}former (dirn TEXT PRIMARY KEY)`,
    // Labels of buttons to a number, each with the last change that replaced or gave it, and how far the history was
    // read.
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

/** The table that gives places. It stays when the other tables are created again. @param table its name */
export function counterOf(table: string): string {
  return `CREATE TABLE ${table} (epoch TEXT NOT NULL, number BIGINT NOT NULL)`;
}

/** Increase this number if the meaning of a column changes. Added and removed columns are noticed by themselves. */
const meaning = 7;

/**
 * The version of the tables. Tables of another version are created again. An integer, because SQLite stores it in the
 * file's header.
 */
export const schemaVersion =
  createHash('sha256')
    .update(`${meaning} ${schemaOf('', '', (column) => column)}`)
    .digest()
    .readUInt32BE() >>> 1;

/** Every column of a table except its keys and generations. */
export function columnsOf(table: SweptTable): readonly string[] {
  const added: string | undefined = (addedColumns as Partial<Record<SweptTable, string>>)[table];
  return added === undefined ? keptColumns[table] : [...keptColumns[table], added];
}
