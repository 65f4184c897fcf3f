import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { History } from '../../src/changes/journal.js';
import { authorization, listenBefore, observing } from '../support/app.js';
import { connect, startFake } from '../support/axl-backend.js';
import { dial, uncertain } from '../support/changes.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { Relay } from '../support/tcp-relay.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { closeStores, open } from './stores.js';

const phone = 'SEP00A1B2C30001';
const key = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}';

/** The statement that stores an intention. */
const beginning = 'INSERT INTO history_change ';

describe.skipIf(lacksPostgres())('the beginning of a change whose answer is lost', () => {
  usePostgres(closeStores);

  let way: Relay;
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    way = new Relay();
    way.leadTo(server.port);
    await way.listen();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await closeStores();
    await way.refuse();
  });

  /** The service, which reaches PostgreSQL through the relay, and another instance with the same history. */
  async function start() {
    const fake = await startFake({
      answers: {
        getPhone: () => `<phone uuid="${key}"><name>${phone}</name><speeddials/></phone>`,
        updatePhone: () => key,
      },
    });
    const { observe } = observing();
    const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
    const history = new History(await open({ ...place, port: way.port }), observe);
    const service = await listenBefore(callManager, { history });
    closing.push(() => service.server.stop(0));
    const other = await open(place);
    return {
      history,
      other,
      set: async (label: string) => {
        const answer = await fetch(`${service.server.url}/speeddials?phone=${phone}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify([dial(1, '0100', label)]),
        });
        return { status: answer.status, code: /"code":"([^"]*)"/.exec(await answer.text())?.[1] };
      },
      updates: () => fake.exchanges.filter(({ operation }) => operation === 'updatePhone').length,
      kept: async () =>
        (await other.list({ number: '0100' }, 10)).changes.map(({ change, lists: [list] }) => [
          change.id,
          list?.problem?.code ?? list?.state,
        ]),
    };
  }

  const refused = { status: 503, code: 'history-unavailable' };

  it('is stored as not sent, even if another instance has found it in doubt before', async () => {
    const { set, updates, kept, other, history } = await start();
    const lost = way.loseAnswerTo(beginning);
    const answer = set('lost');
    await lost;
    await expect.poll(kept).toEqual([['1', 'sending']]);
    await other.settle('1', uncertain);
    await other.keepFound('1', { list: 'before', time: new Date() });
    expect((await other.sent('1'))?.foundLater).toBeDefined();
    way.cut();
    expect(await answer).toEqual(refused);
    await expect.poll(kept).toEqual([['1', 'history-unavailable']]);
    expect((await other.list({}, 1)).changes).toMatchObject([{ lists: [{ foundLater: undefined }] }]);
    await expect.poll(() => history.unsettled).toBe(0);
    expect(updates()).toBe(0);
    expect(await set('next')).toMatchObject({ status: 200 });
    // The number of the repeated statement is not used.
    expect(await kept()).toEqual([
      [expect.any(String), 'changed'],
      ['1', 'history-unavailable'],
    ]);
  });

  it('is stored as not sent if the server is still working on it', async () => {
    const { set, updates, kept } = await start();
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = '${place.database}' AND wait_event_type = 'Lock'`;
    // Only the statement that stores an intention writes there.
    const unlock = await server.begin(
      'BEGIN; LOCK TABLE axl_phone_proxy.history_number IN EXCLUSIVE MODE',
      place.database,
    );
    const lost = way.loseAnswerTo(beginning);
    const answer = set('lost');
    await lost;
    await expect.poll(() => server.query(waiting)).toHaveLength(1);
    way.cut();
    await unlock();
    expect(await answer).toEqual(refused);
    await expect.poll(kept, { timeout: 10_000 }).toEqual([['1', 'history-unavailable']]);
    expect(updates()).toBe(0);
  });

  it('is stored as not sent if it has not reached the server, as soon as that is possible', async () => {
    const { set, updates, kept, history } = await start();
    const lost = way.loseAnswerTo(beginning, false);
    const answer = set('lost');
    await lost;
    await way.refuse();
    expect(await answer).toEqual(refused);
    await expect.poll(() => history.unsettled).toBe(1);
    expect(await kept()).toEqual([]);
    await way.listen();
    await expect.poll(kept, { timeout: 10_000 }).toEqual([['1', 'history-unavailable']]);
    await expect.poll(() => history.unsettled).toBe(0);
    expect(updates()).toBe(0);
  });

  it('and all of a write takes five round trips to the store until its answer, and one to release its device', async () => {
    const { set } = await start();
    expect(await set('first')).toMatchObject({ status: 200 });
    const query = vi.spyOn(pg.Client.prototype, 'query');
    // The tables exist, and the connections are open.
    expect(await set('second')).toMatchObject({ status: 200 });
    await expect.poll(() => query.mock.calls.length).toBeGreaterThan(5);
    const texts = query.mock.calls.map(([asked]) => (asked as unknown as { readonly text: string }).text.trim());
    query.mockRestore();
    // A session with locks asks by itself every four seconds.
    const words = texts.map(
      (text) =>
        /pg_try_advisory_lock|pg_advisory_unlock|^SELECT \*|INSERT INTO \w+|UPDATE (?!place)\w+|AS ours/.exec(
          text,
        )?.[0],
    );
    expect(words).toEqual([
      ...['pg_try_advisory_lock', 'SELECT *', 'INSERT INTO history_change', 'AS ours', 'UPDATE history_list'],
      'pg_advisory_unlock',
    ]);
  });
});
