import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistoryUnavailable } from '../../src/history/store/history-problems.js';
import { intention, waitOf } from '../support/changes.js';
import { startPgbouncer } from '../support/pgbouncer.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { emptyFolder } from '../support/processes.js';
import { lacks } from '../support/programs.js';
import { Relay } from '../support/tcp-relay.js';
import { closeStores, open } from './stores.js';
import { place, server, useServer } from './use-server.js';

const unavailable = { name: 'HistoryUnavailable' };

describe.skipIf(lacksPostgres())('a PostgreSQL server', () => {
  useServer();

  it('that is down at the start is used within a second of its return, and again after it was stopped', async () => {
    await server.stop();
    const store = await open(place);
    await expect(store.begin(intention())).rejects.toMatchObject({ ...unavailable, cause: 'ECONNREFUSED' });
    await expect(store.lockDevice(intention().device, waitOf(1_000))).rejects.toMatchObject(unavailable);
    const ids: string[] = [];
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      await server.start();
      ids.unshift(await within(1_000, () => store.begin(intention())));
      await (await store.lockDevice(intention().device, waitOf(1_000))).release();
      await server.stop(signal);
      await expect(store.begin(intention())).rejects.toMatchObject(unavailable);
      await expect(store.list({}, 10)).rejects.toMatchObject(unavailable);
    }
    await server.start();
    const kept = await within(1_000, () => store.list({}, 10));
    expect(kept.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, 'outcome-unknown']));
  });

  it('that does not respond any more is not waited for without end', async () => {
    const relay = new Relay();
    relay.leadTo(server.port);
    await relay.listen();
    const store = await open({ ...place, port: relay.port });
    await store.begin(intention());
    relay.stall();
    const began = performance.now();
    await expect(store.begin(intention())).rejects.toMatchObject({ ...unavailable, cause: 'slow' });
    expect(performance.now() - began).toBeLessThan(8_000);
    await relay.refuse();
  });

  it('whose connection breaks in the middle of a statement ends nothing else of the service', async () => {
    const relay = new Relay();
    relay.leadTo(server.port);
    await relay.listen();
    const store = await open({ ...place, port: relay.port });
    const ofStore = `FROM pg_stat_activity WHERE datname = '${place.database}'`;
    const locked = server.query('BEGIN; LOCK TABLE axl_phone_proxy.change; SELECT pg_sleep(3)', place.database);
    await expect.poll(() => server.query(`SELECT pid ${ofStore} AND wait_event = 'PgSleep'`)).toHaveLength(1);
    const settling = store.settleAbandoned().catch((thrown: unknown) => thrown);
    await expect.poll(() => server.query(`SELECT pid ${ofStore} AND wait_event_type = 'Lock'`)).toHaveLength(1);
    relay.cut();
    expect(await settling).toMatchObject(unavailable);
    await locked;
    expect(await store.settleAbandoned()).toBe(0);
    await closeStores();
    await relay.refuse();
  });

  it('gets the tables once, when several instances start at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const empty = await server.database();
      const stores = await Promise.all([1, 2, 3, 4].map(() => open(empty)));
      const ids = await Promise.all(stores.map((store) => store.begin(intention())));
      expect(new Set(ids).size).toBe(4);
      expect(await server.query('SELECT version FROM axl_phone_proxy.schema_version', empty.database)).toEqual([
        { version: 1 },
      ]);
      await closeStores();
    }
  });

  it.each([
    ['a wrong password', { password: 'wrong-Secret' }, 'is refused by the server: the password is wrong'],
    ['no password', { password: undefined }, 'names no password, and the server asks for one'],
    ['no such user', { user: 'nobody' }, 'is refused by the server: the password is wrong'],
    ['no such database', { database: 'nowhere' }, 'names a database that the server does not have'],
    ['TLS, which it does not speak', { tls: { caFile: undefined } }, 'names a server that does not speak TLS'],
  ])('keeps the service from starting with %s, without the password', async (_, otherwise, problem) => {
    const refusal = await open({ ...place, ...otherwise }).catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({ name: 'HistoryUnusable', message: `HISTORY_URL ${problem}` });
  });

  it('keeps the service from starting for a user who may make no tables', async () => {
    await server.query("CREATE ROLE guest LOGIN PASSWORD 'guest-Secret'");
    await expect(open({ ...place, user: 'guest', password: 'guest-Secret' })).rejects.toThrow(
      'HISTORY_URL names a user who may not make the tables of the history: grant it CREATE on the database',
    );
  });

  it('keeps the service from starting when a newer release has been there', async () => {
    const store = await open(place);
    await server.query('UPDATE axl_phone_proxy.schema_version SET version = 2', place.database);
    const problem = 'a newer release has written: its schema has version 2, and this release knows 1';
    await expect(open(place)).rejects.toThrow(`HISTORY_URL names a database that ${problem}`);
    expect(await store.list({}, 1)).toEqual([]);
  });

  it('is told the password that the file holds when a connection is made', async () => {
    const passwordFile = path.join(emptyFolder(), 'password');
    writeFileSync(passwordFile, `${place.password ?? ''}\nanything\n`);
    await server.query("CREATE ROLE rotated LOGIN PASSWORD 'first-Secret'");
    await server.query(`GRANT CREATE ON DATABASE ${place.database} TO rotated`);
    writeFileSync(passwordFile, 'first-Secret\n');
    const store = await open({ ...place, user: 'rotated', password: undefined, passwordFile });
    await store.begin(intention());
    await server.query("ALTER ROLE rotated PASSWORD 'second-Secret'");
    await server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rotated'");
    // The first may still go out on the connection that is just being ended.
    await expect
      .poll(() => store.list({}, 1).catch((thrown: unknown) => (thrown as HistoryUnavailable).cause))
      .toContain('password');
    writeFileSync(passwordFile, 'second-Secret\n');
    expect(await store.list({}, 1)).toHaveLength(1);
  });

  describe.skipIf(lacks('pgbouncer'))('behind PgBouncer', () => {
    it.each([[[]], [['server_round_robin=1']], [['default_pool_size=1']]])(
      'is refused with pool_mode=transaction, with the reason %j',
      async (settings) => {
        const pooler = await startPgbouncer(server, place, ['pool_mode=transaction', ...settings]);
        await expect(open(pooler.through(place))).rejects.toThrow(
          /^HISTORY_URL leads to a pooler that shares connections between transactions/,
        );
        await pooler.stop();
      },
    );

    it('is taken with pool_mode=session', async () => {
      const pooler = await startPgbouncer(server, place, ['pool_mode=session']);
      const store = await open(pooler.through(place));
      const lock = await store.lockDevice(intention().device, waitOf(5_000));
      await store.settle(await store.begin(intention()), 'replaced');
      await lock.release();
      expect(await store.list({}, 2)).toHaveLength(1);
      await closeStores();
      await pooler.stop();
    });
  });
});

/** Tries until it works. @throws what it throws when the time is over */
async function within<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if (performance.now() > end) throw thrown;
    }
  }
}
