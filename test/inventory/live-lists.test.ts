import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';
import { simulator, useSimulator } from '../support/use-simulator.js';
import { useWatchers, watchers } from '../support/watching.js';

/** Changes of others, found by live lookups between two sweeps, over real sockets. */

useSimulator();
useWatchers();

const phone = 'SEP00A1B2C30003';
const number = '2003';

async function start(settings: Readonly<Record<string, string>>): Promise<TestService> {
  const service = await startTestService({ ...environmentFor(simulator), ...settings });
  onTestFinished(() => service.stop('the end of the test'));
  return service;
}

function clientOf({ url }: TestService, cacheControl?: string): PhoneProxyClient {
  const login = { username: caller.name, password: caller.password };
  return createClient({ baseUrl: url, ...login, ...(cacheControl !== undefined && { cacheControl }) });
}

/** Instances with a complete inventory that does not sweep by itself, and someone else at the call manager. */
async function watching(address: string, instances: number) {
  const settings = { DATABASE_URL: address, INVENTORY: 'on', INVENTORY_SWEEP_MINUTES: '1000' };
  const pace = { INVENTORY_PAGES_PER_MINUTE: '600' };
  const services: TestService[] = [];
  for (let n = 0; n < instances; n += 1) services.push(await start({ ...settings, ...pace }));
  const [one, other = one] = services.map((service) => clientOf(service));
  const [kept] = services.map((service) => clientOf(service, 'only-if-cached')).reverse();
  if (!one || !other || !kept) throw new Error('there is one at least');
  const asOf = async () => (await one.readInventory()).asOf;
  await expect.poll(asOf, { timeout: 120_000 }).not.toBeNull();
  const others = clientOf(await start({}));
  const seen = async () => {
    const { changes } = await one.listChanges({ source: 'elsewhere', limit: 500 });
    return changes.flatMap(({ user, lists }) => lists.map((list) => ({ ...list, user })));
  };
  const sweep = async (): Promise<void> => {
    const before = await asOf();
    await expect.poll(() => one.sweepInventory().then(asOf), { timeout: 120_000, interval: 200 }).not.toBe(before);
  };
  return { one, other, others, seen, sweep, kept };
}

describe.each(Object.entries(watchers))('a live lookup of %s', (_name, { instances, isLeftOut, address }) => {
  it.skipIf(isLeftOut)('finds the changes of others, once', { timeout: 300_000 }, async () => {
    const { one, other, others, seen, sweep, kept } = await watching(await address(), instances);
    const reads: readonly ((client: PhoneProxyClient) => Promise<unknown>)[] = [
      (client) => client.readSpeedDials(phone),
      (client) => client.findPhones(number),
      (client) => client.findPhone(phone),
      (client) => client.readLists(phone),
    ];
    const { entries: first } = await one.readSpeedDials(phone);
    let before = first;
    for (const [round, read] of reads.entries()) {
      const theirs = [dial(1, '0100', `theirs ${round}`)];
      await others.replaceSpeedDials(phone, theirs);
      // Both instances show it, more than once.
      await Promise.all([read(one), read(other), read(one), read(other)]);
      await expect.poll(seen, { timeout: 30_000 }).toHaveLength(round + 1);
      const [change] = await seen();
      expect(change).toMatchObject({ user: null, state: 'changed', kind: 'speeddial', before, after: theirs });
      await expect.poll(async () => (await kept.readSpeedDials(phone)).entries).toEqual(theirs);
      expect(await kept.findPhones(number)).toContainEqual(
        expect.objectContaining({ name: phone, speeddials: theirs }),
      );
      before = theirs;
      await Promise.all([read(one), read(other)]);
    }
    await sweep();
    await Promise.all(reads.map((read) => read(one)));
    await sweep();
    expect(await seen()).toHaveLength(reads.length);
  });

  it.skipIf(isLeftOut)(
    'also finds lamps, and keeps their properties that sweeps cannot see',
    { timeout: 300_000 },
    async () => {
      const { one, others, seen, sweep, kept } = await watching(await address(), instances);
      const lamp = (index: string, label: string) => ({
        index,
        dirn: '2003',
        partition: 'PT-Internal',
        label,
        pickup: true,
      });
      await one.replaceBusyLampFields(phone, [lamp('1', 'ours'), lamp('2', 'ours')]);
      await others.replaceBusyLampFields(phone, [lamp('1', 'ours')]);
      await one.readBusyLampFields(phone);
      await expect.poll(seen, { timeout: 30_000 }).toHaveLength(1);
      expect(await seen()).toMatchObject([{ kind: 'busylampfield', after: [lamp('1', 'ours')] }]);
      await expect
        .poll(async () => (await kept.readBusyLampFields(phone).catch(() => ({ entries: [] }))).entries)
        .toEqual([lamp('1', 'ours')]);
      await sweep();
      expect(await seen()).toHaveLength(1);
    },
  );

  it.skipIf(isLeftOut)('does not report writes of this service', { timeout: 300_000 }, async () => {
    const { one, other, others, seen, sweep } = await watching(await address(), instances);
    for (let round = 0; round < 15; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      await Promise.all([
        writer.replaceSpeedDials(phone, [dial(1, '0100', `ours ${round}`)]),
        ...Array.from({ length: 5 }, () => reader.readSpeedDials(phone)),
        ...Array.from({ length: 5 }, () => writer.readLists(phone)),
      ]);
    }
    // And does not take changes of others for its own.
    await others.replaceSpeedDials(phone, [dial(1, '0100', 'theirs')]);
    await one.readSpeedDials(phone);
    await expect.poll(seen, { timeout: 30_000 }).toHaveLength(1);
    expect(await seen()).toMatchObject([{ before: [{ label: 'ours 14' }], after: [{ label: 'theirs' }] }]);
    await sweep();
    expect(await seen()).toHaveLength(1);
  });
});
