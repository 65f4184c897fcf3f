import type { SpeedDial } from '../../src/domain/phone.js';
import { sweptTables, type SweptTable } from '../../src/domain/swept-tables.js';
import type { SentList } from '../../src/changes/change.js';
import type { SweepPosition } from '../../src/inventory/store/inventory-store.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import type { CellsOf, SweptRow } from '../../src/inventory/swept-tables.js';
import { aRowOf } from '../support/made.js';
import type { JournaledStore } from './journaled-store.js';

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

export async function begin(store: Pick<InventoryStore, 'claim'>, place = 0): Promise<SweepPosition> {
  const position = await store.claim('sweeper', { betweenSweepsMs: 0 }, place);
  if ('dueInMs' in position) throw new Error('it is due');
  return position;
}

/**
 * Sweeps once, one page for each table.
 * @param devices the call manager's present devices
 * @returns the reported changes
 */
export async function sweepMade(
  store: JournaledStore,
  devices: () => readonly MadeDevice[],
  at: (moment: Moment) => Promise<void> = () => Promise.resolve(),
): Promise<readonly SentList[]> {
  let askedAt = 0;
  const position = await begin(store, await store.changes.place());
  await at('begun');
  for (const table of sweptTables) {
    if (table === 'dial') askedAt = await store.changes.place();
    await at(`${table} asked`);
    const rows = rowsOf(table, devices());
    await at(`${table} answered`);
    await store.keep(position, { table, after: '', upTo: undefined, rows });
    await at(`${table} kept`);
  }
  const seen = await tellChanges(store, position, askedAt);
  await store.publish(position, [], await store.changes.place());
  await at('published');
  return seen;
}

/** Stores what others have changed, as a sweep does. @param place where the lists were requested */
export async function tellChanges(
  store: JournaledStore,
  position: SweepPosition,
  place: number,
): Promise<readonly SentList[]> {
  const before = store.changes.sentLists.length;
  const { lists } = await store.changedLists(position, 'speeddial', '');
  const time = new Date();
  await store.history.keepSeen(
    lists.map(({ knownAt, ...list }) => ({ ...list, place, seenAfter: new Date(knownAt), time })),
  );
  return store.changes.sentLists.slice(before);
}
