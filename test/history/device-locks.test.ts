import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeStore } from '../../src/history/store/change-store.js';
import { intention, phoneNamed, profileNamed, waitOf } from '../support/changes.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { open, startWriter } from './stores.js';
import { place, server, useServer } from './use-server.js';

const device = phoneNamed('SEP00A1B2C30001');
const overloaded = { name: 'ServiceError', code: 'overloaded' };

describe.skipIf(lacksPostgres())('the lock of a device, over instances', () => {
  let one: ChangeStore;
  let two: ChangeStore;

  useServer();
  beforeEach(async () => {
    [one, two] = [await open(place), await open(place)];
  });

  const locks = () =>
    server.query(
      `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE locktype = 'advisory' AND granted AND datname = '${place.database}'`,
    );

  it('is one at a time, however many ask for it', async () => {
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

  it('is the same in any case of letters, and another for another kind and another name', async () => {
    await one.lockDevice(device, waitOf(5_000));
    const lower = two.lockDevice(phoneNamed('sep00a1b2c30001'), waitOf(200));
    await expect(lower).rejects.toMatchObject(overloaded);
    await two.lockDevice(profileNamed(device.name), waitOf(5_000));
    await two.lockDevice(phoneNamed('SEP00A1B2C30002'), waitOf(5_000));
  });

  it('is waited for no longer than there is time, and then not had later', async () => {
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

  it('takes so many connections at most; who waits for one leaves when the time is over', async () => {
    const few = await open(place, 2);
    const at = (place: number) => phoneNamed(`SEP00000000000${place}`);
    const [first] = [await few.lockDevice(at(1), waitOf(5_000)), await few.lockDevice(at(2), waitOf(5_000))];
    await expect(few.lockDevice(at(3), waitOf(100))).rejects.toMatchObject(overloaded);
    const third = few.lockDevice(at(3), waitOf(5_000));
    const fourth = few.lockDevice(at(4), waitOf(150));
    await expect(fourth).rejects.toMatchObject(overloaded);
    await first.release();
    expect((await third).isHeld).toBe(true);
    expect(await locks()).toHaveLength(2);
  });

  it('is gone with its connection, which its holder can see, and free for others', async () => {
    const lock = await one.lockDevice(device, waitOf(5_000));
    const id = await one.begin(intention({ device }));
    expect(lock.isHeld).toBe(true);
    for (const { pid } of await locks()) await server.query(`SELECT pg_terminate_backend(${Number(pid)})`);
    await expect.poll(() => lock.isHeld).toBe(false);
    const other = await two.lockDevice(device, waitOf(5_000));
    expect((await two.get(id))?.outcome).toBe('outcome-unknown');
    // What the first learns in the end is true all the same.
    await one.settle(id, 'replaced');
    expect((await two.get(id))?.outcome).toBe('replaced');
    await lock.release();
    await other.release();
    await (await one.lockDevice(device, waitOf(5_000))).release();
  });

  it('keeps others from settling what is in progress; without it, anybody may', async () => {
    const lock = await one.lockDevice(device, waitOf(5_000));
    const mine = await one.begin(intention({ device }));
    const nobodys = await one.begin(intention({ device: phoneNamed('SEP00A1B2C30002') }));
    expect(await two.settleAbandoned()).toBe(1);
    expect((await two.get(nobodys))?.outcome).toBe('outcome-unknown');
    await open(place);
    expect((await two.get(mine))?.outcome).toBe('in-progress');
    await lock.release();
    expect(await two.settleAbandoned()).toBe(1);
    expect(await locks()).toEqual([]);
  });

  it('is given up by a process that is killed', async () => {
    const holder = startWriter(place, device.name);
    await holder.shown(/(settled \d+)/);
    // Stopped in the middle of a write: between two of them, nobody has the lock.
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
    expect((await one.list({}, 500)).filter(({ outcome }) => outcome === 'in-progress')).toEqual([]);
  });
});
