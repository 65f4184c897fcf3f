import { lockNumberOf, lockNumber } from './postgres/advisory-lock.js';
import type { Dialect, Texts } from './sql.js';

/** The differences between both databases, side by side. */

const sqliteClock = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";
const postgresClock = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const schema = 'axl_phone_proxy.';

export const sqliteDialect: Dialect = {
  schema: '',
  isAlone: true,
  clock: sqliteClock,
  time: (time) => time.getTime(),
  by: (index) => `INDEXED BY ${index}`,
  elements: 'json_each(?) AS element',
  texts: 'json_each(?) AS element',
  ownNumber: '',
  kept: '',
  free: '',
  lock: () => 'SELECT 1',
  unlocked: () => 'TRUE',
  given: (table) => `SELECT seq >= CAST(? AS bigint) AS given FROM sqlite_sequence WHERE name = '${table}'`,
};

export const postgresDialect: Dialect = {
  schema,
  isAlone: false,
  clock: postgresClock,
  time: (time) => time,
  by: () => '',
  elements: 'json_array_elements(?::json) AS element (value)',
  texts: 'json_array_elements_text(?::json) AS element (value)',
  ownNumber: 'OVERRIDING SYSTEM VALUE',
  kept: 'FOR KEY SHARE',
  free: 'FOR UPDATE SKIP LOCKED',
  lock: (name) => `SELECT pg_advisory_xact_lock(${lockNumber(name)})`,
  unlocked: (column) => `pg_try_advisory_xact_lock(${lockNumberOf(column)})`,
  given: (table) => `SELECT is_called AND last_value >= CAST(? AS bigint) AS given FROM ${schema}${table}_sequence_seq`,
};

export const sqliteTexts: Texts = {
  clock: sqliteClock,
  bytesOf: (column) => column,
  smallLettersOf: (column) => `lower(${column})`,
  dialledFirst: (column) => `substr(${column}, 1, instr(${column} || ',', ',') - 1)`,
  rowsAsJson: (columns, query) => {
    const members = columns.map((column) => `'${column}', ${column}`).join(', ');
    return `(SELECT json_group_array(json_object(${members})) FROM (${query}))`;
  },
};

/** By its bytes in any locale. */
const bytesOf = (column: string): string => `${column} COLLATE "C"`;

export const postgresTexts: Texts = {
  clock: postgresClock,
  bytesOf,
  // The database can still use the index for a comparison with this expression.
  smallLettersOf: (column) => `lower(${bytesOf(column)}) COLLATE "default"`,
  dialledFirst: (column) => `split_part(${column}, ',', 1)`,
  rowsAsJson: (_, query) => `(SELECT json_agg(row)::text FROM (${query}) row)`,
};
