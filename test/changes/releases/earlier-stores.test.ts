import { readFileSync } from 'node:fs';
import Libsql from 'libsql';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ChangeStore } from '../../../src/changes/store/change-store.js';
import { changeTables } from '../../../src/changes/store/tables.js';
import { type DatabaseOptions, readDatabaseUrl } from '../../../src/store/database-url.js';
import { postgresDialect, sqliteDialect } from '../../../src/store/dialect.js';
import { intention } from '../../support/changes.js';
import { openChangeStore } from '../../support/open-changes.js';
import { lacksPostgres } from '../../support/postgres-server.js';
import { tidy } from '../../support/processes.js';
import { storeKinds } from '../stores.js';
import { here, placed, removePlaced, serverOfPlaced, shownBy, type ShownThen, stateOf, stores } from './placed.js';

afterEach(tidy);
afterAll(removePlaced);

describe('a store of 1.0.0', () => {
  const open = async (store: 'sqlite' | 'postgres') => {
    const url = await placed[store]('1.0.0');
    const options = { ...readDatabaseUrl(url), retentionDays: 400, passwordFile: undefined } as DatabaseOptions;
    return { url, options, migrated: () => openChangeStore(options) };
  };

  /** Runs SQL on the tables of the earlier release. */
  async function alter(store: 'sqlite' | 'postgres', options: DatabaseOptions, sql: string): Promise<void> {
    const kind = storeKinds.find(({ name }) => name === (store === 'sqlite' ? 'SQLite' : 'PostgreSQL'));
    await kind?.start();
    await kind?.alter(options, store === 'sqlite' ? sql : `SET search_path = axl_phone_proxy; ${sql}`);
  }

  it.skipIf(lacksPostgres())(
    'gives an instance of 1.0.0 that still runs an error for each of its statements',
    async () => {
      const { options, migrated } = await open('postgres');
      const session = await serverOfPlaced()?.session(options.store === 'postgres' ? options.database : '');
      const statements = readFileSync(here('1.0.0.statements.sql'), 'utf8').trim().split(';\n');
      expect(statements.length).toBeGreaterThan(10);
      // It has prepared them before, on a connection that is still open.
      for (const [place, text] of statements.entries())
        await session?.query(`PREPARE s${place} AS ${text.replace(/;$/, '')}`);
      await (await migrated()).close();
      for (const [place, text] of statements.entries()) {
        const values = Array.from(new Set(text.match(/\$\d+/g)), () => 'NULL').join(', ');
        const execution = `EXECUTE s${place} ${values === '' ? '' : `(${values})`}`;
        await expect(session?.query(execution), text).rejects.toMatchObject({ code: '42P01' });
      }
      expect(await session?.query('SELECT version FROM axl_phone_proxy.schema_version')).toMatchObject({
        rows: [{ version: 1_000 }],
      });
      await session?.end();
    },
  );

  it('cannot be opened by 1.0.0, which knows version 5, after it was migrated', async () => {
    const { options, migrated } = await open('sqlite');
    await (await migrated()).close();
    const database = new Libsql(options.store === 'sqlite' ? options.path : '');
    expect(database.prepare('PRAGMA user_version').all([])).toEqual([{ user_version: 1_000 }]);
    expect(database.prepare(`SELECT name FROM sqlite_master WHERE name = 'change'`).all([])).toEqual([]);
    database.close();
  });

  /** Everything that a release showed, of each list. */
  function factsThen({ changes, runs = [] }: ShownThen) {
    return changes.map(({ id, device, deviceKind, outcome, run, undoes, undoneBy, seenAfter, ...same }) => {
      const [state, code] = stateOf(outcome);
      const title = runs.find((one) => one.id === run)?.title ?? '';
      return {
        ...same,
        number: id,
        device: `${deviceKind} ${device}`,
        state,
        code,
        title,
        undoes,
        undoneBy,
        seenAfter,
      };
    });
  }

  /** The same of this release. */
  async function factsNow(kept: ChangeStore) {
    const lists = [...(await kept.listAfter('0', 500))].reverse();
    return Promise.all(
      lists.map(async ({ change, device, kind, before, after, state, problem, undoes, undoneBy, sent }) => ({
        ...{ number: sent.number, time: sent.time.toISOString(), user: sent.user, requestId: sent.requestId },
        ...{ device: `${device.kind} ${device.name}`, kind, before, after, state, code: problem?.code ?? null },
        ...{ title: (await kept.get(change))?.title, undoes: undoes ?? null, undoneBy: undoneBy ?? null },
        ...{ seenAfter: sent.seenAfter?.toISOString() ?? null, source: sent.user === null ? 'elsewhere' : 'service' },
      })),
    );
  }

  const usable = stores.filter(({ isLeftOut }) => !isLeftOut);

  it.each(usable)('tells the same facts of each list: $store', async ({ store }) => {
    const kept = await (await open(store)).migrated();
    const then = shownBy('1.0.0', store);
    expect(await factsNow(kept)).toEqual(factsThen(then));
    for (const { id, undoes = null, user, outcome } of then.changes) {
      const isDone = stateOf(outcome)[0] === 'changed';
      expect(await kept.get(id)).toMatchObject({
        ...{ id, user, undoes: undoes ?? undefined, state: isDone ? 'done' : 'partly-done', notes: [] },
        ...{ source: user === null ? 'elsewhere' : 'service', counts: { [stateOf(outcome)[0]]: 1 } },
      });
      expect(await kept.formerId(id)).toBeUndefined();
    }
    const [newest] = then.changes;
    expect(await kept.newest()).toBe(String(Number(newest?.id) + 1));
    const { change, number } = await kept.begin(intention());
    expect([Number(change) > Number(newest?.id), Number(number) > Number(newest?.id)]).toEqual([true, true]);
    await kept.close();
  });

  it.each(usable)(
    'has a change for each of its runs, with the id of the first, and others lead to it: $store',
    async ({ store }) => {
      const { options, migrated } = await open(store);
      const then = shownBy('1.0.0', store);
      const [run] = then.runs ?? [];
      if (!run) throw new Error('there is no run');
      // Of a list that was undone, one that was refused, the undo itself, and the one during the kill.
      const inRun = ['1', '3', '6', '7', '9', '11'];
      await alter(
        store,
        options,
        `UPDATE change SET run = ${run.id} WHERE sequence IN (${inRun.join(', ')});
      UPDATE change SET user_name = 'Åsa Löf' WHERE sequence = 2`,
      );
      const kept = await migrated();
      const facts = factsThen(then).map((list) => ({
        ...list,
        title: inRun.includes(list.number) ? run.title : '',
        user: list.number === '2' ? 'Åsa Löf' : list.user,
        undoneBy: list.undoneBy === null || !inRun.includes(list.undoneBy ?? '') ? list.undoneBy : '1',
      }));
      expect(await factsNow(kept)).toEqual(facts);
      const lists = (await kept.lists('1', { after: -1, limit: 100 })).lists;
      expect(lists.map(({ position, sent }) => [position, sent?.number])).toEqual(inRun.map((id, at) => [at, id]));
      expect(await kept.get('1')).toMatchObject({
        title: run.title,
        state: 'partly-done',
        counts: { uncertain: 1, refused: 1 },
      });
      for (const id of inRun.slice(1)) {
        expect(await kept.get(id)).toBeUndefined();
        expect(await kept.hasGiven(id)).toBe(true);
        expect(await kept.formerId(id)).toEqual({ change: '1', number: id });
      }
      const found = async (search: string) => (await kept.list({ search }, 9)).changes.map(({ change }) => change.id);
      expect(await found('grusse')).toEqual(['1']);
      expect(await found('asa lof')).toEqual(['2']);
      await kept.close();
    },
  );

  it.each(stores.filter(({ isLeftOut }) => !isLeftOut))(
    'comes over with its keys, if a later tree has changed it: $store',
    async ({ store }) => {
      const { options, migrated } = await open(store);
      const dialect = store === 'sqlite' ? sqliteDialect : postgresDialect;
      const later = changeTables.earlier?.(dialect).steps.slice(4, -1) ?? [];
      expect(later).toHaveLength(3);
      const marks = { sqlite: 'PRAGMA user_version = 8', postgres: 'UPDATE schema_version SET version = 8' };
      const rows = `UPDATE change SET device_uuid = 'key of ' || sequence; INSERT INTO plan VALUES (7)`;
      await alter(store, options, [...later, marks[store], rows].join(';'));
      const kept = await migrated();
      const lists = [...(await kept.listAfter('0', 100))].reverse();
      expect(lists.map(({ sent }) => sent.number)).toEqual(shownBy('1.0.0', store).changes.map(({ id }) => id));
      expect(lists[0]?.uuid).toBe(`key of ${lists[0]?.sent.number}`);
      await kept.close();
    },
  );
});
