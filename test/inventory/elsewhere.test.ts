import { describe, expect, it, onTestFinished } from 'vitest';
import type { ListedFinding } from '../../src/domain/finding.js';
import type { Uuid } from '../../src/domain/identifiers.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { History } from '../../src/changes/journal.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import type { ClusterPages, ReadPage } from '../../src/inventory/cluster-pages.js';
import { Inventory, mostDismissed } from '../../src/inventory/inventory.js';
import type { SweptTable } from '../../src/domain/swept-tables.js';
import type { Cells, CellsOf, SweptRow } from '../../src/inventory/swept-tables.js';
import type { Observation } from '../../src/observability/observations.js';
import { changed, dial, intention, phoneNamed, uncertain } from '../support/changes.js';
import { MemoryStore } from '../support/memory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openStoreHere, sweepOnce } from './inventories.js';
import { aRowOf } from '../support/made.js';

/** Changes that others make at the call manager during a sweep. */

const key = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const nameOf = (n: number): string => `SEP${String(n).padStart(12, '0')}`;

/**
 * A cluster of phones that can be changed at any time; one page for each owner, so that there are moments in between.
 */
class Cluster implements ClusterPages {
  readonly dials = new Map<number, readonly SpeedDial[]>();
  /** The lamps of a phone, by label: each watches number 1000. */
  readonly lamps = new Map<number, string>();
  /** Directory numbers, each with its alerting name. */
  readonly numbers = new Map([['1000', '']]);
  /** Called before each page is answered. */
  before: (table: SweptTable, page: number) => Promise<void> | void = () => undefined;
  #pages = 0;

  constructor(phones: number) {
    for (let n = 1; n <= phones; n += 1) this.dials.set(n, [dial(1, '1000', `label ${n}`)]);
  }

