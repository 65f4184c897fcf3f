import { ProblemError } from '../../src/client/index.js';
import type { PointingButton } from '../../src/domain/button-kinds.js';
import type { DeviceKind, NumberSummary } from '../../src/domain/device.js';
import type { ListsRead, Proxy } from '../../src/buttons-cli/connection/proxy.js';
import { type Entry, listKeyOf, type ListRef, targetOf } from '../../src/buttons-cli/lists.js';
import { listTag } from '../../src/domain/list-tag.js';
import type { Clock } from '../../src/buttons-cli/connection/retries.js';
import { Reader } from '../../src/buttons-cli/work-out/reader.js';
import { aNamedDevice } from './made.js';

/** The service's answer with an error code. */
export function problem(status: number, code: ProblemError['code'], retryAfterSeconds?: number): ProblemError {
  const body = { type: 'about:blank', title: code, detail: `It says ${code}.`, requestId: 'r1', status, code };
  return new ProblemError(body, retryAfterSeconds, undefined);
}

export interface RememberedLists {
  readonly proxy: Proxy;
  entries(key: ListRef): readonly Entry[] | undefined;
  /** Changes a list as someone else. */
  set(key: ListRef, entries: readonly Entry[]): void;
}

export const speedDials = (device: string, deviceKind: DeviceKind = 'phone'): ListRef => ({
  ...{ device, deviceKind },
  kind: 'speeddial',
});

export const lamps = (device: string, deviceKind: DeviceKind = 'phone'): ListRef => ({
  ...{ device, deviceKind },
  kind: 'busylampfield',
});

/** The service as the command sees it, with stored lists. */
export function rememberLists(
  given: readonly (readonly [ListRef, readonly Entry[]])[],
  numbers: readonly NumberSummary[] = [],
): RememberedLists {
  const held = new Map<string, { key: ListRef; entries: readonly Entry[] }>(
    given.map(([key, entries]) => [listKeyOf(key), { key, entries }]),
  );
  const heldOrThrow = (key: ListRef) => {
    const found = held.get(listKeyOf(key));
    if (!found) throw problem(404, key.deviceKind === 'phone' ? 'phone-not-found' : 'profile-not-found');
    return found;
  };
  const buttonsTo = (number: string): PointingButton[] =>
    [...held.values()].flatMap(({ key, entries }) =>
      entries
        .filter((entry) => targetOf(key.kind, entry) === number)
        .map((entry) => ({
          ...{ ...key, uuid: '', description: '', index: entry.index, dirn: number, label: entry.label },
          partition: 'partition' in entry ? entry.partition : '',
        })),
    );
  const off = () => Promise.reject(problem(404, 'history-off'));
  const proxy: Proxy = {
    url: 'http://127.0.0.1/',
    readStatus: () => Promise.reject(problem(503, 'overloaded')),
    suggest: () => Promise.resolve([]),
    searchDevices: () => Promise.resolve({ devices: [], next: undefined }),
    findPhones: () => Promise.resolve([]),
    findNumbers: (number) => Promise.resolve(numbers.filter(({ dirn }) => dirn === number)),
    findButtons: (number) => Promise.resolve(buttonsTo(number)),
    findButtonPage: (number) => Promise.resolve({ buttons: buttonsTo(number), next: undefined }),
    findDevice: (deviceKind, name) => {
      const found = [...held.values()].find(({ key }) => key.device === name && key.deviceKind === deviceKind);
      return Promise.resolve(found && aNamedDevice({ name }));
    },
    changes: {
      askForChange: off,
      listChanges: off,
      readChange: off,
      waitForChange: off,
      proposeChange: off,
      approveChange: off,
      rejectChange: off,
      applyChange: off,
      stopChange: off,
      undoChange: off,
    },
    inventory: {
      readInventory: () => Promise.reject(problem(404, 'inventory-off')),
      listFindings: () => Promise.reject(problem(404, 'inventory-off')),
    },
    readList: async (key) => {
      const { entries } = heldOrThrow(key);
      return Promise.resolve({ entries, etag: listTag(key.kind, entries) });
    },
    readLists: async (of, kinds, signal) => {
      const read = kinds.map(async (kind) => [kind, await proxy.readList({ ...of, kind }, signal)] as const);
      return Object.fromEntries(await Promise.all(read)) as ListsRead;
    },
  };
  return {
    proxy,
    entries: (key) => held.get(listKeyOf(key))?.entries,
    set: (key, entries) => {
      held.set(listKeyOf(key), { key, entries });
    },
  };
}

/** A clock that advances by each wait at once. */
export function jumpingClock(): Clock & { readonly waits: number[] } {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    wait: (ms, signal) => {
      if (!signal.aborted) {
        waits.push(ms);
        time += ms;
      }
      return Promise.resolve();
    },
  };
}

/** @returns a reader of lists, which waits for no time between its tries */
export function readerOf({ proxy }: { readonly proxy: Proxy }): Reader {
  return new Reader(proxy, { signal: new AbortController().signal, clock: jumpingClock() }, () => undefined);
}
