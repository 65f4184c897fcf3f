import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceKey } from '../../src/domain/device.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { SentList } from '../../src/changes/change.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { dial, phoneNamed, profileNamed } from '../support/changes.js';
import { Cluster, type Device, isSameList, keyOf, listOf, serviceFor } from './moving-devices.js';
import { closeStores, storeKinds } from './stores.js';

/**
 * Devices are renamed and swap names while this service and others write to them. Each reported change is compared with
 * the lists that the device really had, by its key, and each undo with what it may set.
 */

interface Move {
  readonly what: string;
  /** The name that this service writes to. */
  readonly name: DeviceKey;
  readonly begin: (cluster: Cluster) => () => void;
  /** It happens in the middle of a sweep. */
  readonly isInSweep?: boolean;
}

const name = phoneNamed('SEP1');
const moves: readonly Move[] = [
  { what: 'is renamed', name, begin: renaming(['phone SEP1', 'SEP9'], ['phone SEP2', 'SEP2']) },
  {
    what: 'swaps names with another',
    name,
    begin: renaming(['phone SEP1', 'SEP2'], ['phone SEP2', 'SEP1']),
  },
  {
    what: 'is swapped for another, which gets its name',
    name,
    begin: renaming(['phone SEP1', 'SEP9'], ['phone SEP2', 'SEP1']),
  },
  {
    what: 'is deleted and made again',
    name,
    begin: (cluster) => {
      const device = cluster.add('phone', 'SEP1');
      return () => {
        device.isThere = false;
        cluster.add('phone', 'SEP1');
      };
    },
  },
  {
    what: 'is swapped while its page is read',
    name,
    begin: renaming(['phone SEP1', 'SEP9'], ['phone SEP2', 'SEP1']),
    isInSweep: true,
  },
  {
    what: 'gives its name to a profile',
    name,
    begin: renaming(['phone SEP1', 'SEP9'], ['profile SEP2', 'SEP1']),
  },
  {
    what: 'is a profile that gives its name to a phone',
    name: profileNamed('SEP1'),
    begin: renaming(['profile SEP1', 'SEP9'], ['phone SEP2', 'SEP1']),
  },
];

/** @param names kind and name of each device, and its new name */
function renaming(...names: readonly (readonly [string, string])[]): Move['begin'] {
  return (cluster) => {
    const renamed = names.map(([device, to]) => {
      const [kind, called = ''] = device.split(' ');
      return { device: cluster.add(kind === 'phone' ? 'phone' : 'profile', called), to };
    });
    return () => {
      for (const { device, to } of renamed) device.name = to;
    };
  };
}

const times = ['before', 'during', 'after', 'before and during', 'before and after'] as const;
const cases = moves.flatMap((move) => times.map((time) => ({ ...move, time })));
/** By how much the clock of the instance is ahead of the store's, in seconds. */
const clocks = [-60, -3, 300];

const ours = (time: string): readonly SpeedDial[] => [dial(1, '0100', `ours ${time}`)];

