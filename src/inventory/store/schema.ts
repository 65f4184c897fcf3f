import { sweptTables, type SweptTable } from '../../domain/swept-tables.js';
import type { Wing } from '../../store/migrations.js';
import type { Dialect } from '../../store/sql.js';
import { keptColumns } from '../swept-tables.js';

/**
 * Columns that no sweep compares. `folded` has the searched texts of a device, number or line. `pickup` says whether a
 * busy lamp field picks up calls. It is not known which column of the call manager's tables says that. So it is known
 * only for lists that this service has set.
 */
const addedColumns = { number: 'folded', device: 'folded', line: 'folded', lamp: 'pickup' } as const satisfies Partial<
  Record<SweptTable, string>
>;

/** The tables of the inventory. */
export const inventoryWing: Wing = { name: 'inventory', migrations: [firstTables] };

/** @returns the name of a table in the database */
export function tableNamed(name: string): string {
  return `cluster_${name}`;
}

/**
 * A row of a swept table exists from the generation `since` to the one before `until`; if `until` is null, it still
 * exists. There are indexes for answers that start from a number, a name or a destination.
 */
function firstTables({ rowNumber, dialledFirst, dropAll }: Dialect): string {
  const swept = (table: SweptTable, columns: string): string => `
    CREATE TABLE cluster_${table} (id ${rowNumber}, owner text NOT NULL, ${columns}
      since integer NOT NULL, until integer);
    CREATE INDEX cluster_${table}_owner ON cluster_${table} (owner);
    CREATE INDEX cluster_${table}_until ON cluster_${table} (until) WHERE until IS NOT NULL;
    CREATE INDEX cluster_${table}_since ON cluster_${table} (since);`;
  return `
    ${swept('number', 'dirn text, partition text, description text, alerting text, usage integer, folded text,')}
    ${swept('device', 'kind text, template integer, name text, description text, product text, model text, folded text,')}
    ${swept('line', 'position integer, number text, display text, folded text,')}
    ${swept('dial', 'position integer, dirn text, label text,')}
    ${swept('lamp', 'position integer, destination text, number text, label text, pickup integer,')}
    ${swept('forward', '')}
    CREATE INDEX cluster_number_dirn ON cluster_number (dirn);
    CREATE INDEX cluster_device_name ON cluster_device (lower(name));
    CREATE INDEX cluster_line_number ON cluster_line (number);
    CREATE INDEX cluster_dial_dirn ON cluster_dial (dirn);
    CREATE INDEX cluster_lamp_number ON cluster_lamp (number) WHERE number IS NOT NULL;
    CREATE INDEX cluster_lamp_destination ON cluster_lamp (destination) WHERE destination <> '';
    -- Few buttons dial pauses and codes behind their number.
    CREATE INDEX cluster_dial_first ON cluster_dial (${dialledFirst('dirn')}) WHERE ${dialledFirst('dirn')} <> dirn;
    CREATE INDEX cluster_lamp_first ON cluster_lamp (${dialledFirst('destination')})
      WHERE ${dialledFirst('destination')} <> destination;
    -- The few rows that are not known.
    CREATE INDEX cluster_line_unknown ON cluster_line (owner) WHERE position IS NULL;
    CREATE INDEX cluster_dial_unknown ON cluster_dial (owner) WHERE position IS NULL;
    CREATE INDEX cluster_lamp_unknown ON cluster_lamp (owner) WHERE position IS NULL;
    CREATE INDEX cluster_device_unknown ON cluster_device (owner) WHERE description IS NULL;
    -- Rows that the sweep "since" has read, but not stored, with what is known of them.
    CREATE TABLE cluster_left_out (name text NOT NULL, since integer NOT NULL, owner text, device text, dirn text,
      number text, cells text NOT NULL);
    -- The last complete generation, and the running sweep. "number" is the place at which its first page was requested,
    -- and "ended" the one at which its findings were found.
    CREATE TABLE cluster_generation (id integer PRIMARY KEY, number bigint NOT NULL, began bigint NOT NULL,
      went_on bigint NOT NULL, whole integer NOT NULL, sweeper text NOT NULL, counts text,
      ended bigint);
    CREATE TABLE cluster_swept (name text PRIMARY KEY, after text, taken bigint NOT NULL);
    -- Directory numbers of earlier generations that do not exist any more.
    CREATE TABLE cluster_former (dirn text PRIMARY KEY);
    -- Labels of buttons to a number, each with the last change that replaced or gave it, and how far the history was
    -- read.
    CREATE TABLE cluster_relabelled (label text PRIMARY KEY, sequence bigint NOT NULL, given integer NOT NULL);
    CREATE TABLE cluster_history_read (sequence bigint NOT NULL);
    CREATE TABLE cluster_finding (id text PRIMARY KEY, kind text NOT NULL, owner text NOT NULL, list text NOT NULL,
      dirn text NOT NULL, device text NOT NULL, since bigint NOT NULL, finding text NOT NULL);
    CREATE INDEX cluster_finding_order ON cluster_finding (kind, device, id);
    CREATE INDEX cluster_finding_owner ON cluster_finding (owner, list);
    -- The tables of earlier releases. All that they have is read again.
    ${dropAll('inventory_')}`;
}

/** The tables that may become large. */
export const inventoryTables = [...sweptTables, 'left_out', 'former', 'relabelled', 'finding'] as const;

/** Every column of a table except its keys and generations. */
export function columnsOf(table: SweptTable): readonly string[] {
  const added: string | undefined = (addedColumns as Partial<Record<SweptTable, string>>)[table];
  return added === undefined ? keptColumns[table] : [...keptColumns[table], added];
}
