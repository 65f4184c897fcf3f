import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import { shownList } from '../../domain/buttons.js';
import type { SpeedDial } from '../../domain/phone.js';
import type { GenerationNames } from './known-numbers.js';
import type { Query } from './statements.js';

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
 * - the query for the rows of devices, with a column `owner` and the alias d
 * - whether everything in a row is known, and whether everything that callers see in it is known
 * - the entries of these rows
 */
export const keptLists = {
  speeddial: {
    table: 'dial',
    query: (devices: string, { seen }: GenerationNames): Query => ({
      columns: ['owner', 'position', 'dirn', 'label'],
      text: `SELECT b.owner AS owner, b.position AS position, b.dirn AS dirn, b.label AS label
        FROM ${devices} CROSS JOIN cluster_dial b WHERE b.owner = d.owner AND ${seen('b')} ORDER BY b.position`,
    }),
    isShown: hasPosition,
    isWhole: hasPosition,
    entryOf: ({ position, dirn, label }: DialRow): SpeedDial => ({ index: String(position), dirn, label }),
  },
  busylampfield: {
    table: 'lamp',
    query: (devices: string, { seen }: GenerationNames): Query => ({
      columns: ['owner', 'position', 'destination', 'number', 'dirn', 'partition', 'label', 'pickup'],
      text: `SELECT b.owner AS owner, b.position AS position, b.destination AS destination, b.number AS number,
          n.dirn AS dirn, n.partition AS partition, b.label AS label, b.pickup AS pickup
        FROM ${devices} CROSS JOIN cluster_lamp b
        LEFT JOIN cluster_number n ON n.owner = b.number AND ${seen('n')}
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

/** Whether callers see the same in two lists. */
export function isSame(kind: ButtonKind, one: readonly Entry[], other: readonly Entry[]): boolean {
  const shown = (entries: readonly Entry[]): string => shownList<Entry>(rulesOf(kind), entries);
  return shown(one) === shown(other);
}