describe.each(storeKinds.filter(({ isLeftOut }) => !isLeftOut))('the history in $name', (kind) => {
  let store: ChangeStore;
  beforeAll(() => kind.start());
  afterAll(() => kind.stop());
  beforeEach(async () => {
    store = await kind.withoutChanges();
  });
  afterEach(closeStores);

  /** Moves a device, writes to it, and lets others change it. @returns the cluster and the service */
  async function played({ name, begin, isInSweep = false, time }: (typeof cases)[number], aheadMs = 0) {
    const cluster = new Cluster();
    const move = begin(cluster);
    const service = serviceFor(cluster, store, aheadMs);
    await service.sweep();
    if (time.includes('before')) expect(await service.write(name, ours('before'))).toBe('set');
    const moving = async (): Promise<void> => {
      if (!time.includes('during')) {
        move();
        return;
      }
      cluster.meanwhile = move;
      await service.write(name, ours('during'));
    };
    if (isInSweep) await service.sweep(moving);
    else await moving();
    if (time.includes('after')) await service.write(name, ours('after'));
    // This service's own changes are not reported as someone else's.
    await service.sweep();
    const told = await elsewhere(service);
    expect(told.filter(({ after }) => after !== null)).toEqual([]);
    for (const device of cluster.present) {
      device.had.push({ list: [dial(1, '0100', `theirs of ${device.uuid}`)], by: 'others' });
    }
    await service.sweep();
    await service.sweep();
    return { cluster, service };
  }

  const elsewhere = async ({ changes }: ReturnType<typeof serviceFor>): Promise<readonly SentList[]> =>
    (await changes()).filter(({ sent }) => sent.seenAfter !== undefined);

  /** Each device's changes by others must be reported once, with the real list before. */
  async function expectTruth(cluster: Cluster, service: ReturnType<typeof serviceFor>): Promise<void> {
    const told = await elsewhere(service);
    const expected = cluster.devices.flatMap((device): Readonly<Record<string, unknown>>[] => {
      const known = { uuid: device.uuid, before: device.had.at(-2)?.list, after: listOf(device) };
      if (device.isThere) return [{ ...known, device: keyOf(device) }];
      return [{ ...known, before: listOf(device), after: null }];
    });
    expect(told).toHaveLength(expected.length);
    for (const change of expected) expect(told).toContainEqual(expect.objectContaining(change));
    for (const { sent, uuid, before, after } of await service.changes()) {
      if (sent.seenAfter) continue;
      // A write of this service belongs to the device that got it; the list of another device is not its list before.
      const device = cluster.devices.find((one) => one.uuid === uuid);
      const at = device?.had.findIndex(({ list }) => isSameList(list, after as readonly SpeedDial[])) ?? -1;
      if (before && at > 0) expect(before).toEqual(device?.had[at - 1]?.list);
    }
  }

  /** What an undo may do, according to the real state. */
  function mayBe({ device, uuid, before, after }: SentList, cluster: Cluster): string {
    if (before === null) return 'not-representable';
    const holder = cluster.named(device);
    if (!holder) return `${device.kind}-not-found`;
    const has = (list: SentList['after']): boolean => list !== null && isSameList(listOf(holder), list as SpeedDial[]);
    if (holder.uuid !== uuid) return 'changed-meanwhile';
    if (has(before)) return 'nothing to do';
    return has(after) ? 'undone' : 'changed-meanwhile';
  }

  /**
   * Undoes everything, newest first: a restored list was there before, on the device with the key; otherwise nothing
   * happens.
   */
  async function expectUndos(cluster: Cluster, service: ReturnType<typeof serviceFor>): Promise<string[]> {
    const results: string[] = [];
    for (const change of await service.changes()) {
      const lists = new Map<Device, readonly SpeedDial[]>(cluster.devices.map((device) => [device, listOf(device)]));
      const expected = mayBe(change, cluster);
      const result = await service.undo(change);
      expect([change.sent.number, result]).toEqual([change.sent.number, expected]);
      for (const [device, list] of lists) {
        const isIts = result === 'undone' && device.uuid === change.uuid;
        expect(listOf(device)).toEqual(isIts ? change.before : list);
      }
      results.push(result);
    }
    return results;
  }

  it.each(cases)('reports and undoes correctly for a device that $what, written to $time that', async (move) => {
    const { cluster, service } = await played(move);
    await expectTruth(cluster, service);
    const results = await expectUndos(cluster, service);
    // The last changes of others to existing devices are undone.
    expect(results.filter((result) => result === 'undone').length).toBeGreaterThanOrEqual(cluster.present.length);
  });

  it.each(clocks.flatMap((seconds) => cases.slice(5, 15).map((move) => ({ ...move, seconds }))))(
    'gives the same result if the clock is $seconds s ahead: $what, $time',
    async ({ seconds, ...move }) => {
      const { cluster, service } = await played(move, seconds * 1_000);
      await expectTruth(cluster, service);
      await expectUndos(cluster, service);
    },
  );

  it('says in an undo which device has the name now', async () => {
    const swap = moves[2];
    if (!swap) throw new Error('there is no swap');
    const { cluster, service } = await played({ ...swap, time: 'before' });
    const [old, other] = cluster.devices;
    const own = (await service.changes()).find(({ sent }) => sent.seenAfter === undefined);
    expect(own).toMatchObject({ uuid: old?.uuid, device: { name: 'SEP1' } });
    const { problem } = await service.refusal(own);
    expect(problem).toContain(`with the key ${other?.uuid}`);
    expect(problem).toContain(`with the key ${old?.uuid}`);
  });

  it('says that another device got the list of an undo, which is not an undo', async () => {
    const cluster = new Cluster();
    const swap = renaming(['phone SEP1', 'SEP9'], ['phone SEP2', 'SEP1'])(cluster);
    const service = serviceFor(cluster, store);
    await service.sweep();
    await service.write(name, ours('before'));
    const [own] = await service.changes();
    cluster.meanwhile = swap;
    const { code, problem } = await service.refusal(own);
    const [old, other] = cluster.devices;
    expect([code, problem.includes(`with the key ${other?.uuid}`)]).toEqual(['outcome-unknown', true]);
    const [undo, undone] = await service.changes();
    expect(undo).toMatchObject({ uuid: other?.uuid, before: null, state: 'changed', undoes: own?.sent.number });
    expect(undone).toMatchObject({ uuid: old?.uuid, undoneBy: undefined });
  });
});
