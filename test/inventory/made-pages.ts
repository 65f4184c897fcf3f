import type { SpeedDial } from '../../src/domain/phone.js';
import { sweptTables, type SweptTable } from '../../src/domain/swept-tables.js';
import type { ChangedList, InventoryStore, SweepPosition } from '../../src/inventory/store/inventory-store.js';
import type { CellsOf, SweptRow } from '../../src/inventory/swept-tables.js';
import { aRowOf } from '../support/made.js';

/** Sweeps of test devices, step by step. */

export interface MadeDevice {
  readonly uuid: string;
  readonly kind: 'phone' | 'profile';
  readonly name: string;
  readonly dials: readonly SpeedDial[];
}

/** The number to which every dial points. */
export const madeNumber = '1000';

/** @returns the rows of a table, in the order of their owners */
export function rowsOf(table: SweptTable, devices: readonly MadeDevice[]): readonly SweptRow[] {
  const sorted = [...devices].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  const rows: { readonly [Table in SweptTable]: readonly (SweptRow & { readonly cells: CellsOf<Table> })[] } = {
    number: [{ owner: 'f0000000-0000-4000-8000-000000000000', cells: aRowOf.number({ dirn: madeNumber }) }],
    device: sorted.map(({ uuid, kind, name }) => ({ owner: uuid, cells: aRowOf.device({ name, kind }) })),
    line: [],
    dial: sorted.flatMap(({ uuid, dials }) =>
      dials.map(({ index, dirn, label }) => ({ owner: uuid, cells: { position: Number(index), dirn, label } })),
    ),
    lamp: [],
    forward: [],
  };
  return rows[table];
}

/** The moments of a sweep, each right after its name. */
export type Moment = 'begun' | 'published' | `${SweptTable} ${'asked' | 'answered' | 'kept'}`;

export async function begin(store: InventoryStore): Promise<SweepPosition> {
  const position = await store.claim('sweeper', { betweenSweepsMs: 0 });
  if ('dueInMs' in position) throw new Error('it is due');
  return position;
}

/**
 * Sweeps once, one page for each table.
 * @param devices the call manager's present devices
 * @returns the reported changes
 */
export async function sweepMade(
  store: InventoryStore,
  devices: () => readonly MadeDevice[],
  at: (moment: Moment) => Promise<void> = () => Promise.resolve(),
): Promise<readonly ChangedList[]> {
  const position = await begin(store);
  await at('begun');
  for (const table of sweptTables) {
    const asked = await store.next();
    await at(`${table} asked`);
    const rows = rowsOf(table, devices());
    await at(`${table} answered`);
    await store.keep(position, { table, after: '', upTo: undefined, rows }, asked);
    await at(`${table} kept`);
  }
  const { lists } = await store.changedLists(position, 'speeddial', '');
  await store.publish(position, []);
  await at('published');
  return lists;
}
