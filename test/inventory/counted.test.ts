import { describe, expect, it } from 'vitest';
import { History } from '../../src/changes/journal.js';
import { sweep } from '../../src/inventory/sweep.js';
import { isMiscounted, SweepGivenUp, type SweepLimits } from '../../src/inventory/sweep-limits.js';
import { openCall } from '../../src/use-cases/call-context.js';
import { MemoryStore } from '../support/memory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventoryOf, openStoreHere, type StoreKind, sweepOnce } from './inventories.js';
import { begin } from './made-pages.js';
import { dialRow, keyOf, numberRow, openTables, phoneRow, type TableName, type TableRow } from './table-backend.js';

/** Pages that a call manager cuts off, although they are well-formed, and the comparison with its count of the rows. */

const phones = Number(process.env['COUNTED_PHONES'] ?? 60);
/** In the order in which a sweep reads them. */
const names = ['numplan', 'device', 'devicenumplanmap', 'speeddial', 'blfspeeddial'] as const satisfies TableName[];

async function opened(kind: StoreKind, limits: Partial<SweepLimits> = {}) {
  const { tables, backend } = await openTables();
  const numbered = (n: number): TableRow[] => [
    { ownerkey: keyOf('a', n), fknumplan: keyOf('b', n), position: '1', display: '' },
  ];
  const all = Array.from({ length: phones }, (_, at) => at + 1);
  tables.tables.numplan = all.map((n) => numberRow(n, String(1_000 + n)));
  tables.tables.device = all.map((n) => phoneRow(n));
  tables.tables.devicenumplanmap = all.flatMap(numbered);
  tables.tables.speeddial = all.map((n) => dialRow(n, 1, '1001', `dial ${n}`));
  tables.tables.blfspeeddial = all.map((n) => ({
    ...{ ownerkey: keyOf('a', n), position: '1', destination: '', fknumplan: keyOf('b', n), label: `lamp ${n}` },
  }));
  const changes = new MemoryStore();
  const store = await openStoreHere[kind]();
  const history = new History(changes, () => undefined);
  const one = openInventoryOf(store, backend.clusterPages, { limits }, history);
  const warned = () => one.observations.flatMap((seen) => (seen.kind === 'warning' ? [seen.text] : []));
  one.inventory.start();
  await expect.poll(async () => (await one.inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
  tables.asked.splice(0);
  return { ...one, tables, backend, changes, warned };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** How often a sweep has read a table from its beginning. */
const readings = ({ tables }: Opened, table: TableName) =>
  tables.asked.filter((sql) => sql.includes(` FROM ${table} `) && sql.includes("> ''")).length;

/** Cuts off the first pages of a table: the call manager returns them as the whole table. */
function cutShort({ tables }: Opened, cut: TableName, rows: number, times: number): void {
  const whole = tables.tables[cut];
  let left = times;
  tables.instead = (sql) => {
    const isPage = sql.includes(` FROM ${cut} `) && sql.includes("> ''");
    tables.tables[cut] = isPage && left > 0 ? whole.slice(0, -rows) : whole;
    if (isPage) left -= 1;
    return undefined;
  };
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a table that is counted, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    it.each(names)('%s is read again if its pages are cut off, and nothing is reported', async (table) => {
      const all = await opened(kind);
      for (const rows of [1, 14, phones]) {
        all.tables.asked.splice(0);
        cutShort(all, table, rows, 1);
        await sweepOnce(all);
        expect(names.map((name) => readings(all, name))).toEqual(names.map((name) => (name === table ? 2 : 1)));
      }
      expect([all.changes.sentLists, all.warned()]).toEqual([[], []]);
      const { phones: kept, numbers, buttons } = (await all.inventory.state()).kept;
      expect([kept, numbers, buttons]).toEqual([phones, phones, 2 * phones]);
      all.tables.asked.splice(0);
      await sweepOnce(all);
      expect(names.map((name) => readings(all, name))).toEqual([1, 1, 1, 1, 1]);
      expect(all.changes.sentLists).toEqual([]);
    });

    it('is accepted if it is cut off twice, and the log says so', async () => {
      const all = await opened(kind);
      cutShort(all, 'speeddial', 14, 2);
      await sweepOnce(all);
      expect(readings(all, 'speeddial')).toBe(2);
      expect(all.warned()).toEqual([
        `the call manager counts ${phones} rows in the table “dial”, and a sweep has read ${phones - 14}, twice: the table is kept as it was read`,
      ]);
      expect(all.changes.sentLists).toHaveLength(14);
    });

    it('reports no existing device as gone, even if its page is cut off twice', async () => {
      const all = await opened(kind);
      cutShort(all, 'device', 14, 2);
      await sweepOnce(all);
      expect(all.changes.sentLists).toEqual([]);
      expect((await all.inventory.state()).kept.phones).toBe(phones);
    });

    it('is read once if the call manager does not count', async () => {
      const all = await opened(kind);
      for (const answer of [
        '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Client</faultcode>' +
          '<faultstring>refused</faultstring></e:Fault></e:Body></e:Envelope>',
        '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><a:executeSQLQueryResponse ' +
          'xmlns:a="http://www.cisco.com/AXL/API/14.0"><return><row><total>many</total></row></return>' +
          '</a:executeSQLQueryResponse></e:Body></e:Envelope>',
      ]) {
        all.tables.asked.splice(0);
        all.tables.instead = (sql) => (sql.includes('COUNT(*)') ? answer : undefined);
        await sweepOnce(all);
        expect(names.map((name) => readings(all, name))).toEqual([1, 1, 1, 1, 1]);
      }
      expect(all.warned()).toEqual([]);
    });

    it('is read once if a device has more rows in it than are stored', async () => {
      const all = await opened(kind, { ownerRows: 600 });
      const crowd = Array.from({ length: 2_000 }, (_, n) => dialRow(7, n + 1, '1001', `many ${n}`));
      all.tables.tables.speeddial = all.tables.tables.speeddial.flatMap((row) =>
        row.ownerkey === keyOf('a', 7) ? crowd : [row],
      );
      await sweepOnce(all);
      expect(readings(all, 'speeddial')).toBe(1);
      expect(all.warned()).toEqual([expect.stringContaining('too many'), expect.stringContaining(keyOf('a', 7))]);
      expect(all.changes.sentLists).toEqual([]);
    });

    it('has one limit of rows, over all processes that read it', async () => {
      const { tables, backend } = await openTables();
      tables.tables.device = Array.from({ length: 1_000 }, (_, n) => phoneRow(n + 1));
      const store = await openStoreHere[kind]();
      const turn = () => Promise.resolve(openCall({ requestId: 'test', timeoutMs: 20_000, isBackground: true }));
      const dying = () => Promise.reject(new Error('killed'));
      const parts = { pages: backend.clusterPages, store, turn, limits: { rows: 1_200 } };
      const position = await begin(store);
      let pages = 0;
      const swept = ({ table }: { readonly table: string }) =>
        table === 'device' && ++pages === 1 ? dying() : undefined;
      await expect(sweep(position, { ...parts, swept })).rejects.toThrow('killed');
      await store.release(position);
      // Another process continues: what the first one has read counts, although the table has become longer since.
      tables.tables.device = Array.from({ length: 1_400 }, (_, n) => phoneRow(n + 1));
      const next = await store.claim('another', { betweenSweepsMs: 0 }, 0);
      if ('dueInMs' in next) throw new Error('it is not given');
      expect(next.tables).toMatchObject({ number: { after: null, rows: 0 }, device: { rows: 500, leftOut: 0 } });
      await expect(sweep(next, { ...parts, swept: () => undefined })).rejects.toThrow(SweepGivenUp);
      await store.close();
    });
  });
}

it.each([
  [300, 300, false],
  [299, 300, true],
  [301, 300, true],
  [4_999, 5_000, false],
  [4_998, 5_000, true],
  [10_002, 10_000, false],
  [10_003, 10_000, true],
  [0, 1, true],
  [0, 0, false],
])('a table of which %d rows were read, and %d are counted, is read again: %s', (read, counted, isAgain) => {
  expect(isMiscounted(read, counted)).toBe(isAgain);
});
