import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeviceKey } from '../../src/domain/device.js';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import { KeptOwnLists } from '../../src/inventory/kept-own-lists.js';
import type { ChangedList, InventoryStore, ReadList } from '../../src/inventory/store/inventory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { clockedFile, inThisThread } from './clocked-file.js';
import { openStore } from './inventories.js';
import { begin, madeNumber, rowsOf, sweepMade } from './made-pages.js';

/** The order of this service's writes and a sweep's reads, if the store's clock is set between any two steps. */

interface Clocked {
  readonly store: InventoryStore;
  /** Sets the clock of the store, in seconds relative to the right time. */
  readonly set: (seconds: number) => Promise<void> | void;
}

const stores = {
  sqlite: async (): Promise<Clocked> => {
    const { sql, set } = await clockedFile();
    return {
      store: inThisThread(sql),
      set: (seconds) => {
        set(seconds * 1_000);
      },
    };
  },
  postgres: async (): Promise<Clocked> => {
    const { database } = place;
    // Found before the server's own.
    const clock = (seconds: number) => `CREATE OR REPLACE FUNCTION axl_phone_proxy.clock_timestamp() RETURNS timestamptz
      LANGUAGE sql AS $$ SELECT pg_catalog.clock_timestamp() + interval '${seconds} s' $$`;
    await server.query(`CREATE SCHEMA axl_phone_proxy; ${clock(0)}`, database);
    const store = await openStore.postgres();
    onTestFinished(() => store.close());
    return { store, set: (seconds) => server.query(clock(seconds), database).then(() => undefined) };
  },
};

const uuid = '00000000-0000-4000-8000-000000000001' as Uuid;
const device: DeviceKey = { kind: 'phone', name: 'SEPA' as DeviceName };
const labelled = (label: string) => [{ index: '1', dirn: madeNumber, label }];
const [pageSteps, writeSteps] = [['ask', 'answer', 'keep'] as const, ['mark', 'send', 'end'] as const];
type Step = (typeof pageSteps)[number] | (typeof writeSteps)[number];

/** Every order of two series of steps. */
function orders(one: readonly Step[], other: readonly Step[]): readonly (readonly Step[])[] {
  const [first, second] = [one[0], other[0]];
  if (first === undefined || second === undefined) return [[...one, ...other]];
  return [
    ...orders(one.slice(1), other).map((rest) => [first, ...rest]),
    ...orders(one, other.slice(1)).map((rest) => [second, ...rest]),
  ];
}

/** The outcome of a write: it is set, refused, or unknown. */
const ends = ['set', 'refused', 'unknown'] as const;

/** A write in steps. @param send carries it out */
function writeOf(own: KeptOwnLists, end: (typeof ends)[number], send: () => void) {
  let changing: Awaited<ReturnType<KeptOwnLists['changing']>> | undefined;
  const steps: Record<(typeof writeSteps)[number], () => Promise<unknown>> = {
    mark: async () => (changing = await own.changing(device, uuid, 'speeddial', new AbortController().signal)),
    send: () => {
      if (end !== 'refused') send();
      return Promise.resolve();
    },
    end: async () => {
      if (end === 'set') await changing?.set(labelled('ours'), uuid);
      if (end === 'refused') await changing?.notSet();
      if (end === 'unknown') await changing?.mayHaveLanded();
    },
  };
  return { steps, changing: () => changing };
}

