import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { History } from '../../src/changes/journal.js';
import { FairReads } from '../../src/inventory/fair-reads.js';
import { loadDriver } from '../../src/store/postgres/driver.js';
import type { ClusterPages } from '../../src/inventory/cluster-pages.js';
import { Inventory } from '../../src/inventory/inventory.js';
import { StoreUnavailable } from '../../src/store/problems.js';
import { type StoredReads, type StoreReads } from '../../src/inventory/store/inventory-store.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import { basic, startService } from '../support/app.js';
import { deferred } from '../support/fake-port.js';
import { MemoryStore } from '../support/memory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { openStore } from './inventories.js';
import { journaled } from './journaled-store.js';
import { begin, madeNumber, sweepMade } from './made-pages.js';

/** Readers of the inventory, while others ask for too much. */

const notAsked = () => Promise.reject(new Error('not asked'));
const noPages: ClusterPages = { page: notAsked, part: notAsked, rowsOf: notAsked, count: notAsked };

const kept = { generation: 1, asOf: 0, wholeSince: 0, phones: 1, profiles: 0, numbers: 1, buttons: 0 };

/** A store whose findings are read one after another, each on release; it records which were begun. */
function slowStore() {
  const begun: string[] = [];
  const under: (() => void)[] = [];
  const dear: Pick<StoredReads, 'findings' | 'kept'> = {
    kept: () => Promise.resolve(kept),
    findings: async ({ dirn = '' }) => {
      begun.push(dirn);
      const over = deferred<undefined>();
      under.push(() => {
        over.resolve(undefined);
      });
      await over.promise;
      return { value: [], ageMs: 0, began: 0, isCut: false };
    },
  };
  const store = {
    ...{ atOnce: { inAll: 2, dear: 1 }, dear, kept: () => Promise.resolve(kept) },
    numbers: () => Promise.resolve({ value: [{ dirn: '1', partition: '', description: 'kept' }], ageMs: 0 }),
    findingCounts: () => Promise.resolve({}),
    close: () => Promise.resolve(),
  };
  const endOne = (): void => {
    under.shift()?.();
  };
  return { store: store as unknown as InventoryStore, begun, endOne };
}

