import { describe, expect, it, onTestFinished } from 'vitest';
import { type DeviceKey, deviceId } from '../../src/domain/device.js';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { SentList } from '../../src/changes/change.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { clockedFile, inThisThread } from './clocked-file.js';
import { openStore } from './inventories.js';
import { journaled, type JournaledStore } from './journaled-store.js';
import { type MadeDevice, madeNumber, type Moment, sweepMade } from './made-pages.js';

/**
 * Devices exchange names while this service writes to one of them at any moment of a sweep. Each reported change must
 * be of the device that had the list. Each answer for a name must have been true for it at a moment that is no older
 * than the answer says, and no older than this service's last write to it.
 */

const keyOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as Uuid;
const list = (label: string): readonly SpeedDial[] => [{ index: '1', dirn: madeNumber, label }];
const phone = (name: string): DeviceKey => ({ kind: 'phone', name: name as DeviceName });
const profile = (name: string): DeviceKey => ({ kind: 'profile', name: name as DeviceName });

/** The devices of a call manager, and each of their states. */
class Cluster {
  readonly states: (readonly MadeDevice[])[];

  constructor(devices: readonly MadeDevice[]) {
    this.states = [devices];
  }

  get devices(): readonly MadeDevice[] {
    return this.states.at(-1) ?? [];
  }

  named(key: DeviceKey, state = this.devices): MadeDevice | undefined {
    return state.find((device) => device.kind === key.kind && device.name === key.name);
  }

  change(n: number, to: Partial<MadeDevice> | undefined): void {
    const changed = (device: MadeDevice) => (device.uuid === keyOf(n) ? to && { ...device, ...to } : device);
    this.states.push(this.devices.map(changed).filter((device) => device !== undefined));
  }

  add(n: number, device: Omit<MadeDevice, 'uuid' | 'dials'>): void {
    this.states.push([...this.devices, { ...device, uuid: keyOf(n), dials: list(`of ${n}`) }]);
  }

  /** Sets a list by name, as a call manager does. @returns the key of the device that got it */
  set(key: DeviceKey, dials: readonly SpeedDial[]): Uuid {
    const taker = this.named(key);
    if (!taker) throw new Error(`there is no ${deviceId(key)}`);
    this.states.push(this.devices.map((device) => (device === taker ? { ...device, dials } : device)));
    return taker.uuid as Uuid;
  }
}

const first: readonly MadeDevice[] = [
  { uuid: keyOf(1), kind: 'phone', name: 'SEPA', dials: list('of 1') },
  { uuid: keyOf(2), kind: 'phone', name: 'SEPB', dials: list('of 2') },
  { uuid: keyOf(3), kind: 'profile', name: 'profile', dials: list('of 3') },
];

/** What someone else does, in steps between which a page may be read; and the names that this service writes to. */
interface Story {
  readonly name: string;
  readonly steps: readonly ((cluster: Cluster) => void)[];
  readonly written: readonly DeviceKey[];
  /** The numbers of the devices that are deleted in the end. */
  readonly gone?: readonly number[];
}

