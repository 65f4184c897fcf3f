import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { StoreUnavailable } from '../../src/store/problems.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { lockNumber } from '../../src/store/postgres/advisory-lock.js';
import { changed, intention, waitOf } from '../support/changes.js';
import { authority, type Certificate, certificateFor } from '../support/certificates.js';
import { startPgbouncer } from '../support/pgbouncer.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder } from '../support/processes.js';
import { lacks } from '../support/programs.js';
import { Relay } from '../support/tcp-relay.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { closeStores, open } from './stores.js';

const unavailable = { name: 'StoreUnavailable' };

describe.skipIf(lacksPostgres())('a PostgreSQL server', () => {
  usePostgres(closeStores, () => PostgresServer.start());

  it('that is down at the start is used within a second of its return, and again after a stop', async () => {
    await server.stop();
    const store = await open(place);
    await expect(store.begin(intention())).rejects.toMatchObject({ ...unavailable, cause: 'ECONNREFUSED' });
    await expect(store.lockDevice(intention().device, waitOf(1_000))).rejects.toMatchObject(unavailable);
    const ids: string[] = [];
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      await server.start();
      ids.unshift((await within(1_000, () => store.begin(intention()))).change);
      await (await store.lockDevice(intention().device, waitOf(1_000))).release();
      await server.stop(signal);
      await expect(store.begin(intention())).rejects.toMatchObject(unavailable);
      await expect(store.list({}, 10)).rejects.toMatchObject(unavailable);
    }
    await server.start();
    const { changes: kept } = await within(1_000, () => store.list({}, 10));
    expect(kept.map(({ change, lists: [list] }) => [change.id, list?.state])).toEqual(
      ids.map((id) => [id, 'uncertain']),
    );
  });

  it('that does not respond any more is waited for only for a limited time', async () => {
    const relay = new Relay();
    relay.leadTo(server.port);
    await relay.listen();
    const store = await open({ ...place, port: relay.port });
    await store.begin(intention());
    relay.stall();
    await expect(store.begin(intention())).rejects.toMatchObject({ ...unavailable, cause: 'slow' });
    await relay.refuse();
  });

  it('whose connection breaks in the middle of a statement ends nothing else in the service', async () => {
    const relay = new Relay();
    relay.leadTo(server.port);
    await relay.listen();
    const store = await open({ ...place, port: relay.port });
    const ofStore = `FROM pg_stat_activity WHERE datname = '${place.database}'`;
    const unlock = await server.begin('BEGIN; LOCK TABLE axl_phone_proxy.history_change', place.database);
    const settling = store.settleAbandoned().catch((thrown: unknown) => thrown);
    await expect.poll(() => server.query(`SELECT pid ${ofStore} AND wait_event_type = 'Lock'`)).toHaveLength(1);
    relay.cut();
    expect(await settling).toMatchObject(unavailable);
    await unlock();
    await store.settleAbandoned();
    await closeStores();
    await relay.refuse();
  });

  it('gets the tables once, when several instances start at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const empty = await server.database();
      const stores = await Promise.all([1, 2, 3, 4].map(() => open(empty)));
      const ids = await Promise.all(stores.map((store) => store.begin(intention())));
      expect(new Set(ids.map(({ change }) => change)).size).toBe(4);
      const made = 'SELECT wing, number FROM axl_phone_proxy.migration ORDER BY wing, number';
      expect(await server.query(made, empty.database)).toEqual([
        { wing: 'history', number: 1 },
        { wing: 'history', number: 2 },
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
    expect(refusal).toMatchObject({ name: 'StoreUnusable', message: `DATABASE_URL ${problem}` });
  });

  it('is verified by an authority whose file may change, and refused with another authority', async () => {
    const [first, second] = [await authority('first'), await authority('second')];
    const caFile = path.join(emptyFolder(), 'ca.pem');
    const serve = async (ca: Certificate): Promise<void> => {
      const { key, cert } = await certificateFor(['localhost', '127.0.0.1'], { ca });
      await server.speakTls(key, cert);
    };
    writeFileSync(caFile, first.cert);
    await serve(first);
    try {
      const store = await open({ ...place, tls: { caFile } });
      await store.begin(intention());
      const inUse = `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = '${place.database}'`;
      expect(new Set((await server.query(inUse)).map(({ ssl }) => ssl))).toEqual(new Set([true]));
      await expect(open({ ...place, tls: { caFile: undefined } })).rejects.toThrow('certificate is not trusted');
      await serve(second);
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${place.database}'`;
      await server.query(end);
      const causeOf = () =>
        store.list({}, 1).then(
          () => 'none',
          (thrown: unknown) => (thrown as StoreUnavailable).cause,
        );
      await expect.poll(causeOf).toContain('certificate is not trusted');
      writeFileSync(caFile, 'half of a certif');
      expect(await causeOf()).toContain('certificate is not trusted');
      writeFileSync(caFile, second.cert);
      expect(await causeOf()).toBe('none');
      await (await store.lockDevice(intention().device, waitOf(10_000))).release();
    } finally {
      await server.speakPlain();
    }
  });

  it('prevents the start with a database that cannot store every label', async () => {
    await server.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    await expect(open({ ...place, database: 'latin' })).rejects.toThrow(
      'DATABASE_URL names a database whose encoding is LATIN1, which cannot keep every label',
    );
  });

  it('lets no caller wait for a lock beyond its time while another session holds the migration or the table', async () => {
    const store = await open(place);
    const late = await server.database();
    await server.query(`ALTER DATABASE ${late.database} ALLOW_CONNECTIONS false`);
    const waits = await open(late);
    await server.query(`ALTER DATABASE ${late.database} ALLOW_CONNECTIONS true`);
    const unlock = [
      await server.begin(`SELECT pg_advisory_lock(${lockNumber('migrations')})`, late.database),
      await server.begin('BEGIN; LOCK TABLE axl_phone_proxy.history_change', place.database),
    ];
    for (const one of [waits, store]) {
      const isLate = one.lockDevice(intention().device, waitOf(300));
      await expect(isLate).rejects.toMatchObject({ ...unavailable, cause: 'deadline' });
    }
    for (const end of unlock) await end();
    for (const one of [waits, store]) await (await one.lockDevice(intention().device, waitOf(10_000))).release();
  });

  it('prevents the start for a user who may not create tables', async () => {
    await server.query("CREATE ROLE guest LOGIN PASSWORD 'guest-Secret'");
    await expect(open({ ...place, user: 'guest', password: 'guest-Secret' })).rejects.toThrow(
      'DATABASE_URL names a user who may not make the tables of the history: grant it CREATE on the database',
    );
  });

  it('prevents the start if a newer release has used the database', async () => {
    const store = await open(place);
    await server.query("INSERT INTO axl_phone_proxy.migration VALUES ('history', 9, 0)", place.database);
    const problem =
      /^A newer release has written the database \(its history has migration 9, and this release knows \d\): start that release, or restore the copy from before the upgrade$/;
    await expect(open(place)).rejects.toThrow(problem);
    expect((await store.list({}, 1)).changes).toEqual([]);
  });

  it('gets the password in the file at the time of the connection', async () => {
    const passwordFile = path.join(emptyFolder(), 'password');
    writeFileSync(passwordFile, `${place.password ?? ''}\nanything\n`);
    await server.query("CREATE ROLE rotated LOGIN PASSWORD 'first-Secret'");
    await server.query(`GRANT CREATE ON DATABASE ${place.database} TO rotated`);
    writeFileSync(passwordFile, 'first-Secret\n');
    const store = await open({ ...place, user: 'rotated', password: undefined, passwordFile });
    await store.begin(intention());
    await server.query("ALTER ROLE rotated PASSWORD 'second-Secret'");
    await server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rotated'");
    // The first may still be sent on the connection that is being ended.
    await expect
      .poll(() => store.list({}, 1).catch((thrown: unknown) => (thrown as StoreUnavailable).cause))
      .toContain('password');
    writeFileSync(passwordFile, 'second-Secret\n');
    expect((await store.list({}, 1)).changes).toHaveLength(1);
  });

  describe.skipIf(lacks('pgbouncer'))('behind PgBouncer', () => {
    it.each([[[]], [['server_round_robin=1']], [['default_pool_size=1']]])(
      'is refused with pool_mode=transaction, with the reason %j',
      async (settings) => {
        const pooler = await startPgbouncer(server, place, ['pool_mode=transaction', ...settings]);
        await expect(open(pooler.through(place))).rejects.toThrow(
          /^DATABASE_URL leads to a pooler that shares connections between transactions/,
        );
      },
    );

    it('is refused at the start with pool_mode=statement', async () => {
      const pooler = await startPgbouncer(server, place, ['pool_mode=statement']);
      await expect(open(pooler.through(place))).rejects.toThrow(
        /^DATABASE_URL leads to a pooler that shares connections between statements/,
      );
    });

    it.each([[[]], [['server_round_robin=1']], [['default_pool_size=3']]])(
      'never gives two holders one lock with pool_mode=transaction under load, with %j',
      async (settings) => {
        // Sessions that were proved at the start are shared only later, which is hardest to notice.
        const pooler = await startPgbouncer(server, place, ['pool_mode=session']);
        const stores = [await open(pooler.through(place)), await open(pooler.through(place))];
        pooler.reload(['pool_mode=transaction', ...settings]);
        const load = new pg.Pool({ ...pooler.through(place), max: 6 });
        load.on('error', () => undefined);
        let isOver = false;
        const loads = [1, 2, 3, 4, 5, 6].map(async () => {
          while (!isOver) await load.query('SELECT pg_sleep(0.003)').catch(() => undefined);
        });
        let [held, most, refused] = [0, 0, 0];
        const work = async (store: ChangeStore): Promise<void> => {
          for (let round = 0; round < 15; round += 1) {
            const lock = await store.lockDevice(intention().device, waitOf(300)).catch(() => undefined);
            if (lock && (await lock.verify())) {
              held += 1;
              most = Math.max(most, held);
              await sleep(2);
              held -= 1;
            } else refused += 1;
            await lock?.release();
          }
        };
        try {
          await Promise.all(stores.map(work));
        } finally {
          isOver = true;
          await Promise.all(loads);
          await load.end();
        }
        expect(most).toBeLessThanOrEqual(1);
        expect(refused).toBeGreaterThan(0);
        await closeStores();
      },
    );

    it('is accepted with pool_mode=session', async () => {
      const pooler = await startPgbouncer(server, place, ['pool_mode=session']);
      const store = await open(pooler.through(place));
      const lock = await store.lockDevice(intention().device, waitOf(5_000));
      await store.settle((await store.begin(intention())).number, changed);
      await lock.release();
      expect((await store.list({}, 2)).changes).toHaveLength(1);
      await closeStores();
    });
  });
});

/** Retries until it works. @throws the last error when the time is over */
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
