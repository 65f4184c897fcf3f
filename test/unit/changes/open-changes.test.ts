import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { openHistory } from '../../../src/changes/open-changes.js';
import type { ChangeStore } from '../../../src/changes/store/change-store.js';
import { SqlChanges } from '../../../src/changes/store/sql-changes.js';
import { changeTables } from '../../../src/changes/store/tables.js';
import type { DatabaseOptions } from '../../../src/store/database-url.js';
import { openStore } from '../../../src/store/open-store.js';
import { PostgresStore } from '../../../src/store/postgres/postgres-store.js';
import type { Store } from '../../../src/store/sql.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { observing } from '../../support/app.js';
import { MemoryStore } from '../../support/memory-store.js';

const sqlite: DatabaseOptions = { store: 'sqlite', path: 'history.db', retentionDays: 2 };
const postgres: DatabaseOptions = {
  ...{ store: 'postgres', host: '127.0.0.1', port: 5432, user: 'me', password: undefined, database: 'db' },
  ...{ tls: undefined, passwordFile: undefined, retentionDays: 400 },
};

describe('an open history', () => {
  let store: MemoryStore;

  beforeEach(() => {
    store = new MemoryStore();
    vi.spyOn(SqlChanges, 'open').mockResolvedValue(store as never);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is in the store that its address names', async () => {
    const inSqlite = vi.spyOn(SqliteStore, 'open').mockResolvedValue(store as never);
    const inPostgres = vi.spyOn(PostgresStore, 'open').mockResolvedValue(store as never);
    await openStore(sqlite, [changeTables]);
    expect(inSqlite.mock.calls).toEqual([['history.db', [changeTables]]]);
    await openStore(postgres, [changeTables]);
    expect(inPostgres.mock.calls).toEqual([[postgres, [changeTables]]]);
  });

  it('deletes old changes ten minutes after the start, and settles changes of other instances every half minute, until it is closed', async () => {
    vi.useFakeTimers({ now: new Date('2026-05-03T00:00:00Z') });
    const deleted: MockInstance<ChangeStore['deleteOlderThan']> = vi.spyOn(store, 'deleteOlderThan');
    const settled: MockInstance<ChangeStore['settleAbandoned']> = vi.spyOn(store, 'settleAbandoned');
    const { observe, seen } = observing();
    const opened = await openHistory({} as Store, sqlite, observe);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(settled).not.toHaveBeenCalled();
    store.failing = { settleAbandoned: 'down' };
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seen).toMatchObject([{ operation: 'settle-abandoned', cause: 'down' }]);
    store.failing = {};
    await vi.advanceTimersByTimeAsync(30_000);
    expect(seen.at(-1)).toMatchObject({ operation: 'settle-abandoned', cause: undefined });
    expect(opened.history.unsettled).toBe(0);
    expect(deleted).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(540_000);
    expect(deleted.mock.calls[0]?.[0]).toEqual(new Date('2026-05-01T00:10:00Z'));
    const count = settled.mock.calls.length;
    await opened.close();
    expect(store.asked.at(-1)).toBe('close');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([store.asked.at(-1), settled.mock.calls.length]).toEqual(['close', count]);
  });
});
