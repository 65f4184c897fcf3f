import { sameButtons } from '../../src/domain/buttons.js';
import { type DeviceKey, deviceId, type DeviceKind } from '../../src/domain/device.js';
import { noSuchDevice, ServiceError } from '../../src/domain/errors.js';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import { type SpeedDial, speedDialRules } from '../../src/domain/phone.js';
import type { SeenChange, SentList } from '../../src/changes/change.js';
import { History } from '../../src/changes/journal.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { undoChange } from '../../src/changes/undo-change.js';
import { ReplaceButtons } from '../../src/use-cases/replace-buttons.js';
import { dial } from '../support/changes.js';
import { fakePort, openContext } from '../support/fake-port.js';

/** A device of a call manager, and every list that it had, the newest last. */
export interface Device {
  readonly uuid: Uuid;
  readonly kind: DeviceKind;
  name: string;
  isThere: boolean;
  readonly had: { readonly list: readonly SpeedDial[]; readonly by: 'nobody' | 'us' | 'others' }[];
}

export const keyOf = ({ kind, name }: Pick<Device, 'kind' | 'name'>): DeviceKey => ({ kind, name: name as DeviceName });
export const listOf = ({ had }: Device): readonly SpeedDial[] => had.at(-1)?.list ?? [];
export const isSameList = (one: readonly SpeedDial[], other: readonly SpeedDial[]): boolean =>
  sameButtons(speedDialRules, one, other);

/** A call manager whose devices are renamed, deleted and created, each known by its key. */
export class Cluster {
  readonly devices: Device[] = [];
  /** Called once, between the read of a device and its update. */
  meanwhile: (() => void) | undefined;

  add(kind: DeviceKind, name: string): Device {
    const number = String(this.devices.length + 1);
    const uuid = `0a1b2c3d-0000-4000-8000-${number.padStart(12, '0')}` as Uuid;
    const had = [{ list: [dial(1, '0100', `first of ${number}`)], by: 'nobody' as const }];
    const device: Device = { uuid, kind, name, isThere: true, had };
    this.devices.push(device);
    return device;
  }

  get present(): readonly Device[] {
    return this.devices.filter(({ isThere }) => isThere);
  }

  named(key: DeviceKey): Device | undefined {
    return this.present.find((device) => deviceId(device) === deviceId(key));
  }

  /** As this service sees it: by names, as in updates. */
  port() {
    const there = (key: DeviceKey): Promise<Device> => {
      const device = this.named(key);
      return device ? Promise.resolve(device) : Promise.reject(noSuchDevice(key));
    };
    return fakePort({
      speedDials: {
        readForChange: async (key) => {
          const device = await there(key);
          return { uuid: device.uuid, entries: listOf(device) };
        },
        replace: async (key, list) => {
          this.meanwhile?.();
          this.meanwhile = undefined;
          const device = await there(key);
          device.had.push({ list, by: 'us' });
          return device.uuid;
        },
      },
    });
  }
}

interface KnownList {
  readonly name: DeviceKey;
  readonly list: readonly SpeedDial[];
  readonly place: number;
}

/**
 * An inventory as the history and the writes see it: the results of sweeps, with their places; lists are stored by keys.
 */
export class Sweeps {
  #known: ReadonlyMap<Uuid, KnownList> = new Map();

  constructor(
    private readonly cluster: Cluster,
    private readonly history: History,
    private readonly now: () => Date,
  ) {}

  /** @param between is called after the names of all devices were read, and before their lists are */
  async sweep(between?: () => Promise<void>): Promise<void> {
    const asked = await this.history.place();
    const names = new Map(this.cluster.present.map((device) => [device.uuid, keyOf(device)]));
    await between?.();
    const found = new Map<Uuid, KnownList>();
    for (const device of this.cluster.devices) {
      const name = names.get(device.uuid);
      if (name) found.set(device.uuid, { name, list: listOf(device), place: asked });
    }
    const seen: SeenChange[] = [];
    for (const [uuid, { name: was, list: before, place: known }] of this.#known) {
      const { name = was, list: after = null } = found.get(uuid) ?? {};
      if (after && isSameList(before, after)) continue;
      const times = { seenAfter: this.now(), time: this.now() };
      seen.push({ device: name, uuid, kind: 'speeddial', before, after, known, place: asked, ...times });
    }
    await this.history.keepSeen(seen);
    this.#known = found;
  }
}

/** This service in front of a cluster. Its clock may differ from the inventory store's. */
export function serviceFor(cluster: Cluster, store: ChangeStore, aheadMs = 0) {
  const own = (): Date => new Date(Date.now() + aheadMs);
  const history = new History(store, () => undefined, own);
  const sweeps = new Sweeps(cluster, history, () => new Date());
  const callManager = cluster.port();
  const parts = { callManager, loadsChange: false, journal: history, observe: () => undefined };
  const writers = new ReplaceButtons(parts);
  const codeOf = (thrown: unknown): string => {
    if (thrown instanceof ServiceError) return thrown.code;
    throw thrown;
  };
  return {
    sweep: (between?: () => Promise<void>) => sweeps.sweep(between),
    /** @returns whether it was set, or the code of the problem */
    write: (name: DeviceKey, list: readonly SpeedDial[]): Promise<string> =>
      writers.set('speeddial', name, { list }, openContext().context).then(() => 'set', codeOf),
    /** @returns whether anything was changed, or the code of the problem */
    undo: (change: SentList): Promise<string> =>
      undoChange(
        change,
        'list',
        writers,
        openContext({ undoes: { change: change.change, number: change.sent.number } }).context,
      ).then(({ changed }) => (changed ? 'undone' : 'nothing to do'), codeOf),
    /** @returns the error of an undo */
    refusal: async (change: SentList | undefined): Promise<{ readonly code: string; readonly problem: string }> => {
      if (!change) throw new Error('there is no change');
      const undone = undoChange(
        change,
        'list',
        writers,
        openContext({ undoes: { change: change.change, number: change.sent.number } }).context,
      );
      const thrown: unknown = await undone.then(
        () => new Error('it was undone'),
        (refused: unknown) => refused,
      );
      return { code: codeOf(thrown), problem: thrown instanceof ServiceError ? thrown.facts.detail : '' };
    },
    /** @returns the lists that were sent or seen, newest first */
    changes: async () => [...(await store.listAfter('0', 500))].reverse(),
  };
}