/** The service in front of this store, which any user may ask. */
async function scene() {
  const slow = slowStore();
  const history = new History(new MemoryStore(), () => undefined);
  const [dismissedIds, dismissalsOf] = [vi.spyOn(history, 'dismissedIds'), vi.spyOn(history, 'dismissalsOf')];
  const inventory = new Inventory(
    slow.store,
    noPages,
    { quiet: () => Promise.resolve() },
    { betweenSweepsMs: 3_600_000, pagesPerMinute: 1, pageTimeoutMs: 1_000, storeBytes: Infinity },
    () => undefined,
    history,
  );
  let asked = 0;
  const counted = new Proxy(inventory, {
    get: (target, name) => {
      if (name === 'findings') asked += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
  const { server: running, seen } = await startService({
    inventory: counted,
    deadlineMs: 60_000,
    authenticator: { isVerified: () => true, verify: () => Promise.resolve(true) },
  });
  onTestFinished(() => {
    for (let left = slow.begun.length + 500; left > 0; left -= 1) slow.endOne();
  });
  const ask = (user: string, path: string, signal: AbortSignal | null = null, headers = {}): Promise<Response> =>
    fetch(running.url + path, { headers: { authorization: basic(user, 'secret'), ...headers }, signal });
  const askedOfHistory = () => dismissedIds.mock.calls.length + dismissalsOf.mock.calls.length;
  return { ...slow, ask, asked: () => asked, seen, askedOfHistory };
}

describe('a caller of the inventory', () => {
  it('is answered at once after 1,500 long questions of others who have hung up', async () => {
    const { ask, asked, begun, endOne, seen } = await scene();
    const first = ask('greedy', '/findings?dirn=1');
    await expect.poll(() => begun).toEqual(['1']);
    for (let wave = 0; wave < 15; wave += 1) {
      const gone = new AbortController();
      const before = asked();
      const left = Array.from({ length: 100 }, (_, place) =>
        ask('greedy', `/findings?dirn=9${wave}${place}`, gone.signal).then(
          ({ status }) => status,
          () => 'gone',
        ),
      );
      await expect.poll(asked).toBe(before + 100);
      gone.abort();
      expect(new Set(await Promise.all(left))).toEqual(new Set(['gone']));
      await expect.poll(() => seen.filter(({ kind }) => kind === 'request')).toHaveLength((wave + 1) * 100);
    }
    // While a long read is still running.
    expect((await ask('other', '/inventory')).status).toBe(200);
    const kept = await ask('other', '/numbers?dirn=1', null, { 'cache-control': 'only-if-cached' });
    expect(await kept.json()).toEqual([{ dirn: '1', partition: '', description: 'kept' }]);
    const other = ask('other', '/findings?dirn=2');
    await expect.poll(asked).toBe(1_502);
    endOne();
    expect((await first).status).toBe(200);
    await expect.poll(() => begun).toEqual(['1', '2']);
    endOne();
    expect((await other).status).toBe(200);
  });

  it('cannot be blocked by another who asks for as much as allowed, who is told when it is busy', async () => {
    const { ask, asked, begun, endOne } = await scene();
    const greedy = Array.from({ length: 110 }, (_, place) => ask('greedy', `/findings?dirn=1${place}`));
    const refused = await Promise.race(greedy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({
      code: 'overloaded',
      detail: 'The inventory is busy with other requests. Retry in a moment.',
    });
    await expect.poll(asked).toBe(110);
    const other = ask('other', '/findings?dirn=2');
    await expect.poll(asked).toBe(111);
    for (let ended = 1; ended < 103 && !begun.includes('2'); ended += 1) {
      endOne();
      await expect.poll(() => begun).toHaveLength(ended + 1);
    }
    // After at most one question of the greedy caller.
    expect(begun.indexOf('2')).toBeLessThanOrEqual(2);
    for (let left = 102; left > 0; left -= 1) {
      endOne();
      if (left > 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(greedy)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(9);
    expect(statuses.filter((status) => status === 200)).toHaveLength(101);
  });

  it('shares an answer with callers who ask the same', async () => {
    const { ask, asked, begun, endOne, askedOfHistory } = await scene();
    const first = ask('one', '/findings?dirn=1');
    await expect.poll(() => begun).toEqual(['1']);
    const rest = Array.from({ length: 300 }, (_, place) => ask(`user${place % 4}`, '/findings?dirn=1'));
    await expect.poll(asked).toBe(301);
    endOne();
    await expect.poll(() => begun).toEqual(['1', '1']);
    endOne();
    expect(new Set((await Promise.all([first, ...rest])).map(({ status }) => status))).toEqual(new Set([200]));
    expect(begun).toEqual(['1', '1']);
    // The history's part is shared too.
    expect(askedOfHistory()).toBe(2);
    const held = ask('one', '/findings?dirn=1');
    await expect.poll(() => begun).toHaveLength(3);
    const dismissed = Array.from({ length: 90 }, (_, place) => ask(`user${place % 4}`, '/findings?dismissed=true'));
    await expect.poll(asked).toBe(392);
    endOne();
    await held;
    // None is dismissed. Whether the inventory is complete is read by the first, and once for all others.
    for (const reads of [4, 5]) {
      await expect.poll(() => begun).toHaveLength(reads);
      endOne();
    }
    expect(new Set((await Promise.all(dismissed)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(askedOfHistory()).toBe(4);
  });
});

describe('the cost of a read', () => {
  const asker = { user: 'one', signal: new AbortController().signal };
  const found = (count: number) => ({ value: { buttons: Array.from({ length: count }), unknown: [] }, ageMs: 0 });

  it('is remembered for a number with many buttons, while it has them', async () => {
    const asked: string[] = [];
    let count = 200;
    const reads = (name: string) => ({
      buttonsTo: () => {
        asked.push(name);
        return Promise.resolve(found(count));
      },
    });
    const [cheap, dear] = [reads('cheap'), reads('dear')].map((some) => some as unknown as StoreReads);
    if (!cheap || !dear) throw new Error('there are two');
    const fair = new FairReads({ reads: cheap, dear, atOnce: { inAll: 2, dear: 1 } });
    const number = dialledForm('1000');
    await fair.of(asker).buttonsTo(number);
    await fair.of(asker).buttonsTo(dialledForm('2000'));
    count = 199;
    await fair.of(asker).buttonsTo(number);
    await fair.of(asker).buttonsTo(number);
    expect(asked).toEqual(['cheap', 'cheap', 'dear', 'cheap']);
  });

  it('that took too long has its own error, different from a missing answer or a missing store', async () => {
    const slow = () => Promise.reject(new StoreUnavailable('slow'));
    const store = { ...slowStore().store, kept: slow, numbers: slow };
    const inventory = new Inventory(
      store,
      noPages,
      { quiet: () => Promise.resolve() },
      { betweenSweepsMs: 3_600_000, pagesPerMinute: 1, pageTimeoutMs: 1_000, storeBytes: Infinity },
      () => undefined,
      new History(new MemoryStore(), () => undefined),
    );
    const { server: running } = await startService({
      inventory,
      authenticator: { isVerified: () => true, verify: () => Promise.resolve(true) },
    });
    for (const path of ['/inventory', '/numbers?dirn=1']) {
      const headers = { authorization: basic('one', 'secret'), 'cache-control': 'only-if-cached' };
      const answer = await fetch(running.url + path, { headers });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      const detail = 'The inventory is busy and did not answer in time. Retry in a moment.';
      expect(await answer.json()).toMatchObject({ code: 'overloaded', detail });
    }
  });
});

const uuid = '00000000-0000-4000-8000-000000000001' as Uuid;
const device = { kind: 'phone', name: 'SEPA' as DeviceName } as const;

it('cheap reads wait for no dear read in a file', async () => {
  const store = journaled(await openStore.sqlite());
  onTestFinished(() => store.close());
  const dials = [{ index: '1', dirn: madeNumber, label: 'A' }];
  await sweepMade(store, () =>
    Array.from({ length: 20_000 }, (_, phone) => ({
      uuid: `00000000-0000-4000-8000-${String(phone).padStart(12, '0')}`,
      ...{ kind: 'phone', name: `SEP${phone}`, dials: phone === 0 ? dials : [] },
    })),
  );
  let left = 200;
  const dear = Array.from({ length: left }, (_, round) =>
    store.dear.devices({ text: `none of them ${round}`, after: undefined, most: 100 }).then(() => {
      left -= 1;
    }),
  );
  await store.buttonsTo(madeNumber);
  expect(left).toBeGreaterThan(0);
  await Promise.all(dear);
});

describe.skipIf(lacksPostgres())('beside dear reads and sweeps that hang in PostgreSQL', () => {
  usePostgres();

  it('cheap reads are answered at once', async () => {
    const store = journaled(await openStore.postgres());
    onTestFinished(() => store.close());
    const dials = [{ index: '1', dirn: madeNumber, label: 'A' }];
    await sweepMade(store, () => [{ uuid, kind: 'phone', name: device.name, dials }]);
    const { database } = place;
    const waiting = () =>
      server.query(`SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`);
    const other = (await loadDriver(place))(1);
    onTestFinished(() => other.end());
    const holder = await other.connect();
    await holder.query(
      `BEGIN; LOCK TABLE axl_phone_proxy.cluster_finding, axl_phone_proxy.cluster_swept IN ACCESS EXCLUSIVE MODE`,
    );
    let isOver = false;
    const hanging = [store.dear.findings({}, 1), begin(store)].map((one) =>
      one.then(
        () => (isOver = true),
        () => undefined,
      ),
    );
    await expect.poll(async () => (await waiting()).length).toBe(2);
    expect((await store.buttonsTo(madeNumber))?.value.buttons).toHaveLength(1);
    expect(await store.kept()).toMatchObject({ generation: 1 });
    expect(isOver).toBe(false);
    await holder.query('ROLLBACK');
    holder.release();
    await Promise.all(hanging);
  });
});
