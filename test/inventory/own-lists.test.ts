import { describe, expect, it } from 'vitest';
import type { DeviceKey } from '../../src/domain/device.js';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { useSimulator } from '../support/use-simulator.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventory, openStore, openStoreHere, type StoreKind, sweepOnce } from './inventories.js';
import { journaled, type JournaledStore } from './journaled-store.js';
import { MemoryStore } from '../support/memory-store.js';
import { History } from '../../src/changes/journal.js';
import { aRowOf } from '../support/made.js';

/** The service's own lists, as readers of the store see them. */

const dial = { index: '1', dirn: '2003', label: 'New' };
const newUuid = '00000000-0000-4000-8000-00000000abcd' as Uuid;

const phone = (name: string): DeviceKey => ({ kind: 'phone', name: name as DeviceName });

/** A whole write of this service. */
async function write(store: JournaledStore, { device, uuid }: Present, entries: readonly SpeedDial[] = [dial]) {
  await (await store.changing(device, uuid, 'speeddial')).set(entries, uuid);
}

interface Present {
  readonly device: DeviceKey;
  readonly uuid: Uuid;
}

for (const kind of Object.keys(openStore) as StoreKind[]) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a list that was set, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();
    useSimulator();

    async function whole(opening: (typeof openStore)[typeof kind] = openStoreHere[kind]) {
      const changes = new MemoryStore();
      const history = new History(changes, () => undefined);
      const opened = await openInventory(await opening(), undefined, {}, history);
      opened.inventory.start();
      await expect.poll(async () => (await opened.inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      return { ...opened, swept: opened.store, store: journaled(opened.store, changes) };
    }

    /** The simulator's phone. */
    async function present(store: JournaledStore): Promise<Present> {
      const device = phone('SEP00A1B2C30003');
      return { device, uuid: ((await store.device(device))?.value?.uuid ?? '') as Uuid };
    }

    it('of a device that was added after the sweep may point anywhere, until it is read', async () => {
      const opened = await whole();
      const { store } = opened;
      const late = { device: phone('SEPLATE'), uuid: newUuid };
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
      const toCheck = async () => (await store.kept()).listsToCheck;
      expect(await toCheck()).toBe(0);
      await store.changing(unknown.device, unknown.uuid, 'speeddial').then((list) => list.mayHaveLanded());
      expect(await toCheck()).toBe(1);
      expect(await known()).toBeUndefined();
      const sweep = async (sweeper: string, isPublished: boolean): Promise<void> => {
        const position = await store.claim(sweeper, { betweenSweepsMs: 0 }, await store.changes.place());
        if ('dueInMs' in position) throw new Error('it is due');
        await store.keep(position, { table: 'dial', after: '', upTo: undefined, rows: [] });
        expect(await known()).toBeUndefined();
        expect((await store.buttonsTo('2003'))?.value.unknown).toMatchObject([{ uuid: unknown.uuid }]);
        if (isPublished) await store.publish(position, [], 0);
        else await store.release(position);
      };
      await sweep('one', false);
      await sweep('two', true);
      expect(await known()).toBe(0);
    });

    it('is not known while a change before it may still be carried out, until a sweep that began after that', async () => {
      const { store } = await whole();
      const { device, uuid } = await present(store);
      const shown = async () => (await store.list(device, 'speeddial'))?.value?.entries;
      const killed = await store.changing(device, uuid, 'speeddial', [{ ...dial, label: 'Late' }]);
      await killed.mayHaveLanded();
      const settled = await store.changes.place();
      await store.changes.keepFound(store.changes.sentLists[0]?.sent.number ?? '', {
        list: 'before',
        time: new Date(),
      });
      await write(store, { device, uuid });
      expect(await shown()).toBeUndefined();
      for (const place of [settled - 1, await store.changes.place()]) {
        expect(await shown()).toBeUndefined();
        const position = await store.claim('one', { betweenSweepsMs: 0 }, place);
        if ('dueInMs' in position) throw new Error('it is due');
        await store.publish(position, [], place);
      }
      expect(await shown()).toHaveLength(4);
    });

    it('is not replaced by a late report of a slow instance if another has set it since', async () => {
      const { store } = await whole();
      const { device, uuid } = await present(store);
      const newer = [{ ...dial, label: 'Newer' }];
      const shown = async () => (await store.list(device, 'speeddial'))?.value?.entries;
      const first = await store.changing(device, uuid, 'speeddial');
      const second = await store.changing(device, uuid, 'speeddial');
      await first.set([dial], uuid);
      expect(await shown()).toBeUndefined();
      await second.set(newer, uuid);
      await first.set([dial], uuid);
      expect(await shown()).toEqual(newer);
      await first.notSet();
      expect(await shown()).toEqual(newer);
      // It may have been carried out after the newer one.
      await first.mayHaveLanded();
      expect(await shown()).toBeUndefined();
    });

    it('is marked even if a running sweep has found the device gone', async () => {
      const { store } = await whole();
      const list = await present(store);
      const position = await store.claim('one', { betweenSweepsMs: 0 }, await store.changes.place());
      if ('dueInMs' in position) throw new Error('it is due');
      await store.keep(position, { table: 'device', after: '', upTo: undefined, rows: [] });
      await store.changing(list.device, list.uuid, 'speeddial');
      expect(await store.list(list.device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
    });

    it('of a device that the running sweep has not found yet is not known when that is complete', async () => {
      const { store } = await whole();
      const late = { device: phone('SEPLATE'), uuid: newUuid };
      const position = await store.claim('one', { betweenSweepsMs: 0 }, await store.changes.place());
      if ('dueInMs' in position) throw new Error('it is due');
      await store.changing(late.device, late.uuid, 'speeddial');
      const rows = [{ owner: newUuid, cells: aRowOf.device({ name: 'SEPLATE' }) }];
      await store.keep(position, { table: 'device', after: '', upTo: undefined, rows });
      await store.publish(position, [], 0);
      expect(await store.list(late.device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
    });

    it('with an index that no phone has is not known', async () => {
      const { store } = await whole();
      const one = await present(store);
      await write(store, one, [{ ...dial, index: '99999999999999999999' }]);
      expect(await store.list(one.device, 'speeddial')).toMatchObject({ value: { entries: undefined } });
      await write(store, one);
      expect(await store.list(one.device, 'speeddial')).toMatchObject({ value: { entries: [dial] } });
    });

    it('is known again as soon as a write was refused, unless an earlier one may have set it', async () => {
      const { store } = await whole();
      const { device, uuid } = await present(store);
      const begin = () => store.changing(device, uuid, 'speeddial');
      const shown = async () => (await store.list(device, 'speeddial'))?.value?.entries;
      const [before, findings] = [await shown(), await store.findings({ device }, 100)];
      const first = await begin();
      expect(await shown()).toBeUndefined();
      await first.notSet();
      expect(before).toHaveLength(4);
      expect(await shown()).toEqual(before);
      expect(await store.buttonsTo('2003')).toMatchObject({ value: { unknown: [] } });
      expect((await store.findings({ device }, 100))?.value).toEqual(findings?.value);
      const [earlier, later] = [await begin(), await begin()];
      await later.notSet();
      expect(await shown()).toBeUndefined();
      await earlier.notSet();
      expect(await shown()).toEqual(before);
    });

    it('is the list that a sweep has read if the write was refused, before and after the sweep counts', async () => {
      const { store } = await whole();
      const list = await present(store);
      const known = async () => (await store.list(list.device, 'speeddial'))?.value?.entries?.length;
      const position = await store.claim('one', { betweenSweepsMs: 0 }, await store.changes.place());
      if ('dueInMs' in position) throw new Error('it is due');
      const changing = await store.changing(list.device, list.uuid, 'speeddial');
      await store.keep(position, { table: 'dial', after: '', upTo: undefined, rows: [] });
      await store.publish(position, [], 0);
      expect(await known()).toBeUndefined();
      await changing.notSet();
      expect(await known()).toBe(0);
    });
  });
}