  async page(table: SweptTable, after: string): Promise<ReadPage> {
    await this.before(table, (this.#pages += 1));
    const rows = this.#rows(table);
    const owners = [...new Set(rows.map(([owner]) => owner))].filter((owner) => owner > after).sort();
    const size = Math.ceil(this.dials.size / 3);
    const upTo = owners.length > size ? owners[size - 1] : undefined;
    const read = rows.filter(([owner]) => owner > after && (upTo === undefined || owner <= upTo));
    read.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return {
      ...{ table, after, upTo, bytes: 1_000, fetched: read.length, counted: read.length },
      rows: read.map(([owner, cells]) => ({ owner, cells })),
    };
  }

  /** The rows of some owners. */
  rowsOf(table: SweptTable, owners: readonly string[]): Promise<readonly SweptRow[]> {
    const rows = this.#rows(table).filter(([owner]) => owners.includes(owner));
    return Promise.resolve(rows.map(([owner, cells]) => ({ owner, cells })));
  }

  /** It does not count. */
  count(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** No owner has more rows than a page. */
  part(): Promise<never> {
    return Promise.reject(new Error('it is not asked for'));
  }

  #rows(table: SweptTable): readonly (readonly [string, Cells])[] {
    const phones = [...this.dials.keys()];
    const rows: { readonly [Table in SweptTable]: readonly (readonly [string, CellsOf<Table>])[] } = {
      number: [...this.numbers].map(
        ([dirn, alerting]) =>
          [key(9_000_000 + Number(dirn)), aRowOf.number({ dirn, partition: 'P', alerting })] as const,
      ),
      device: phones.map((n) => [key(n), aRowOf.device({ name: nameOf(n), description: 'a phone' })]),
      line: [],
      dial: [...this.dials].flatMap(([n, dials]) =>
        dials.map(({ index, dirn, label }) => [key(n), { position: Number(index), dirn, label }] as const),
      ),
      lamp: [...this.lamps].map(([n, label]) => [key(n), aRowOf.lamp({ number: key(9_001_000), label })] as const),
      forward: [],
    };
    return rows[table];
  }
}

/** A service's history and inventory of a cluster. */
function watching(cluster: Cluster, store: InventoryStore, changes = new MemoryStore()) {
  const history = new History(changes, () => undefined);
  const observations: Observation[] = [];
  const pace = { betweenSweepsMs: 3_600_000, pagesPerMinute: 6_000_000, pageTimeoutMs: 20_000, storeBytes: Infinity };
  const observe = (observation: Observation): void => void observations.push(observation);
  const load = { quiet: () => Promise.resolve() };
  const inventory = new Inventory(store, cluster, load, pace, observe, history);
  onTestFinished(async () => {
    await inventory.close();
  });
  const seen = () => changes.sentLists.filter(({ sent }) => sent.seenAfter !== undefined);
  return { inventory, changes, history, observations, seen };
}

const device = (n: number) => phoneNamed(nameOf(n));
const uuid = (n: number) => key(n) as Uuid;

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a change made elsewhere, seen with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    it('is stored once, at any moment of a sweep, and changes before the first sweep are not', async () => {
      const cluster = new Cluster(9);
      cluster.lamps.set(5, 'old');
      const { inventory, seen } = watching(cluster, await openStoreHere[kind]());
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      expect(seen()).toEqual([]);
      const began = Date.now();
      // One at each of the first nine of the ten pages of a sweep.
      let phone = 0;
      cluster.before = () => {
        phone += 1;
        if (phone <= 9) cluster.dials.set(phone, [dial(1, '1000', 'by others'), dial(2, `20${phone}`)]);
      };
      await sweepOnce({ inventory });
      expect(phone).toBe(10);
      cluster.before = () => undefined;
      cluster.lamps.set(5, 'new');
      cluster.dials.delete(9);
      await sweepOnce({ inventory });
      await sweepOnce({ inventory });
      const of = (n: number) => seen().filter((change) => change.device.name === nameOf(n));
      for (let n = 1; n <= 8; n += 1) {
        const [change, ...more] = of(n).filter((one) => one.kind === 'speeddial');
        expect(more).toEqual([]);
        expect(change).toMatchObject({
          ...{ state: 'changed', sent: { user: null, requestId: null }, before: [dial(1, '1000', `label ${n}`)] },
          after: [dial(1, '1000', 'by others'), dial(2, `20${n}`)],
        });
        expect(change?.sent.seenAfter?.getTime()).toBeLessThanOrEqual(began + 1_000);
        expect(change?.sent.time.getTime()).toBeGreaterThanOrEqual(began - 1_000);
      }
      expect(seen().filter((change) => change.kind === 'busylampfield')).toMatchObject([
        { before: [{ dirn: '1000', partition: 'P', label: 'old' }], after: [{ label: 'new' }] },
      ]);
      // The old list is stored, so it can be set on a successor.
      expect(of(9).at(-1)?.after).toBeNull();
      expect(of(9).at(-1)?.before).not.toEqual([]);
    });

    it('is never a write of this service, at any moment of a sweep, settled or not', async () => {
      const cluster = new Cluster(9);
      const store = await openStoreHere[kind]();
      const { inventory, changes, seen } = watching(cluster, store);
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      let phone = 0;
      /** The steps of a write: begun, sent, settled. */
      const write = async (n: number, outcome: 'known' | 'unsettled' | 'unknown' | 'late'): Promise<void> => {
        const before = cluster.dials.get(n) ?? [];
        const after = [dial(1, '1000', `ours ${n}`)];
        const of = { device: device(n), uuid: uuid(n) };
        const { number } = await changes.begin(intention({ ...of, before, after, time: new Date() }));
        if (outcome !== 'late') cluster.dials.set(n, after);
        if (outcome !== 'unsettled') await changes.settle(number, outcome === 'known' ? changed : uncertain);
      };
      const outcomes = ['known', 'unsettled', 'unknown', 'late'] as const;
      cluster.before = async () => {
        phone += 1;
        if (phone <= 9) await write(phone, outcomes[phone % 4] ?? 'known');
      };
      await sweepOnce({ inventory });
      expect(phone).toBe(10);
      cluster.before = () => undefined;
      // The writes in doubt are carried out much later.
      for (let n = 3; n <= 9; n += 4) cluster.dials.set(n, [dial(1, '1000', `ours ${n}`)]);
      await sweepOnce({ inventory });
      await sweepOnce({ inventory });
      expect(seen()).toEqual([]);
    });

    it('is distinguished from writes of this service before it and after it', async () => {
      const cluster = new Cluster(3);
      const { inventory, changes, seen } = watching(cluster, await openStoreHere[kind]());
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      const ours = [dial(1, '1000', 'ours')];
      const before = cluster.dials.get(1) ?? [];
      const of = { device: device(1), uuid: uuid(1) };
      const { number } = await changes.begin(intention({ ...of, before, after: ours, time: new Date() }));
      cluster.dials.set(1, ours);
      await changes.settle(number, changed, uuid(1));
      const wrote = Date.now();
      cluster.dials.set(1, []);
      await sweepOnce({ inventory });
      expect(seen()).toMatchObject([{ before: ours, after: [] }]);
      expect(seen()[0]?.sent.seenAfter?.getTime()).toBeGreaterThan(wrote - 2_000);
    });

    it('is stored once if the history or the service failed in between', async () => {
      const cluster = new Cluster(6);
      const store = await openStoreHere[kind]();
      const first = watching(cluster, store);
      first.inventory.start();
      await expect.poll(async () => (await first.inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      for (let n = 1; n <= 6; n += 1) cluster.dials.set(n, [dial(9, '1000')]);
      // It is stored, and then the sweep ends before it counts.
      const publish = store.publish.bind(store);
      store.publish = () => Promise.reject(new Error('killed'));
      first.inventory.sweepNow();
      await expect.poll(() => first.seen().length, { timeout: 60_000 }).toBe(6);
      await expect
        .poll(() => first.observations.some((one) => one.kind === 'inventory-sweep' && one.outcome === 'failed'))
        .toBe(true);
      store.publish = publish;
      await sweepOnce(first);
      const keys = first.changes.sentLists.map(({ sent, device: { name } }) => `${name} ${sent.seenAfter?.getTime()}`);
      // A store keeps a repeated change only once: both had the same key.
      expect(new Set(keys).size).toBe(6);
      await sweepOnce(first);
      expect(first.changes.sentLists).toHaveLength(keys.length);
    });

    it('is stored when the history is back, if it cannot be stored at first', async () => {
      const cluster = new Cluster(3);
      const { inventory, changes, seen } = watching(cluster, await openStoreHere[kind]());
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      cluster.dials.set(2, []);
      changes.failing = { keepSeen: 'closed' };
      inventory.sweepNow();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('resting');
      changes.failing = {};
      await sweepOnce({ inventory });
      expect(seen()).toMatchObject([{ after: [] }]);
    });

    it('lists a dismissed finding again if the evidence against its button changes', async () => {
      const cluster = new Cluster(9);
      const label = (n: number, text: string) => void cluster.dials.set(n, [dial(1, '1000', text)]);
      for (let n = 1; n <= 8; n += 1) label(n, 'Reception');
      const { inventory } = watching(cluster, await openStoreHere[kind]());
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      const listed = async (dismissed: boolean) => (await inventory.findings({ dismissed }, 10)).listed;
      const [finding] = await listed(false);
      expect(finding).toMatchObject({ kind: 'unlike-others', device: nameOf(9), dismissal: null });
      await inventory.dismiss(finding?.id ?? '', { reason: 'so', user: 'alice' });
      expect([await listed(false), await listed(true)]).toMatchObject([[], [{ id: finding?.id }]]);
      await sweepOnce({ inventory });
      expect([await listed(false), await listed(true)]).toMatchObject([[], [{ id: finding?.id }]]);
      for (let n = 1; n <= 8; n += 1) label(n, 'Front desk');
      await sweepOnce({ inventory });
      expect([await listed(false), await listed(true)]).toMatchObject([[{ id: finding?.id, dismissal: null }], []]);
    });

    it('leaves room for dismissals: if there are too many, those whose findings are gone are dropped', async () => {
      const cluster = new Cluster(9);
      for (let n = 1; n <= 8; n += 1) cluster.dials.set(n, [dial(1, '1000', 'Reception')]);
      const { inventory, changes } = watching(cluster, await openStoreHere[kind]());
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      const [finding] = (await inventory.findings({ dismissed: false }, 10)).listed;
      const id = finding?.id ?? '';
      expect((await inventory.findings({ dismissed: true }, 10)).listed).toEqual([]);
      const dismissal = { reason: 'so', user: 'alice' };
      for (let n = 0; n < mostDismissed; n += 1)
        await changes.dismiss({ id: `~${n}`, evidence: '', time: new Date(), ...dismissal });
      await inventory.dismiss(id, dismissal);
      expect(await changes.dismissedIds(2 * mostDismissed)).toHaveLength(mostDismissed - 100 + 1);
      expect((await inventory.findings({ dismissed: true }, 10)).listed).toMatchObject([{ id }]);
      expect((await inventory.findings({ dismissed: true, dirn: '2' }, 10)).listed).toEqual([]);
    });

    it(
      'says that too many are dismissed if all of their findings exist, and loses none',
      { timeout: 120_000 },
      async () => {
        const cluster = new Cluster(1);
        const dials = Array.from({ length: mostDismissed + 2 }, (_, index) => dial(index + 1, '1000', 'Reception'));
        cluster.dials.set(1, dials);
        const { inventory, changes } = watching(cluster, await openStoreHere[kind]());
        inventory.start();
        await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
        const found: ListedFinding[] = [];
        for (let hasMore = true; hasMore;) {
          const page = await inventory.findings({ dismissed: false, after: found.at(-1) }, mostDismissed + 2);
          found.push(...page.listed);
          hasMore = page.hasMore;
        }
        expect(found).toHaveLength(mostDismissed + 1);
        const dismissal = { reason: 'so', user: 'alice' };
        const [last, ...others] = found;
        for (const { id, evidence } of others) await changes.dismiss({ id, evidence, time: new Date(), ...dismissal });
        const detail = '5000 findings are dismissed already. Restore some of them first.';
        await expect(inventory.dismiss(last?.id ?? '', dismissal)).rejects.toMatchObject({
          ...{ code: 'invalid-request', facts: { detail } },
        });
        expect([...(await changes.dismissedIds(2 * mostDismissed))].sort()).toEqual(others.map(({ id }) => id).sort());
        expect((await inventory.findings({ dismissed: false }, 10)).listed.map(({ id }) => id)).toEqual([last?.id]);
        // A dismissed one may be dismissed again; and after one is restored, there is room.
        await inventory.dismiss(others[0]?.id ?? '', dismissal);
        await inventory.restoreDismissed(others[0]?.id ?? '');
        await inventory.dismiss(last?.id ?? '', dismissal);
        expect(await changes.dismissedIds(2 * mostDismissed)).toHaveLength(mostDismissed);
      },
    );

    it('is not reported for a cluster that was restored from a backup, which is read again and reported once', async () => {
      const cluster = new Cluster(200);
      const { inventory, observations, seen } = watching(cluster, await openStoreHere[kind]());
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      const told = (): unknown[] =>
        observations.filter((one) => one.kind === 'inventory-sweep').map((one) => one.outcome);
      // A difference in only one reading has no effect.
      const dials = new Map(cluster.dials);
      let pages = 0;
      cluster.before = (table) => {
        if (table === 'number') pages += 1;
        cluster.dials.clear();
        for (const [n, list] of dials) cluster.dials.set(n, pages === 1 ? [] : list);
      };
      await sweepOnce({ inventory });
      expect([told(), pages, seen()]).toEqual([['whole', 'whole'], 2, []]);
      cluster.before = (table) => {
        if (table === 'number') pages += 1;
      };
      for (let n = 1; n <= 70; n += 1) cluster.dials.set(n, [dial(1, '1000', 'restored')]);
      await sweepOnce({ inventory });
      expect([told(), pages, seen()]).toEqual([['whole', 'whole', 'another'], 4, []]);
      // Slightly fewer differences are reported as changes.
      for (let n = 1; n <= 60; n += 1) cluster.dials.set(n, []);
      await sweepOnce({ inventory });
      expect([told().at(-1), pages, seen().length]).toEqual(['whole', 5, 60]);
    });

    it('is not reported if every device is another one, even if there are few', async () => {
      const cluster = new Cluster(3);
      const { inventory, observations, seen } = watching(cluster, await openStoreHere[kind]());
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      const dials = [...cluster.dials.values()];
      cluster.dials.clear();
      for (const [n, list] of dials.entries()) cluster.dials.set(10 + n, list);
      await sweepOnce({ inventory });
      const told = observations.filter((one) => one.kind === 'inventory-sweep').map((one) => one.outcome);
      expect([told, seen()]).toEqual([['whole', 'another'], []]);
    });

    it('of another cluster causes no findings because of the previous numbers and labels', async () => {
      const cluster = new Cluster(60);
      cluster.numbers.set('1000', 'New name').set('2000', '').set('3000', '');
      cluster.dials
        .set(1, [dial(1, '1000', 'Old name')])
        .set(2, [dial(1, '2000')])
        .set(3, [dial(1, '3000')]);
      const { inventory, changes } = watching(cluster, await openStoreHere[kind]());
      const [before, after] = [[dial(1, '1000', 'Old name')], [dial(1, '1000', 'New name')]];
      const change = intention({ device: device(99), before, after, time: new Date() });
      await changes.settle((await changes.begin(change)).number, changed);
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      cluster.numbers.delete('2000');
      await sweepOnce({ inventory });
      const found = async () =>
        (await inventory.findings({ dismissed: false }, 100)).listed
          .filter((finding) => finding.kind === 'nobody-there' || finding.kind === 'old-name')
          .map((finding) => `${finding.kind} ${finding.dirn}`);
      expect(await found()).toEqual(['nobody-there 2000', 'old-name 1000']);
      // All others have other lists, and the other cluster has no number 3000 either.
      cluster.numbers.delete('3000');
      for (let n = 4; n <= 60; n += 1) cluster.dials.set(n, [dial(2, '1000', `other ${n}`)]);
      await sweepOnce({ inventory });
      expect(await found()).toEqual([]);
      await sweepOnce({ inventory });
      expect(await found()).toEqual([]);
      // After that everything is normal.
      cluster.numbers.set('4000', '');
      cluster.dials.set(4, [dial(1, '4000')]);
      await sweepOnce({ inventory });
      cluster.numbers.delete('4000');
      await sweepOnce({ inventory });
      expect(await found()).toEqual(['nobody-there 4000']);
    });
  });
}
