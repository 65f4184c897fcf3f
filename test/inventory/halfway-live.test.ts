import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { DeviceName } from '../../src/domain/identifiers.js';
import { History } from '../../src/changes/journal.js';
import { FindPhones } from '../../src/use-cases/find-phones.js';
import { liveLookups } from '../../src/use-cases/lookups.js';
import { callContext } from '../support/call-context.js';
import { fakePort, uuid } from '../support/fake-port.js';
import { MemoryStore } from '../support/memory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { HalfwayCluster, MadePhone } from './halfway-cluster.js';
import { openInventoryOf, openStoreHere, sweepOnce } from './inventories.js';

/** Changes that a live lookup finds while numbers and devices change: it reports the truth, or leaves it to a sweep. */

const key = (kind: 'a' | 'b', n: number): string => `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [one, other] = [key('b', 1), key('b', 2)];

interface Case {
  readonly name: string;
  /** Before the caller's lookup. */
  readonly act: (cluster: HalfwayCluster, phone: MadePhone) => void;
  /** Before a request of the lookup. */
  readonly meanwhile?: Readonly<Record<string, (cluster: HalfwayCluster, phone: MadePhone) => void>>;
  /** Whether the lookup reports it; otherwise the next sweep does. */
  readonly isTold: boolean;
}

const relabel = (_: HalfwayCluster, phone: MadePhone): void => {
  phone.watching = phone.watching.map((lamp) => ({ ...lamp, label: 'renamed' }));
};
const renumber = (cluster: HalfwayCluster): void => {
  cluster.numbers.set(one, { dirn: '2001', partition: 'P' });
};
const remove = (_: HalfwayCluster, phone: MadePhone): void => {
  phone.isThere = false;
};

const cases: readonly Case[] = [
  { name: 'a lamp with another label', act: relabel, isTold: true },
  {
    name: 'a lamp with another label, whose number is another now',
    act: (cluster, phone) => {
      renumber(cluster);
      relabel(cluster, phone);
    },
    isTold: false,
  },
  {
    name: 'a lamp with another label, whose number is renumbered meanwhile',
    act: relabel,
    meanwhile: { 'rows number': renumber },
    isTold: false,
  },
  {
    name: 'a lamp with a number that was made since',
    act: (cluster, phone) => {
      cluster.numbers.set(other, { dirn: '1002', partition: 'P' });
      phone.watching = [...phone.watching, { key: other, label: 'new' }];
    },
    isTold: false,
  },
  {
    name: 'a phone that is deleted before its list is read',
    act: relabel,
    meanwhile: { 'rows lamp': remove },
    isTold: false,
  },
  {
    name: 'a phone that is deleted after its list is read',
    act: relabel,
    meanwhile: { 'rows device': remove },
    isTold: false,
  },
];

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a look-up that reads halfway, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    it.each(cases)('finds $name', { timeout: 60_000 }, async ({ act, meanwhile = {}, isTold }) => {
      const cluster = new HalfwayCluster(1);
      cluster.numbers.set(one, { dirn: '1001', partition: 'P' });
      const [phone] = [1, 2, 3].map((n) => {
        const made = new MadePhone(key('a', n), `SEP${n}`, `dial ${n}`);
        cluster.phones.set(made.key, made);
        cluster.edit(made, () => (made.watching = [{ key: one, label: `lamp ${n}` }]));
        return made;
      });
      if (!phone) throw new Error('there is one');
      const changes = new MemoryStore();
      const history = new History(changes, () => undefined);
      const opened = openInventoryOf(await openStoreHere[kind](), cluster, {}, history);
      const { inventory } = opened;
      inventory.start();
      await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      const first = phone.lamps.at(-1);
      cluster.edit(phone, () => {
        act(cluster, phone);
      });
      cluster.asked.splice(0);
      cluster.before = () => {
        const change = meanwhile[cluster.asked.at(-1) ?? ''];
        if (change)
          cluster.edit(phone, () => {
            change(cluster, phone);
          });
      };
      const list = { device: { kind: 'phone', name: phone.name as DeviceName }, kind: 'busylampfield' } as const;
      const entries: readonly BusyLampField[] = [];
      const callManager = fakePort({ busyLampFields: { read: () => Promise.resolve({ uuid, entries }) } });
      const live = inventory.liveLists.watched(liveLookups(callManager, new FindPhones(callManager)));
      await live.list(list, callContext());
      await expect.poll(() => cluster.asked.at(-1), { timeout: 20_000 }).toBe('rows device');
      cluster.before = () => undefined;
      if (isTold) await expect.poll(() => changes.sentLists).toHaveLength(1);
      else expect(changes.sentLists).toEqual([]);
      await sweepOnce(opened);
      const told = changes.sentLists.filter((change) => change.kind === 'busylampfield');
      expect(told).toMatchObject([{ uuid: phone.key, before: first, after: phone.lamps.at(-1) }]);
      await sweepOnce(opened);
      expect(changes.sentLists.filter((change) => change.kind === 'busylampfield')).toHaveLength(1);
    });
  });
}
