import { describe, expect, it } from 'vitest';
import type { Lock } from '../../src/store/sql.js';
import type { Watch } from '../../src/store/postgres/lock-session.js';
import { intention, phoneNamed, waitOf } from '../support/changes.js';
import { startPgbouncer } from '../support/pgbouncer.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { lacks } from '../support/programs.js';
import { Relay } from '../support/tcp-relay.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { closeStores, open, openWatched, startHolder } from './stores.js';

const device = phoneNamed('SEP00A1B2C30001');
const overloaded = { code: 'overloaded' };

/** Shorter than usual, so that the test need not wait, in the same proportions. */
const watch: Watch = { everyMs: 400, answerMs: 1_000, silenceMs: 4_000 };

describe.skipIf(lacksPostgres())('the lock of an instance', () => {
  usePostgres(closeStores);

  const lockSessions = async (): Promise<number[]> => {
    const found = await server.query(
      `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE locktype = 'advisory' AND granted AND datname = '${place.database}'`,
    );
    return found.map(({ pid }) => Number(pid));
  };

  /** A relay to a server that can drop everything. */
  const wayTo = async (port: number): Promise<Relay> => {
    const way = new Relay();
    way.leadTo(port);
    await way.listen();
    return way;
  };

  /** Cuts off a holder of a lock, and waits until another one has it. */
  const cutOff = async (way: Relay, lock: Lock): Promise<void> => {
    const two = await open(place);
    const waiting = two.lockDevice(device, waitOf(90_000));
    way.partition();
    const other = await waiting;
    // The holder that was cut off has known it for longer.
    expect(lock.lost.aborted).toBe(true);
    expect(await lock.verify()).toBe(false);
    expect(await other.verify()).toBe(true);
    await other.release();
  };

  it('that is cut off silently is lost before another one has it, and stays lost', async () => {
    const way = await wayTo(server.port);
    const one = await openWatched({ ...place, port: way.port }, watch);
    const lock = await one.lockDevice(device, waitOf(60_000));
    const { number } = await one.begin(intention({ device }));
    await cutOff(way, lock);
    expect((await (await open(place)).sent(number))?.state).toBe('uncertain');
    way.heal();
    const again = await one.lockDevice(device, waitOf(90_000)).catch(() => one.lockDevice(device, waitOf(90_000)));
    expect([await again.verify(), await lock.verify()]).toEqual([true, false]);
    await lock.release();
    expect(await again.verify()).toBe(true);
    expect(await lockSessions()).toHaveLength(1);
    await closeStores();
    await way.refuse();
  });

  it('that is stopped in the middle of its work is free, and known to be lost when it continues', async () => {
    const holder = startHolder(place, watch, device.name);
    await holder.shown(/(held)\n/);
    holder.kill('SIGSTOP');
    const two = await open(place);
    const other = await two.lockDevice(device, waitOf(90_000));
    const before = holder.output.length;
    holder.kill('SIGCONT');
    await expect.poll(() => holder.output.slice(before)).toContain('\n');
    expect(holder.output.slice(before)).toMatch(/^(lost\n)+$/);
    expect(await other.verify()).toBe(true);
    holder.kill('SIGKILL');
    await holder.ended;
  });

  it('whose session hangs in the server has no new holder until the server has ended it', async () => {
    const one = await openWatched(place, watch);
    const lock = await one.lockDevice(device, waitOf(60_000));
    const [pid = 0] = await lockSessions();
    process.kill(pid, 'SIGSTOP');
    try {
      await expect.poll(() => lock.lost.aborted, { timeout: 60_000 }).toBe(true);
      await expect(one.lockDevice(device, waitOf(300))).rejects.toMatchObject(overloaded);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await (await one.lockDevice(device, waitOf(90_000))).release();
  });

  it('that was cut off does not prevent writes to other devices', async () => {
    const way = await wayTo(server.port);
    const one = await openWatched({ ...place, port: way.port }, watch);
    const names = Array.from({ length: 50 }, (_, index) => phoneNamed(`SEP0000000000${10 + index}`));
    await Promise.all(names.map((name) => one.lockDevice(name, waitOf(60_000))));
    const two = await open(place);
    way.partition();
    const waiting = names.map((name) => two.lockDevice(name, waitOf(90_000)));
    const others = await Promise.all([1, 2, 3].map((n) => two.lockDevice(phoneNamed(`SEP${n}`), waitOf(5_000))));
    expect(await Promise.all(others.map((other) => other.verify()))).toEqual([true, true, true]);
    await Promise.all(waiting);
    await closeStores();
    await way.refuse();
  });

  it.skipIf(lacks('pgbouncer'))(
    'that is cut off from PgBouncer is free for callers behind the pooler and next to it',
    async () => {
      const pooler = await startPgbouncer(server, place, ['pool_mode=session']);
      const way = await wayTo(pooler.through(place).port);
      const one = await openWatched({ ...place, port: way.port }, watch);
      const lock = await one.lockDevice(device, waitOf(60_000));
      await cutOff(way, lock);
      const three = await open(pooler.through(place));
      expect(await (await three.lockDevice(device, waitOf(5_000))).verify()).toBe(true);
      await closeStores();
      await way.refuse();
    },
  );
});
