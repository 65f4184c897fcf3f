import { describe, expect, it } from 'vitest';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { InventoryStore, OwnList, OwnStep } from '../../src/inventory/store/inventory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { useSimulator } from '../support/use-simulator.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventory, openStore, openStoreHere, type StoreKind, sweepOnce } from './inventories.js';
import { aRowOf } from '../support/made.js';

/** The service's own lists, as readers of the store see them. */

const dial = { index: '1', dirn: '2003', label: 'New' };
const newUuid = '00000000-0000-4000-8000-00000000abcd' as Uuid;

const listOf = (name: string, uuid: string, mark = 'mark'): OwnList => ({
  ...{ device: { kind: 'phone', name: name as DeviceName }, uuid: uuid as Uuid, kind: 'speeddial', mark },
  mayLandMs: 0,
});

const setTo = (list: OwnList, entries: readonly SpeedDial[] = [dial]): OwnStep => ({
  ...{ is: 'set', entries, uuid: list.uuid },
});

/** The steps of a write: the list is marked, and then it is set. */
async function write(store: InventoryStore, list: OwnList, entries?: readonly SpeedDial[]): Promise<void> {
  await store.own(list, { is: 'marked' });
  await store.own(list, setTo(list, entries));
}

for (const kind of Object.keys(openStore) as StoreKind[]) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a list that was set, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();
    useSimulator();

    async function whole(opening: (typeof openStore)[typeof kind] = openStoreHere[kind]) {
      const opened = await openInventory(await opening());
      opened.inventory.start();
      await expect.poll(async () => (await opened.inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      return opened;
    }

    /** The simulator's phone. */
    async function present(store: InventoryStore, mark?: string): Promise<OwnList> {
      const { device } = listOf('SEP00A1B2C30003', '');
      return listOf(device.name, (await store.device(device))?.value?.uuid ?? '', mark);
    }

    it('of a device that was added after the sweep may point anywhere, until it is read', async () => {
      const opened = await whole();
      const { store } = opened;
      const late = listOf('SEPLATE', newUuid);
      expect(await store.device(late.device)).toMatchObject({ value: null });
      await write(store, late);
      expect(await store.device(late.device)).toBeUndefined();
      expect(await store.list(late.device, 'speeddial')).toBeUndefined();
      const unknown = [{ device: late.device, uuid: newUuid }];
      expect(await store.buttonsTo('2003')).toMatchObject({ value: { unknown } });
      expect(await store.phonesWith('2003')).toBeDefined();
      await sweepOnce(opened);
      expect(await store.device(late.device)).toMatchObject({ value: null });
      expect(await store.buttonsTo('2003')).toMatchObject({ value: { unknown: [] } });
    });

    it('is not known again before the sweep that has read it is complete', async () => {
      const { store } = await whole();
      const unknown = await present(store);
      const known = async () => (await store.list(unknown.device, 'speeddial'))?.value?.entries?.length;
      expect(await known()).toBe(4);
      await store.own(unknown, { is: 'marked' });
      expect(await known()).toBeUndefined();
      const sweep = async (sweeper: string, isPublished: boolean): Promise<void> => {
        const position = await store.claim(sweeper, { betweenSweepsMs: 0 });
        if ('dueInMs' in position) throw new Error('it is due');
        const asked = await store.next();
        await store.keep(position, { table: 'dial', after: '', upTo: undefined, rows: [] }, asked);
        expect(await known()).toBeUndefined();
        expect((await store.buttonsTo('2003'))?.value.unknown).toMatchObject([{ uuid: unknown.uuid }]);
        if (isPublished) await store.publish(position, []);
        else await store.release(position);
      };
      await sweep('one', false);
      await sweep('two', true);
      expect(await known()).toBe(0);
    });

    it('does not wait until the remains of a sweep are deleted', async () => {
      const { store } = await whole(openStore[kind]);
      const position = await store.claim('one', { betweenSweepsMs: 0 });
      if ('dueInMs' in position) throw new Error('it is due');
      const owner = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const rows = Array.from({ length: 20_000 }, (_, n) => ({
        owner: owner(n),
        cells: aRowOf.dial({ dirn: '2003' }),
      }));
      const asked = await store.next();
      await store.keep(position, { table: 'dial', after: '', upTo: owner(20_000), rows }, asked);
      const order: string[] = [];
      const again = store.again(position).then(() => order.push('deleted'));
      await store.own(listOf('SEP00A1B2C30003', newUuid), { is: 'marked' }).then(() => order.push('marked'));
      await again;
      expect(order).toEqual(['marked', 'deleted']);
    });

    it('is not replaced by a late report of a slow instance if another has set it since', async () => {
      const { store } = await whole();
      const [first, second] = [await present(store, 'first'), await present(store, 'second')];
      const newer = [{ ...dial, label: 'Newer' }];
      const shown = async () => (await store.list(first.device, 'speeddial'))?.value?.entries;
      await store.own(first, { is: 'marked' });
      await store.own(second, { is: 'marked' });
      await store.own(first, setTo(first));
      expect(await shown()).toBeUndefined();
      await store.own(second, setTo(second, newer));
      await store.own(first, setTo(first));
      await store.own(first, { is: 'not-set' });
      expect(await shown()).toEqual(newer);
      // It may have been carried out after the newer one.
      await store.own(first, { is: 'landed' });
      await store.own(first, setTo(first));
      expect(await shown()).toBeUndefined();
    });

    it('is marked even if a running sweep has found the device gone', async () => {
      const { store } = await whole();
      const list = await present(store);
      const position = await store.claim('one', { betweenSweepsMs: 0 });
      if ('dueInMs' in position) throw new Error('it is due');
      const asked = await store.next();
      await store.keep(position, { table: 'device', after: '', upTo: undefined, rows: [] }, asked);
      await store.own(list, { is: 'marked' });
      expect(await store.list(list.device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
    });

    it('of a device that the running sweep has not found yet is not known when that is complete', async () => {
      const { store } = await whole();
      const late = listOf('SEPLATE', newUuid);
      const position = await store.claim('one', { betweenSweepsMs: 0 });
      if ('dueInMs' in position) throw new Error('it is due');
      const asked = await store.next();
      await store.own(late, { is: 'marked' });
      const rows = [{ owner: newUuid, cells: aRowOf.device({ name: 'SEPLATE' }) }];
      await store.keep(position, { table: 'device', after: '', upTo: undefined, rows }, asked);
      await store.publish(position, []);
      expect(await store.list(late.device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
    });

    it('with an index that no phone has is not known', async () => {
      const { store } = await whole();
      const [one, other] = [await present(store, 'one'), await present(store, 'other')];
      await write(store, one, [{ ...dial, index: '99999999999999999999' }]);
      expect(await store.list(one.device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
      await write(store, other);
      expect(await store.list(one.device, 'speeddial')).toMatchObject({ value: { entries: [dial] } });
    });

    it('is known again as soon as a write was refused, unless an earlier one may have set it', async () => {
      const { store } = await whole();
      const [first, second] = [await present(store, 'first'), await present(store, 'second')];
      const shown = async () => (await store.list(first.device, 'speeddial'))?.value?.entries;
      const [before, findings] = [await shown(), await store.findings({ device: first.device }, 100)];
      await store.own(first, { is: 'marked' });
      expect(await shown()).toBeUndefined();
      await store.own(first, { is: 'not-set' });
      expect(before).toHaveLength(4);
      expect(await shown()).toEqual(before);
      expect(await store.buttonsTo('2003')).toMatchObject({ value: { unknown: [] } });
      expect((await store.findings({ device: first.device }, 100))?.value).toEqual(findings?.value);
      await store.own(first, { is: 'marked' });
      await store.own(second, { is: 'marked' });
      await store.own(second, { is: 'not-set' });
      expect(await shown()).toBeUndefined();
      await store.own(first, { is: 'not-set' });
      expect(await shown()).toEqual(before);
    });

    it('is not the list that a sweep has read if the sweep skipped it while it was unknown', async () => {
      const { store } = await whole();
      const list = await present(store);
      const known = async () => (await store.list(list.device, 'speeddial'))?.value?.entries?.length;
      const sweep = async (meanwhile: () => Promise<unknown>): Promise<void> => {
        const position = await store.claim('one', { betweenSweepsMs: 0 });
        if ('dueInMs' in position) throw new Error('it is due');
        const asked = await store.next();
        await meanwhile();
        await store.keep(position, { table: 'dial', after: '', upTo: undefined, rows: [] }, asked);
        await store.publish(position, []);
      };
      // The page was requested before the mark.
      await sweep(() => store.own(list, { is: 'marked' }));
      await store.own(list, { is: 'not-set' });
      // The list before the sweep is not the list that it has read.
      expect(await known()).toBeUndefined();
      await sweep(() => Promise.resolve());
      expect(await known()).toBe(0);
    });
  });
}