const stories: readonly Story[] = [
  {
    name: 'a renamed phone',
    steps: [
      (cluster) => {
        cluster.change(1, { name: 'SEPOLD' });
      },
    ],
    written: [phone('SEPOLD')],
  },
  {
    name: 'a phone that was renamed for a new one to have its name',
    steps: [
      (cluster) => {
        cluster.change(1, { name: 'SEPOLD' });
      },
      (cluster) => {
        cluster.add(4, { kind: 'phone', name: 'SEPA' });
      },
    ],
    written: [phone('SEPA'), phone('SEPOLD')],
  },
  {
    name: 'a phone whose name another has taken',
    steps: [
      (cluster) => {
        cluster.change(1, { name: 'SEPOLD' });
      },
      (cluster) => {
        cluster.change(2, { name: 'SEPA' });
      },
    ],
    written: [phone('SEPA'), phone('SEPOLD')],
  },
  {
    name: 'two phones that have swapped their names',
    steps: [
      (cluster) => {
        cluster.change(1, { name: 'SEPX' });
      },
      (cluster) => {
        cluster.change(2, { name: 'SEPA' });
      },
      (cluster) => {
        cluster.change(1, { name: 'SEPB' });
      },
    ],
    written: [phone('SEPA'), phone('SEPB')],
  },
  {
    name: 'a phone that was deleted and made again',
    steps: [
      (cluster) => {
        cluster.change(1, undefined);
      },
      (cluster) => {
        cluster.add(4, { kind: 'phone', name: 'SEPA' });
      },
    ],
    written: [phone('SEPA')],
    gone: [1],
  },
  {
    name: 'a name that a phone had and a profile has',
    steps: [
      (cluster) => {
        cluster.change(1, { name: 'SEPOLD' });
      },
      (cluster) => {
        cluster.change(3, { name: 'SEPA' });
      },
      (cluster) => {
        cluster.add(4, { kind: 'phone', name: 'profile' });
      },
    ],
    written: [profile('SEPA'), phone('SEPOLD'), phone('profile')],
  },
];

/** When the names change, or this service writes: before a sweep, at a moment of it, or after it. */
const moments: readonly (Moment | 'before')[] = [
  ...(['before', 'begun', 'device asked', 'device answered', 'device kept'] as const),
  ...(['dial asked', 'dial answered', 'dial kept', 'published'] as const),
];

const looked: ReadonlySet<string> = new Set(moments);

class Watcher {
  readonly wrong: unknown[] = [];
  readonly told: SentList[] = [];
  /** The earliest state that answers may show, by the sweep and by the writes to each name. */
  #since = 0;
  readonly #written = new Map<string, number>();

  constructor(
    readonly store: JournaledStore,
    readonly cluster: Cluster,
    readonly about: unknown,
  ) {}

  async sweep(at: (moment: Moment) => Promise<void>): Promise<void> {
    let began = 0;
    this.told.push(
      ...(await sweepMade(
        this.store,
        () => this.cluster.devices,
        async (moment) => {
          if (moment === 'begun') began = this.cluster.states.length - 1;
          if (moment === 'published') this.#since = began;
          await at(moment);
          if (looked.has(moment)) await this.look(moment);
        },
      )),
    );
  }

  wrote(key: DeviceKey): void {
    this.#written.set(deviceId(key), this.cluster.states.length - 1);
  }

