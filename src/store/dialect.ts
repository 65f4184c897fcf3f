import { lockNumberOf, lockNumber } from './postgres/advisory-lock.js';
import type { Dialect } from './sql.js';

/** The differences between both databases, side by side. */

/** Releases up to 1.0.0 refuse a store with this version of its tables, because it is higher than any that they know. */
const mark = 1_000;

export const sqliteDialect: Dialect = {
  isAlone: true,
  clock: "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
  by: (index) => `INDEXED BY ${index}`,
  elements: 'json_each(?) AS element',
  ownNumber: '',
  kept: '',
  free: '',
  lock: () => 'SELECT 1',
  unlocked: () => 'TRUE',
  given: (table) => `SELECT seq >= CAST(? AS bigint) AS given FROM sqlite_sequence WHERE name = '${table}'`,
  bytesOf: (column) => column,
  dialledFirst: (column) => `substr(${column}, 1, instr(${column} || ',', ',') - 1)`,
  rowsAsJson: (columns, query) => {
    const members = columns.map((column) => `'${column}', ${column}`).join(', ');
    return `(SELECT json_group_array(json_object(${members})) FROM (${query}))`;
  },
  textsIn: (parameter) => `json_each(${parameter})`,
  sequence: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  rowNumber: 'INTEGER PRIMARY KEY',
  byKey: 'WITHOUT ROWID',
  has: (table) => `SELECT name FROM sqlite_master WHERE name = '${table}'`,
  // A file of an earlier release is made again.
  dropAll: () => '',
  refuseEarlier: `PRAGMA user_version = ${mark}`,
  earlierTime: 'INTEGER',
  milliseconds: (column) => column,
  goOn: (table, earlier) => `DELETE FROM sqlite_sequence WHERE name = '${table}';
    UPDATE sqlite_sequence SET name = '${table}' WHERE name = 'earlier_${earlier}'`,
};

/** By its bytes in any locale. */
const bytesOf = (column: string): string => `${column} COLLATE "C"`;

export const postgresDialect: Dialect = {
  isAlone: false,
  clock: 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  by: () => '',
  elements: 'json_array_elements(?::json) AS element (value)',
  ownNumber: 'OVERRIDING SYSTEM VALUE',
  kept: 'FOR SHARE',
  free: 'FOR UPDATE SKIP LOCKED',
  lock: (name) => `SELECT pg_advisory_xact_lock(${lockNumber(name)})`,
  unlocked: (column) => `pg_try_advisory_xact_lock(${lockNumberOf(column)})`,
  given: (table) => `SELECT is_called AND last_value >= CAST(? AS bigint) AS given FROM ${table}_sequence_seq`,
  bytesOf,
  dialledFirst: (column) => `split_part(${column}, ',', 1)`,
  rowsAsJson: (_, query) => `(SELECT json_agg(row)::text FROM (${query}) row)`,
  textsIn: (parameter) => `json_array_elements_text(${parameter}::json) AS texts (value)`,
  sequence: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  rowNumber: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  byKey: '',
  has: (table) => `SELECT 1 AS name WHERE to_regclass('${table}') IS NOT NULL`,
  dropAll: (prefix) => `DO $$ DECLARE old text; BEGIN
      FOR old IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema AND tablename ~ '^${prefix}'
      LOOP EXECUTE format('DROP TABLE %I', old); END LOOP;
    END $$`,
  refuseEarlier: `DROP TABLE IF EXISTS schema_version; CREATE TABLE schema_version (version integer NOT NULL);
    INSERT INTO schema_version VALUES (${mark})`,
  earlierTime: 'timestamptz',
  milliseconds: (column) => `round(extract(epoch FROM ${column}) * 1000)::bigint`,
  goOn: (table, earlier) =>
    `SELECT setval('${table}_sequence_seq', last_value, is_called) FROM ${earlier}_sequence_seq`,
};
