import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import { canonicalIndex } from '../../domain/buttons.js';
import { dialledForm } from '../../domain/identifiers.js';
import type { SpeedDial } from '../../domain/phone.js';
import type { Cell } from '../swept-tables.js';
import type { GenerationNames } from './known-numbers.js';
import type { Query } from './statements.js';

type FindNumber = (dirn: string, partition: string) => Promise<string | undefined>;

/** An entry's row as statements return it. An index that no phone has is null. */
interface Row {
  /** The device's key. */
  readonly owner: string;
  readonly position: number | null;
  readonly label: string;
}

export interface DialRow extends Row {
  readonly dirn: string;
}

export interface LampRow extends Row {
  readonly destination: string;
  /** The key of the number that it watches; its digits are null if there is no such number. */
  readonly number: string | null;
  readonly dirn: string | null;
  readonly partition: string | null;
  readonly pickup: number | null;
}

/** Whether an entry's index fits into an integer column, as the indexes that were read do. */
function isShort({ index }: Entry): boolean {
  return canonicalIndex(index).length <= 9;
}

/** Whether an index is known. */
export function hasPosition({ position }: { readonly position: number | null }): boolean {
  return position !== null;
}

/** Whether a lamp's number is known, if it watches one by its key. */
function isResolved(row: LampRow): boolean {
  return hasPosition(row) && (row.number === null || row.dirn !== null);
}

/**
 * How lists of each kind are stored:
 * - the table
 * - the rows for the entries of a list; undefined if a number is not known yet
 * - the query for the rows of devices, with a column `owner` and the alias d
 * - whether everything in a row is known, and whether everything that callers see in it is known
 * - the entries of these rows
 */
export const keptLists = {
  speeddial: {
    table: 'dial',
    rowsOf: (entries: readonly SpeedDial[]): Promise<Cell[][] | undefined> =>
      Promise.resolve(
        entries.every(isShort)
          ? entries.map(({ index, dirn, label }) => [Number(index), dialledForm(dirn), label])
          : undefined,
      ),
    query: (devices: string, { table, seen }: GenerationNames): Query => ({
      columns: ['owner', 'position', 'dirn', 'label'],
      text: `SELECT b.owner AS owner, b.position AS position, b.dirn AS dirn, b.label AS label
        FROM ${devices} CROSS JOIN ${table('dial')} b WHERE b.owner = d.owner AND ${seen('b')} ORDER BY b.position`,
    }),
    isShown: hasPosition,
    isWhole: hasPosition,
    entryOf: ({ position, dirn, label }: DialRow): SpeedDial => ({ index: String(position), dirn, label }),
  },
  busylampfield: {
    table: 'lamp',
    rowsOf: async (entries: readonly BusyLampField[], findNumber: FindNumber): Promise<Cell[][] | undefined> => {
      const rows: Cell[][] = [];
      for (const field of entries) {
        const { index, label, pickup } = field;
        const isFreeForm = 'destination' in field;
        const number = isFreeForm ? null : await findNumber(dialledForm(field.dirn), field.partition);
        if (number === undefined || !isShort(field)) return undefined;
        const destination = isFreeForm ? dialledForm(field.destination) : '';
        rows.push([Number(index), destination, number, label, pickup ? 1 : 0]);
      }
      return rows;
    },
    query: (devices: string, { table, seen }: GenerationNames): Query => ({
      columns: ['owner', 'position', 'destination', 'number', 'dirn', 'partition', 'label', 'pickup'],
      text: `SELECT b.owner AS owner, b.position AS position, b.destination AS destination, b.number AS number,
          n.dirn AS dirn, n.partition AS partition, b.label AS label, b.pickup AS pickup
        FROM ${devices} CROSS JOIN ${table('lamp')} b
        LEFT JOIN ${table('number')} n ON n.owner = b.number AND ${seen('n')}
        WHERE b.owner = d.owner AND ${seen('b')} ORDER BY b.position`,
    }),
    isShown: isResolved,
    // A list is known only if it is known for each of its lamps whether it picks up calls.
    isWhole: (row: LampRow): boolean => isResolved(row) && row.pickup !== null,
    // A lamp for which that is not known is shown without pickup.
    entryOf: ({ position, destination, dirn, partition, label, pickup }: LampRow): BusyLampField => {
      const [index, others] = [String(position), { label, pickup: pickup === 1 }];
      if (destination !== '' || dirn === null) return { index, destination, ...others };
      return { index, dirn, partition: partition ?? '', ...others };
    },
  },
} as const satisfies Record<ButtonKind, unknown>;