  /** Compares the answer for each name with its states. */
  async look(when: string): Promise<void> {
    const found = (await this.store.buttonsTo(madeNumber))?.value;
    for (const key of names) {
      const since = Math.max(this.#since, this.#written.get(deviceId(key)) ?? 0);
      const states = this.cluster.states.slice(since).map((state) => this.cluster.named(key, state));
      const shown = await this.store.list(key, 'speeddial');
      const isTrue = (uuid: string | undefined, label: string | undefined) =>
        states.some((device) => device?.uuid === uuid && device?.dials[0]?.label === label);
      const told = (of: unknown) => this.wrong.push({ of: this.about, when, key, shown: of, states });
      if (shown?.value === null && !isTrue(undefined, undefined)) told(null);
      if (shown?.value?.entries && !isTrue(shown.value.uuid, shown.value.entries[0]?.label)) told(shown.value);
      const named = found?.buttons.find(({ device, deviceKind }) => deviceKind === key.kind && device === key.name);
      const isLeftOut = states.some((device) => found?.unknown.some(({ uuid }) => uuid === device?.uuid));
      if (found && !isLeftOut && !isTrue(named?.uuid, named?.label)) told(found);
    }
  }
}

const names = [...['SEPA', 'SEPB', 'SEPX', 'SEPOLD', 'profile'].map(phone), ...['SEPA', 'profile'].map(profile)];

const stores = {
  sqlite: async (): Promise<JournaledStore> => journaled(inThisThread((await clockedFile()).sql)),
  postgres: async (): Promise<JournaledStore> => {
    const store = await openStore.postgres();
    onTestFinished(() => store.close());
    return journaled(store);
  },
} as const;

/** Only one of this many plays is run; `npm run prove` runs all of them. */
const runsAll = process.env['INVENTORY_PLAYS'] === 'all';
const oneOf = runsAll ? { sqlite: 1, postgres: 1 } : { sqlite: 7, postgres: 31 };
/** The same for plays in which the names change at the moment of the write. */
const oneOfThose = runsAll ? { sqlite: 1, postgres: 1 } : { sqlite: 2, postgres: 5 };

/** Changes names at one moment and writes at another, not before; then sweeps until everything has been read again. */
async function play(
  store: JournaledStore,
  { steps, gone = [] }: Story,
  key: DeviceKey,
  moved: (typeof moments)[number],
  written: (typeof moments)[number],
  isBetween: boolean,
): Promise<Watcher> {
  const cluster = new Cluster(first);
  const watcher = new Watcher(store, cluster, { moved, written, key, isBetween });
  // The devices of the previous play are gone, and the ones of this play are new.
  await sweepMade(store, () => []);
  await sweepMade(store, () => cluster.devices);
  const move = () => {
    for (const step of steps) step(cluster);
  };
  const write = async (): Promise<void> => {
    const before = cluster.named(key);
    if (!before) throw new Error(`there is no ${deviceId(key)}`);
    const entries = list('ours');
    const changing = await store.changing(key, before.uuid as Uuid, 'speeddial', entries);
    if (isBetween) move();
    const uuid = cluster.set(key, entries);
    watcher.wrote(key);
    await changing.set(entries, uuid);
    await watcher.look('written');
  };
  const at = async (moment: string): Promise<void> => {
    if (moment === moved && !isBetween) move();
    if (moment === written) await write();
  };
  await at('before');
  await watcher.sweep(at);
  for (let more = 0; more < 2; more += 1) watcher.told.push(...(await sweepMade(store, () => cluster.devices)));
  // Then everything is known, and right.
  for (const name of names) {
    const shown = (await store.list(name, 'speeddial'))?.value;
    const device = cluster.named(name);
    expect(shown, JSON.stringify(watcher.about)).toEqual(
      device ? { uuid: device.uuid, entries: device.dials, shown: device.dials } : null,
    );
  }
  const told = watcher.told
    // For the store, a device that disappears after devices were read has an empty list: the inventory asks for it
    // again.
    .map(({ uuid, before, after }) => ({ uuid, before, after: after?.length === 0 ? null : after }));
  const last = (n: number) => cluster.states.findLast((state) => state.some(({ uuid }) => uuid === keyOf(n)));
  const expected = gone.map((n) => ({
    ...{ uuid: keyOf(n), before: last(n)?.find(({ uuid }) => uuid === keyOf(n))?.dials, after: null },
  }));
  expect(told, JSON.stringify(watcher.about)).toEqual(expected);
  return watcher;
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`names that move, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    it.each(stories)(
      '$name: is reported by its key, and shown under no other name',
      { timeout: 240_000 },
      async (story) => {
        const store = await stores[kind]();
        let plays = stories.indexOf(story);
        for (const key of story.written) {
          for (const [at, moved] of moments.entries()) {
            for (const written of moments.slice(at)) {
              plays += 1;
              if (plays % oneOf[kind] !== 0) continue;
              expect((await play(store, story, key, moved, written, false)).wrong).toEqual([]);
            }
          }
        }
      },
    );

    it.each(stories)('$name between the read and the send of a list', { timeout: 240_000 }, async (story) => {
      const store = await stores[kind]();
      const both = story.written.filter((key) =>
        first.some((device) => device.kind === key.kind && device.name === key.name),
      );
      let plays = stories.indexOf(story);
      for (const key of both) {
        for (const written of moments) {
          plays += 1;
          if (plays % oneOfThose[kind] !== 0) continue;
          expect((await play(store, story, key, written, written, true)).wrong).toEqual([]);
        }
      }
    });
  });
}
