import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { changed, intention, phoneNamed, profileNamed, waitOf } from '../support/changes.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { closeStores, open, startWriter } from './stores.js';

const device = phoneNamed('SEP00A1B2C30001');
const overloaded = { name: 'ServiceError', code: 'overloaded' };

describe.skipIf(lacksPostgres())('the lock of a device, over instances', () => {
  let one: ChangeStore;
  let two: ChangeStore;

  usePostgres(closeStores);
  beforeEach(async () => {
    [one, two] = [await open(place), await open(place)];
  });

  const locks = () =>
    server.query(
      `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE locktype = 'advisory' AND granted AND datname = '${place.database}'`,
    );

  it('is held by one at a time, regardless of how many ask for it', async () => {
    let [held, most, rounds] = [0, 0, 0];
    const work = async (store: ChangeStore): Promise<void> => {
      for (let round = 0; round < 25; round += 1) {
        const lock = await store.lockDevice(device, waitOf(60_000));
        held += 1;
        most = Math.max(most, held);
        await sleep(Math.random() * 3);
        held -= 1;
        rounds += 1;
        await lock.release();
      }
    };
    await Promise.all([one, two, one, two].map(work));
    expect([most, rounds, await locks()]).toEqual([1, 100, []]);
  });

  it('is the same in any letter case, and differs by kind and by name', async () => {
    await one.lockDevice(device, waitOf(5_000));
    const lower = two.lockDevice(phoneNamed('sep00a1b2c30001'), waitOf(200));
    await expect(lower).rejects.toMatchObject(overloaded);
    await two.lockDevice(profileNamed(device.name), waitOf(5_000));
    await two.lockDevice(phoneNamed('SEP00A1B2C30002'), waitOf(5_000));
  });

  it('is waited for no longer than the time limit, and not obtained later', async () => {
    const lock = await one.lockDevice(device, waitOf(5_000));
    const began = performance.now();
    await expect(two.lockDevice(device, waitOf(300))).rejects.toMatchObject(overloaded);
    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
    const caller = new AbortController();
    const waiting = two.lockDevice(device, { ...waitOf(60_000), signal: caller.signal });
    await sleep(100);
    caller.abort();
    await expect(waiting).rejects.toMatchObject(overloaded);
    await lock.release();
    await expect.poll(locks).toEqual([]);
    await (await two.lockDevice(device, waitOf(5_000))).release();
  });

  it('takes nothing from callers who want another, regardless of how many wait for it', async () => {
    const at = (index: number) => phoneNamed(`SEP0000000000${10 + index}`);
    const taken = await Promise.all(Array.from({ length: 60 }, (_, index) => one.lockDevice(at(index), waitOf(5_000))));
    const waiting = taken.map((_, index) => two.lockDevice(at(index), waitOf(60_000)));
    for (const device of [at(60), at(61)]) await (await two.lockDevice(device, waitOf(5_000))).release();
    const ofStores = `SELECT pid FROM pg_stat_activity WHERE datname = '${place.database}'`;
    expect((await server.query(ofStores)).length).toBeLessThanOrEqual(2 * 5);
    await Promise.all(taken.map((lock) => lock.release()));
    for (const lock of await Promise.all(waiting)) await lock.release();
    await expect.poll(locks).toEqual([]);
  });

  it('passes from one instance to the other, even if one always has more to do', async () => {
    const order: string[] = [];
    const work = async (store: ChangeStore, who: string, times: number): Promise<void> => {
      for (let round = 0; round < times; round += 1) {
        const lock = await store.lockDevice(device, waitOf(60_000));
        order.push(who);
        // Longer than it takes until another instance tries again.
        await sleep(40);
        await lock.release();
      }
    };
    const busy = [1, 2, 3].map(() => work(one, 'busy', 10));
    await expect.poll(() => order.length).toBeGreaterThan(0);
    await work(two, 'other', 5);
    await Promise.all(busy);
    expect(order).toHaveLength(35);
    expect(order.lastIndexOf('other')).toBeLessThan(30);
  });

  it('disappears with its connection, which its holder can see, and is free for others', async () => {
    const lock = await one.lockDevice(device, waitOf(5_000));
    const { number } = await one.begin(intention({ device }));
    expect(await lock.verify()).toBe(true);
    for (const { pid } of await locks()) await server.query(`SELECT pg_terminate_backend(${Number(pid)})`);
    await expect.poll(() => lock.lost.aborted).toBe(true);
    const other = await two.lockDevice(device, waitOf(5_000));
    expect((await two.sent(number))?.state).toBe('uncertain');
    // The result that the first holder learns in the end is still true.
    await one.settle(number, changed);
    expect((await two.sent(number))?.state).toBe('changed');
    await lock.release();
    await other.release();
    await (await one.lockDevice(device, waitOf(5_000))).release();
  });

  it('keeps others from settling changes in progress; without it, anyone may', async () => {
    const lock = await one.lockDevice(device, waitOf(5_000));
    const mine = await one.begin(intention({ device }));
    const nobodys = await one.begin(intention({ device: phoneNamed('SEP00A1B2C30002') }));
    await two.settleAbandoned();
    expect((await two.sent(nobodys.number))?.state).toBe('uncertain');
    await open(place);
    expect((await two.sent(mine.number))?.state).toBe('sending');
    await lock.release();
    await two.settleAbandoned();
    expect((await two.sent(mine.number))?.state).toBe('uncertain');
    expect(await locks()).toEqual([]);
  });

  it('is released by a process that is killed', async () => {
    const holder = startWriter(place, device.name);
    await holder.shown(/(settled \d+)/);
    // Stopped in the middle of a write: between two writes, no one has the lock.
    do {
      holder.kill('SIGCONT');
      await sleep(Math.random() * 5);
      holder.kill('SIGSTOP');
      await sleep(50);
    } while ((await locks()).length === 0);
    await expect(one.lockDevice(device, waitOf(300))).rejects.toMatchObject(overloaded);
    holder.kill('SIGKILL');
    await holder.ended;
    await (await one.lockDevice(device, waitOf(5_000))).release();
    expect((await one.list({}, 500)).changes.filter(({ change }) => change.state === 'running')).toEqual([]);
  });
});
