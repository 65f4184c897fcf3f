import { describe, expect, it } from 'vitest';
import type { DeviceName, DirectoryNumber } from '../../src/domain/identifiers.js';
import { History } from '../../src/changes/journal.js';
import { longestKeptText } from '../../src/inventory/known-rows.js';
import type { SweepLimits } from '../../src/inventory/sweep-limits.js';
import { MemoryStore } from '../support/memory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventoryOf, openStoreHere, type StoreKind, sweepOnce } from './inventories.js';
import { dialRow, keyOf, numberRow, openTables, phoneRow, type TableRow, tooLargeFault } from './table-backend.js';

/** Answers of a call manager that would take much memory, disk or time, or that do not say whose they are. */

const long = 'x'.repeat(longestKeptText + 1);

/** How large a store may be that is filled. */
const storeBytes = Number(process.env['STORE_BYTES'] ?? 6_300_000);

/** A caller who waits for as long as it takes. */
const asker = { user: 'demo', signal: new AbortController().signal };

async function opened(kind: StoreKind, limits: Partial<SweepLimits> = {}, mostBytes = Infinity) {
  const { tables, backend } = await openTables();
  const changes = new MemoryStore();
  const store = await openStoreHere[kind]();
  const pace = { limits, storeBytes: mostBytes };
  const { inventory, observations } = openInventoryOf(
    store,
    backend.clusterPages,
    pace,
    new History(changes, () => undefined),
  );
  const phone = (n: number) => ({ kind: 'phone', name: (phoneRow(n)['name'] ?? '') as DeviceName }) as const;
  const list = async (n: number) =>
    (await inventory.lookups.list({ device: phone(n), kind: 'speeddial' }, asker))?.value;
  const warned = () => observations.flatMap((one) => (one.kind === 'warning' ? [one.text] : []));
  const told = () => changes.sentLists.map(({ device, kind: of, after }) => [device.name, of, after] as const);
  return { tables, store, inventory, observations, phone, list, warned, told };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Creates phones with two dials each, to number 1000. */
function fill({ tables }: Opened, phones: number): void {
  tables.tables.numplan = [numberRow(1, '1000')];
  tables.tables.device = Array.from({ length: phones }, (_, n) => phoneRow(n + 1));
  tables.tables.speeddial = Array.from({ length: phones }, (_, n) => [
    dialRow(n + 1, 1, '1000', `one ${n + 1}`),
    dialRow(n + 1, 2, '1000', `two ${n + 1}`),
  ]).flat();
}

/** Sweeps until a sweep fails. @returns the reason */
async function restingOf({ inventory, observations }: Opened): Promise<string | undefined> {
  const failed = () => observations.filter((one) => one.kind === 'inventory-sweep' && one.outcome === 'failed').length;
  const before = failed();
  inventory.sweepNow();
  await expect.poll(failed, { timeout: 60_000 }).toBeGreaterThan(before);
  expect((await inventory.state()).state).toBe('resting');
  await expect.poll(async () => (await inventory.state()).progress).toBeUndefined();
  return (await inventory.state()).reason;
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`an inventory with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    it('treats a list with a text that is too long as not known, and never reports it', async () => {
      const all = await opened(kind);
      const { tables, inventory, list, told, phone, warned } = all;
      fill(all, 3);
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      expect(await list(2)).toHaveLength(2);
      const before = tables.tables.speeddial;
      tables.tables.speeddial = before.map((row) => (row['label'] === 'two 2' ? { ...row, label: long } : row));
      await sweepOnce(all);
      expect(await list(2)).toBeUndefined();
      expect(await list(1)).toHaveLength(2);
      expect(await inventory.lookups.device(phone(2), asker)).toBeUndefined();
      // The others are known; devices that are left out are named.
      const buttons = await inventory.lookups.buttons('1000' as DirectoryNumber, asker);
      expect(buttons?.value.map(({ label }) => label)).toEqual(['one 1', 'two 1', 'one 3', 'two 3']);
      expect(buttons?.leftOut).toEqual([{ device: phone(2), uuid: keyOf('a', 2) }]);
      expect(warned()).toEqual([expect.stringContaining(keyOf('a', 2))]);
      // The list before it was unknown does not count either.
      tables.tables.speeddial = before.filter(({ label }) => label !== 'one 2' && label !== 'one 3');
      await sweepOnce(all);
      expect(await list(2)).toMatchObject([{ label: 'two 2' }]);
      expect(told()).toMatchObject([[phone(3).name, 'speeddial', [{ label: 'two 3' }]]]);
    });

    it('treats texts of devices and numbers that are too long as not known', async () => {
      const all = await opened(kind);
      const { tables, inventory, phone, list } = all;
      fill(all, 3);
      tables.tables.numplan = [numberRow(1, '1000'), numberRow(2, '2000', { alertingname: long, description: long })];
      tables.tables.device = [phoneRow(1), phoneRow(2, { description: long }), phoneRow(3)];
      tables.tables.devicenumplanmap = [1, 2].map((n) => ({
        ...{ ownerkey: keyOf('a', n), fknumplan: keyOf('b', n), position: '1', display: long },
      }));
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      const { lookups } = inventory;
      expect(await lookups.device(phone(2), asker)).toBeUndefined();
      expect(await list(2)).toHaveLength(2);
      expect((await lookups.device(phone(1), asker))?.value).toMatchObject({ name: phone(1).name });
      expect(await lookups.phones('2000' as DirectoryNumber, asker)).toBeUndefined();
      expect((await lookups.phones('1000' as DirectoryNumber, asker))?.value).toMatchObject([{ name: phone(1).name }]);
      expect(await lookups.numbers('2000' as DirectoryNumber, asker)).toBeUndefined();
      expect((await lookups.numbers('1000' as DirectoryNumber, asker))?.value).toHaveLength(1);
      expect(await lookups.devices({ text: 'desk', after: undefined, most: 10 }, asker)).toBeUndefined();
      expect(await lookups.suggestions('20', asker)).toBeUndefined();
      const buttons = await lookups.buttons('1000' as DirectoryNumber, asker);
      expect(buttons?.leftOut).toEqual([{ device: phone(2), uuid: keyOf('a', 2) }]);
    });

    it('reads an owner with more rows than a page in parts, up to the end', async () => {
      const all = await opened(kind);
      const { tables, inventory } = all;
      fill(all, 3);
      const patterns = Array.from({ length: 5_000 }, (_, n) => numberRow(10 + n, String(500_000 + n), { usage: '7' }));
      tables.tables.numplan = [numberRow(1, '1000'), ...patterns];
      const line = (owner: string, n: number): TableRow => ({
        // Some patterns of a hunt list have the same index.
        ...{ ownerkey: owner, fknumplan: keyOf('b', 10 + n), position: String(Math.floor(n / 3) + 1), display: '' },
      });
      tables.tables.devicenumplanmap = [
        { ownerkey: keyOf('a', 1), fknumplan: keyOf('b', 1), position: '1', display: 'first' },
        ...patterns.map((_, n) => line(keyOf('a', 9_000), n)),
        { ownerkey: keyOf('c', 1), fknumplan: keyOf('b', 1), position: '1', display: 'last' },
      ];
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      const pages = tables.asked.filter((sql) => sql.includes('FROM devicenumplanmap'));
      expect(pages.length).toBeLessThan(20);
      expect(new Set(pages).size).toBe(pages.length);
      expect((await inventory.lookups.phones('1000' as DirectoryNumber, asker))?.value).toMatchObject([
        { dirns: ['1000'] },
      ]);
      const again = tables.asked.length;
      await sweepOnce(all);
      expect(tables.asked.length).toBeLessThanOrEqual(2 * again);
    });

    it('does not know the rows of an owner with too many, or with changes during the read', async () => {
      const all = await opened(kind, { ownerRows: 1_500 });
      const { tables, inventory, list, told, warned } = all;
      fill(all, 3);
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      const before = tables.tables.speeddial;
      const many = (count: number) =>
        before.flatMap((row) =>
          row['label'] === 'one 2'
            ? Array.from({ length: count }, (_, n) => dialRow(2, n + 1, '1000', `many ${n}`))
            : row['label'] === 'two 2'
              ? []
              : [row],
        );
      tables.tables.speeddial = many(1_501);
      await sweepOnce(all);
      expect(await list(2)).toBeUndefined();
      expect(await list(3)).toHaveLength(2);
      expect(warned()).toEqual([expect.stringContaining('too many'), expect.stringContaining(keyOf('a', 2))]);
      tables.tables.speeddial = many(1_500);
      await sweepOnce(all);
      expect(await list(2)).toHaveLength(1_500);
      // Each reading of its parts has another list.
      let round = 0;
      tables.instead = (sql) => {
        if (sql.includes('rowkey')) {
          round += 1;
          tables.tables.speeddial = many(1_400).map((row) => ({ ...row, rowkey: keyOf('f', round) }));
        }
        return undefined;
      };
      await sweepOnce(all);
      expect(await list(2)).toBeUndefined();
      expect(told()).toEqual([]);
    });

    it('leaves out a row without a key, says so, and continues', async () => {
      const all = await opened(kind);
      const { tables, inventory, list, phone, told, warned } = all;
      fill(all, 4);
      tables.tables.numplan = [numberRow(1, '1000'), numberRow(2, '2000')];
      tables.tables.blfspeeddial = [
        { ownerkey: keyOf('a', 1), position: '1', destination: '', fknumplan: keyOf('b', 2), label: 'lamp' },
      ];
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      const { device, speeddial, numplan } = tables.tables;
      const lost = { shown: 'no key of any kind' };
      tables.tables.device = device.map((row, n) => (n === 2 ? { ...row, ...lost } : row));
      tables.tables.numplan = numplan.map((row, n) => (n === 1 ? { ...row, ...lost } : row));
      tables.tables.speeddial = speeddial.map((row) =>
        ['one 2', 'one 3', 'two 3'].includes(row['label'] ?? '') ? { ...row, ...lost } : row,
      );
      await sweepOnce(all);
      expect((await inventory.state()).state).toBe('whole');
      expect(told()).toEqual([]);
      expect(warned().filter((text) => text.includes('without a key'))).toHaveLength(5);
      const { lookups } = inventory;
      expect(await list(1)).toHaveLength(2);
      expect(await list(2)).toBeUndefined();
      expect(await list(3)).toBeUndefined();
      expect(await lookups.device(phone(3), asker)).toBeUndefined();
      expect(await lookups.buttons('1000' as DirectoryNumber, asker)).toBeUndefined();
      expect(await lookups.numbers('2000' as DirectoryNumber, asker)).toBeUndefined();
      expect(await lookups.devices({ text: 'desk', after: undefined, most: 10 }, asker)).toBeUndefined();
      const lamps = await lookups.list({ device: phone(1), kind: 'busylampfield' }, asker);
      expect(lamps?.value ?? []).not.toContainEqual(expect.objectContaining({ destination: '' }));
      Object.assign(tables.tables, { device, speeddial, numplan });
      await sweepOnce(all);
      expect(told()).toEqual([]);
      expect(await list(3)).toHaveLength(2);
      tables.tables.device = device.slice(0, 3);
      tables.tables.speeddial = speeddial.filter(({ label }) => !label?.endsWith('4'));
      await sweepOnce(all);
      expect(told()).toMatchObject([[phone(4).name, 'speeddial', null]]);
    });

    it('rests if too many rows have no key, and keeps its contents', async () => {
      const all = await opened(kind, { leftOut: 5 });
      fill(all, 3);
      all.inventory.start();
      await expect.poll(async () => (await all.inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      all.tables.tables.device = Array.from({ length: 6 }, (_, n) => phoneRow(n + 1, { shown: 'nobody' }));
      expect(await restingOf(all)).toContain('more than 5 rows without a key');
      expect(await all.list(2)).toHaveLength(2);
      expect(all.told()).toEqual([]);
    });

    it('gives up a table that never ends, keeps its contents, and takes no more room', async () => {
      const all = await opened(kind, { rows: 20_000 });
      const { tables, inventory, store, list, observations } = all;
      fill(all, 3);
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      const { generation } = (await inventory.state()).kept;
      const bytes = await store.bytes();
      tables.endless = (table, after, size) => {
        if (table !== 'speeddial') return undefined;
        const from = after === '' || after.startsWith('a') ? 0 : Number.parseInt(after.slice(-12), 16) + 1;
        return Array.from({ length: size }, (_, n) => ({
          ...dialRow(0, 1, '1000', 'never'),
          ownerkey: keyOf('d', from + n),
        }));
      };
      expect(await restingOf(all)).toBe(
        "The call manager's table “dial” has more than 20000 rows: the inventory keeps no more.",
      );
      expect((await inventory.state()).kept.generation).toBe(generation);
      expect(await list(2)).toHaveLength(2);
      expect(observations.filter((one) => one.kind === 'unexpected')).toEqual([]);
      expect(await store.bytes()).toBeLessThan(bytes + 8_000_000);
      tables.endless = undefined;
      await sweepOnce(all);
      expect((await inventory.state()).state).toBe('whole');
      expect(all.told()).toEqual([]);
    });

    it('gives up a sweep if the store would be too large, and frees the room', async () => {
      const all = await opened(kind, {}, storeBytes);
      const { tables, inventory, store, list } = all;
      fill(all, 3);
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      tables.endless = (table, after, size) => {
        if (table !== 'speeddial') return undefined;
        const from = after.startsWith('d') ? Number.parseInt(after.slice(-12), 16) + 1 : 0;
        const label = 'y'.repeat(600);
        return Array.from({ length: size }, (_, n) => ({
          ...dialRow(0, 1, '1000', label),
          ownerkey: keyOf('d', from + n),
        }));
      };
      for (let round = 0; round < 2; round += 1) {
        expect(await restingOf(all)).toContain(
          `more than ${Math.floor(storeBytes / 2 ** 20)} MB on the disk (INVENTORY_MAX_MB)`,
        );
        expect(await list(2)).toHaveLength(2);
        await expect.poll(() => store.bytes(), { timeout: 60_000 }).toBeLessThan(storeBytes);
        // It started from the beginning each time.
        expect(tables.asked.filter((sql) => sql.includes('FROM speeddial')).length).toBeGreaterThan(3 * (round + 1));
      }
      tables.endless = undefined;
      await sweepOnce(all);
      expect((await inventory.state()).state).toBe('whole');
    });

    it('rests if one row is too large, names it, and does not report a mistake of its own', async () => {
      const all = await opened(kind);
      fill(all, 3);
      all.tables.instead = (sql) => (sql.includes('FROM speeddial') ? tooLargeFault(2) : undefined);
      all.inventory.start();
      expect(await restingOf(all)).toBe(
        'The call manager has a row in the table “dial” that is too large for an answer.',
      );
      expect(all.observations.filter((one) => one.kind === 'unexpected')).toEqual([]);
      all.tables.instead = () => undefined;
      await sweepOnce(all);
      expect((await all.inventory.state()).state).toBe('whole');
    });

    it('requests fewer rows if an answer is too long, and knows the short rows', { timeout: 120_000 }, async () => {
      const all = await opened(kind);
      const { tables, inventory, list } = all;
      fill(all, 120);
      const huge = 'z'.repeat(100_000);
      tables.tables.speeddial = tables.tables.speeddial.map((row) =>
        Number(row['label']?.slice(4)) % 2 === 0 ? { ...row, label: huge } : row,
      );
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 90_000 }).toBe('whole');
      expect(await list(1)).toHaveLength(2);
      expect(await list(2)).toBeUndefined();
      expect(await list(119)).toHaveLength(2);
    });
  });
}
