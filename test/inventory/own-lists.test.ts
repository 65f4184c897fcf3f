import { describe, expect, it } from 'vitest';
import type { DeviceName } from '../../src/domain/identifiers.js';
import type { InventoryStore, OwnList } from '../../src/inventory/store/inventory-store.js';
import type { CellsOf } from '../../src/inventory/swept-tables.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { useSimulator } from '../support/use-simulator.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventory, openStore, type StoreKind, sweepOnce } from './inventories.js';

/** Lists of the service's own, as readers of the store see them. */

const dial = { index: '1', dirn: '2003', label: 'New' };
const set = (name: string, more: Partial<OwnList> = {}): OwnList => ({
  ...{ device: { kind: 'phone', name: name as DeviceName }, kind: 'speeddial', mark: 'mark' },
  ...{ entries: [dial], mayLandMs: 0, ...more },
});

/** As a write goes: the list is marked, and then it is set. */
async function write(store: InventoryStore, list: OwnList): Promise<void> {
  await store.own({ ...list, entries: undefined });
  await store.own(list);
}

for (const kind of Object.keys(openStore) as StoreKind[]) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a list that was set, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();
    useSimulator();

    async function whole() {
      const opened = await openInventory(await openStore[kind]());
      opened.inventory.start();
      await expect.poll(async () => (await opened.inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      return opened;
    }

    it('of a device that came after the sweep hides what it may point at, until it is read', async () => {
      const opened = await whole();
      const { store } = opened;
      const late = set('SEPLATE');
      expect(await store.device(late.device)).toMatchObject({ value: null });
      await write(store, late);
      expect(await store.device(late.device)).toBeUndefined();
      expect(await store.list(late.device, 'speeddial')).toBeUndefined();
      expect(await store.buttonsTo('2003')).toBeUndefined();
      expect(await store.phonesWith('2003')).toBeDefined();
      await sweepOnce(opened);
      expect(await store.device(late.device)).toMatchObject({ value: null });
      expect(await store.buttonsTo('2003')).toBeDefined();
    });

    it('is not known again before the sweep that has read it is whole', async () => {
      const { store } = await whole();
      const unknown = set('SEP00A1B2C30003', { entries: undefined });
      const known = async () => (await store.list(unknown.device, 'speeddial'))?.value?.entries?.length;
      expect(await known()).toBe(4);
      await store.own(unknown);
      expect(await known()).toBeUndefined();
      const sweep = async (sweeper: string, isPublished: boolean): Promise<void> => {
        const position = await store.claim(sweeper, { betweenSweepsMs: 0 });
        if ('dueInMs' in position) throw new Error('it is due');
        const asked = (await store.now()) + 1;
        await store.keep(position, { table: 'dial', after: '', upTo: undefined, rows: [] }, asked);
        expect(await known()).toBeUndefined();
        expect(await store.buttonsTo('2003')).toBeUndefined();
        if (isPublished) await store.publish(position, []);
        else await store.release(position);
      };
      await sweep('one', false);
      await sweep('two', true);
      expect(await known()).toBe(0);
    });

    it('does not wait until what a sweep has left is deleted', async () => {
      const { store } = await whole();
      const position = await store.claim('one', { betweenSweepsMs: 0 });
      if ('dueInMs' in position) throw new Error('it is due');
      const owner = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const rows = Array.from({ length: 20_000 }, (_, n) => ({ owner: owner(n), cells: [1, '2003', ''] }));
      const asked = (await store.now()) + 1;
      await store.keep(position, { table: 'dial', after: '', upTo: owner(20_000), rows }, asked);
      const order: string[] = [];
      const again = store.again(position).then(() => order.push('deleted'));
      const { device } = set('SEP00A1B2C30003');
      await store.own(set(device.name, { entries: undefined })).then(() => order.push('marked'));
      await again;
      expect(order).toEqual(['marked', 'deleted']);
    });

    it('is not what a slow instance tells of it when another has set it since', async () => {
      const { store } = await whole();
      const first = set('SEP00A1B2C30003', { mark: 'first' });
      const second = set('SEP00A1B2C30003', { mark: 'second', entries: [{ ...dial, label: 'Newer' }] });
      const shown = async () => (await store.list(first.device, 'speeddial'))?.value?.entries;
      await store.own({ ...first, entries: undefined });
      await store.own({ ...second, entries: undefined });
      await store.own(first);
      expect(await shown()).toBeUndefined();
      await store.own(second);
      await store.own(first);
      expect(await shown()).toEqual(second.entries);
    });

    it('is marked also where a sweep under way has found the device gone', async () => {
      const { store } = await whole();
      const { device } = set('SEP00A1B2C30003');
      const position = await store.claim('one', { betweenSweepsMs: 0 });
      if ('dueInMs' in position) throw new Error('it is due');
      const asked = (await store.now()) + 1;
      await store.keep(position, { table: 'device', after: '', upTo: undefined, rows: [] }, asked);
      await store.own(set(device.name, { entries: undefined }));
      expect(await store.list(device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
    });

    it('of a device that the sweep under way has not found yet is not known when that is whole', async () => {
      const { store } = await whole();
      const late = set('SEPLATE');
      const position = await store.claim('one', { betweenSweepsMs: 0 });
      if ('dueInMs' in position) throw new Error('it is due');
      const asked = (await store.now()) + 1;
      await store.own({ ...late, entries: undefined });
      const cells: CellsOf<'device'> = ['SEPLATE', 'phone', '', 'Cisco 8845', 'Cisco 8845', 0];
      const rows = [{ owner: '00000000-0000-4000-8000-00000000abcd', cells }];
      await store.keep(position, { table: 'device', after: '', upTo: undefined, rows }, asked);
      await store.publish(position, []);
      expect(await store.list(late.device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
    });

    it('with an index that is no number of a phone is not known', async () => {
      const { store } = await whole();
      const { device } = set('SEP00A1B2C30003');
      await write(store, set(device.name, { entries: [{ ...dial, index: '99999999999999999999' }] }));
      expect(await store.list(device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
      await write(store, set(device.name));
      expect(await store.list(device, 'speeddial')).toMatchObject({ value: { entries: [dial] } });
    });
  });
}