/** Sweeps and writes, with a clock that is set before one of the steps; in the last step the sweep counts. */
async function play(
  { store, set }: Clocked,
  order: readonly Step[],
  end: (typeof ends)[number],
  setBefore: number,
  seconds: number,
): Promise<void> {
  const about = JSON.stringify({ order, end, setBefore, seconds });
  await set(0);
  let label = 'first';
  const devices = () => [{ uuid, kind: 'phone', name: device.name, dials: labelled(label) } as const];
  const own = new KeptOwnLists(store, 20_000);
  // Clears what the previous play has left: a write removes earlier marks, and a sweep reads its list.
  await sweepMade(store, () => []);
  await sweepMade(store, devices);
  const earlier = await own.changing(device, uuid, 'speeddial', new AbortController().signal);
  await earlier.set(labelled(label), uuid);
  await sweepMade(store, devices);
  const write = writeOf(own, end, () => (label = 'ours'));
  const position = await begin(store);
  for (const table of ['number', 'device', 'line'] as const) {
    const rows = rowsOf(table, devices());
    await store.keep(position, { table, after: '', upTo: undefined, rows }, await store.next());
  }
  let asked = await store.next();
  let rows = rowsOf('dial', devices());
  const carryOut: Record<Step, () => Promise<unknown>> = {
    ask: async () => (asked = await store.next()),
    answer: () => Promise.resolve((rows = rowsOf('dial', devices()))),
    keep: () => store.keep(position, { table: 'dial', after: '', upTo: undefined, rows }, asked),
    ...write.steps,
  };
  const shown = async () => (await store.list(device, 'speeddial'))?.value?.entries;
  const check = async (isEnded: boolean): Promise<void> => {
    const entries = await shown();
    if (entries && isEnded) expect(entries, about).toEqual(labelled(label));
  };
  for (const [at, step] of order.entries()) {
    if (at === setBefore) await set(seconds);
    await carryOut[step]();
    await check(order.slice(0, at + 1).includes('end'));
  }
  if (setBefore === order.length) await set(seconds);
  const { lists } = await store.changedLists(position, 'speeddial', '');
  await store.publish(position, []);
  await check(true);
  const told = [...lists, ...(await sweepMade(store, devices))];
  await check(true);
  // If the outcome of a write is unknown, the history recognizes the list by what was sent.
  const isOurs = end === 'unknown' && told.every(({ known }) => known.number < (write.changing()?.place.number ?? 0));
  expect(isOurs ? [] : told, about).toEqual([]);
  // Later changes of others are reported once, with the right lists.
  const before = await shown();
  label = 'theirs';
  const later = [...(await sweepMade(store, devices)), ...(await sweepMade(store, devices))];
  const change = { uuid, after: labelled('theirs'), ...(before && { before }) };
  if (end !== 'unknown') expect(before, about).toEqual(labelled(end === 'set' ? 'ours' : 'first'));
  if (end !== 'unknown') expect(later, about).toMatchObject([change]);
  if (end === 'set') expect(later[0]?.known.number, about).toBeGreaterThan(write.changing()?.place.number ?? Infinity);
  expect(later[0] ? later[0].place.number : Infinity, about).toBeGreaterThan(later[0]?.known.number ?? 0);
}

/** A list that is read between two sweeps, with a clock that is set before one of the steps. */
async function playRead(
  { store, set }: Clocked,
  order: readonly Step[],
  end: (typeof ends)[number],
  setBefore: number,
  seconds: number,
): Promise<void> {
  const about = JSON.stringify({ read: true, order, end, setBefore, seconds });
  await set(0);
  let label = 'first';
  const devices = () => [{ uuid, kind: 'phone', name: device.name, dials: labelled(label) } as const];
  const own = new KeptOwnLists(store, 0);
  await sweepMade(store, () => []);
  await sweepMade(store, devices);
  const write = writeOf(own, end, () => (label = 'ours'));
  let list: ReadList = { device, kind: 'speeddial', owner: uuid, rows: [], numbers: [], asked: await store.next() };
  const told: ChangedList[] = [];
  const look = async (): Promise<void> => {
    const changed = await store.changeIn(list);
    if (!changed) return;
    told.push(changed);
    await store.bringUp(list);
  };
  const carryOut: Record<Step, () => Promise<unknown>> = {
    ask: async () => (list = { ...list, asked: await store.next() }),
    answer: () => Promise.resolve((list = { ...list, rows: rowsOf('dial', devices()) })),
    keep: look,
    ...write.steps,
  };
  for (const [at, step] of order.entries()) {
    if (at === setBefore) await set(seconds);
    await carryOut[step]();
  }
  expect(told, about).toEqual([]);
  if (end === 'unknown') return;
  const shown = async () => (await store.list(device, 'speeddial'))?.value?.entries;
  expect(await shown(), about).toEqual(labelled(label));
  // Later changes of others are reported with the right lists.
  const before = labelled(label);
  label = 'theirs';
  for (const step of pageSteps) await carryOut[step]();
  expect(told, about).toMatchObject([{ uuid, before, after: labelled('theirs') }]);
  expect(await shown(), about).toEqual(labelled('theirs'));
}

/** Only one of this many plays is run; `npm run prove` runs all of them, in the file. */
const oneOf = { sqlite: process.env['INVENTORY_PLAYS'] === 'all' ? 1 : 23, postgres: 97 };

describe.each(['sqlite', 'postgres'] as const)('writes and reads, stored with %s', (kind) => {
  const isLacking = kind === 'postgres' && lacksPostgres();
  if (!isLacking && kind === 'postgres') usePostgres();

  it.skipIf(isLacking).each([-60, -3, 300])(
    'have the right order if the clock is set by %d seconds',
    { timeout: 240_000 },
    async (seconds) => {
      const clocked = await stores[kind]();
      await clocked.set(seconds);
      expect(Math.abs((await clocked.store.now()) - Date.now() - seconds * 1_000)).toBeLessThan(2_000);
      let plays = 0;
      for (const order of orders(pageSteps, writeSteps)) {
        for (const end of ends) {
          for (let setBefore = 0; setBefore <= order.length; setBefore += 1) {
            plays += 1;
            // All of them take long, so each setting of the clock runs a different part.
            if ((plays + seconds) % oneOf[kind] !== 0) continue;
            await play(clocked, order, end, setBefore, seconds);
            await playRead(clocked, order, end, setBefore, seconds);
          }
        }
      }
    },
  );
});
