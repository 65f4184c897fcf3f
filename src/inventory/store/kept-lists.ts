import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import { canonicalIndex } from '../../domain/buttons.js';
import { dialledForm } from '../../domain/identifiers.js';
import type { SpeedDial } from '../../domain/phone.js';
import type { Cell } from '../swept-tables.js';

type FindNumber = (dirn: string, partition: string) => Promise<string | undefined>;

/** Whether an entry's index fits into a column of numbers, as those do that were read. */
function hasPosition({ index }: Entry): boolean {
  return canonicalIndex(index).length <= 9;
}

/** How lists of each kind are kept: the table, and its rows; undefined where a number is not known yet. */
export const keptLists = {
  speeddial: {
    table: 'dial',
    rowsOf: (entries: readonly SpeedDial[]): Promise<Cell[][] | undefined> =>
      Promise.resolve(
        entries.every(hasPosition)
          ? entries.map(({ index, dirn, label }) => [Number(index), dialledForm(dirn), label])
          : undefined,
      ),
  },
  busylampfield: {
    table: 'lamp',
    rowsOf: async (entries: readonly BusyLampField[], findNumber: FindNumber): Promise<Cell[][] | undefined> => {
      const rows: Cell[][] = [];
      for (const field of entries) {
        const { index, label, pickup } = field;
        const isFreeForm = 'destination' in field;
        const number = isFreeForm ? null : await findNumber(dialledForm(field.dirn), field.partition);
        if (number === undefined || !hasPosition(field)) return undefined;
        const destination = isFreeForm ? dialledForm(field.destination) : '';
        rows.push([Number(index), destination, number, label, pickup ? 1 : 0]);
      }
      return rows;
    },
  },
} as const satisfies Record<ButtonKind, unknown>;
