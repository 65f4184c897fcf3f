import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeviceKey } from '../../src/domain/device.js';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import { LiveLists } from '../../src/inventory/live-lists.js';
import type { SweptTable } from '../../src/domain/swept-tables.js';
import type { SweptRow } from '../../src/inventory/swept-tables.js';
import { openCall } from '../../src/use-cases/call-context.js';
import { deferred } from '../support/fake-port.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { clockedFile, inThisThread } from './clocked-file.js';
import { openStore } from './inventories.js';
import { type ChangingList, journaled, type JournaledStore } from './journaled-store.js';
import { begin, madeNumber, rowsOf, sweepMade, tellChanges } from './made-pages.js';

/** The order of this service's writes and a sweep's reads, if the store's clock is set between any two steps. */

interface Clocked {
  readonly store: JournaledStore;
  /** Sets the clock of the store, in seconds relative to the right time. */
  readonly set: (seconds: number) => Promise<void> | void;
}

const stores = {
  sqlite: async (): Promise<Clocked> => {
    const { sql, set } = await clockedFile();
    return {
      store: journaled(inThisThread(sql)),
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
    return { store: journaled(store), set: (seconds) => server.query(clock(seconds), database).then(() => undefined) };
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
function writeOf(store: JournaledStore, end: (typeof ends)[number], send: () => void) {
  let changing: ChangingList | undefined;
  const steps: Record<(typeof writeSteps)[number], () => Promise<unknown>> = {
    mark: async () => (changing = await store.changing(device, uuid, 'speeddial', labelled('ours'))),
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
  // Clears what the previous play has left: a write removes earlier marks, and a sweep reads its list.
  await sweepMade(store, () => []);
  await sweepMade(store, devices);
  const earlier = await store.changing(device, uuid, 'speeddial', labelled(label));
  await earlier.set(labelled(label), uuid);
  await sweepMade(store, devices);
  const write = writeOf(store, end, () => (label = 'ours'));
  const position = await begin(store, await store.changes.place());
  for (const table of ['number', 'device', 'line'] as const) {
    const rows = rowsOf(table, devices());
    await store.keep(position, { table, after: '', upTo: undefined, rows });
  }
  let asked = await store.changes.place();
  let rows = rowsOf('dial', devices());
  const carryOut: Record<Step, () => Promise<unknown>> = {
    ask: async () => (asked = await store.changes.place()),
    answer: () => Promise.resolve((rows = rowsOf('dial', devices()))),
    keep: () => store.keep(position, { table: 'dial', after: '', upTo: undefined, rows }),
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
  const seen = await tellChanges(store, position, asked);
  await store.publish(position, [], await store.changes.place());
  await check(true);
  const told = [...seen, ...(await sweepMade(store, devices))];
  await check(true);
  expect(told, about).toEqual([]);
  // Later changes of others are reported once, with the right lists.
  const before = await shown();
  label = 'theirs';
  const later = [...(await sweepMade(store, devices)), ...(await sweepMade(store, devices))];
  const change = { uuid, after: labelled('theirs'), ...(before && { before }) };
  if (end !== 'unknown') expect(before, about).toEqual(labelled(end === 'set' ? 'ours' : 'first'));
  if (end !== 'unknown') expect(later, about).toMatchObject([change]);
  expect(later[0]?.sent.place ?? Infinity, about).toBeGreaterThanOrEqual(write.changing()?.place ?? Infinity);
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
  await sweepMade(store, () => []);
  await sweepMade(store, devices);
  const write = writeOf(store, end, () => (label = 'ours'));
  const told = () => store.changes.sentLists.slice(before).filter(({ sent }) => sent.seenAfter !== undefined);
  const before = store.changes.sentLists.length;
  // The list is answered at one step, and the device at a later one.
  let [asked, answered, kept] = [deferred(), deferred<readonly SweptRow[]>(), deferred()];
  const rowsFor = async (table: SweptTable): Promise<readonly SweptRow[]> => {
    if (table === 'device') return kept.promise.then(() => rowsOf('device', devices()));
    asked.resolve(undefined);
    return answered.promise;
  };
  const parts = { store, reads: store, journal: store.journal, pages: { rowsOf: rowsFor }, observe: () => undefined };
  const turn = () => Promise.resolve(openCall({ requestId: 'test', timeoutMs: 20_000, isBackground: true }));
  const keepSeen = store.history.keepSeen.bind(store.history);
  const most = { changes: 50, withinMs: 1 };
  const lists = new LiveLists({ ...parts, keepSeen, turn, signal: new AbortController().signal, most });
  let looking: Promise<void> = Promise.resolve();
  const carryOut: Record<Step, () => Promise<unknown>> = {
    ask: () => {
      [asked, answered, kept] = [deferred(), deferred<readonly SweptRow[]>(), deferred()];
      looking = lists.look({ device, kind: 'speeddial', entries: [] });
      return Promise.race([asked.promise, looking]);
    },
    answer: () => {
      answered.resolve(rowsOf('dial', devices()));
      return Promise.resolve();
    },
    keep: () => {
      kept.resolve(undefined);
      return looking;
    },
    ...write.steps,
  };
  for (const [at, step] of order.entries()) {
    if (at === setBefore) await set(seconds);
    await carryOut[step]();
  }
  expect(told(), about).toEqual([]);
  if (end === 'unknown') return;
  const shown = async () => (await store.list(device, 'speeddial'))?.value?.entries;
  expect(await shown(), about).toEqual(labelled(label));
  // Later changes of others are reported with the right lists.
  const last = labelled(label);
  label = 'theirs';
  for (const step of pageSteps) await carryOut[step]();
  expect(told(), about).toMatchObject([{ uuid, before: last, after: labelled('theirs') }]);
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
