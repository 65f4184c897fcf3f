import { ProblemError } from '../../src/client/index.js';
import type { PointingButton } from '../../src/domain/buttons.js';
import type { DeviceKind, NumberSummary } from '../../src/domain/device.js';
import type { Proxy } from '../../src/buttons-cli/connection/proxy.js';
import { canonical, type Entry, listId, type ListKey, targetOf } from '../../src/buttons-cli/lists.js';
import type { Waiting } from '../../src/buttons-cli/waiting.js';

/** What the service answers with a code. */
export function problem(status: number, code: ProblemError['code'], retryAfterSeconds?: number): ProblemError {
  const body = { type: 'about:blank', title: code, detail: `It says ${code}.`, requestId: 'r1', status, code };
  return new ProblemError(body, retryAfterSeconds, undefined);
}

export function tagOf(entries: readonly Entry[]): string {
  return JSON.stringify(entries.map(canonical));
}

export interface RememberedLists {
  readonly proxy: Proxy;
  /** Every call that changes something, in order. */
  readonly writes: string[];
  entries(key: ListKey): readonly Entry[] | undefined;
  /** Somebody else changes a list. */
  set(key: ListKey, entries: readonly Entry[]): void;
  /** What the next calls to change something fail with; `after` has carried it out before. */
  readonly failures: { readonly thrown: Error; readonly after?: boolean }[];
}

export const speedDials = (device: string, deviceKind: DeviceKind = 'phone'): ListKey => ({
  ...{ device, deviceKind },
  kind: 'speeddial',
});

export const lamps = (device: string, deviceKind: DeviceKind = 'phone'): ListKey => ({
  ...{ device, deviceKind },
  kind: 'busylampfield',
});

/** The service as the command sees it, with lists that it remembers, and the rules of If-Match. */
export function rememberLists(
  given: readonly (readonly [ListKey, readonly Entry[]])[],
  numbers: readonly NumberSummary[] = [],
): RememberedLists {
  const held = new Map<string, { key: ListKey; entries: readonly Entry[] }>(
    given.map(([key, entries]) => [listId(key), { key, entries }]),
  );
  const writes: string[] = [];
  const failures: { thrown: Error; after?: boolean }[] = [];
  const heldOrThrow = (key: ListKey) => {
    const found = held.get(listId(key));
    if (!found) throw problem(404, key.deviceKind === 'phone' ? 'phone-not-found' : 'profile-not-found');
    return found;
  };
  const buttonsTo = (number: string): PointingButton[] =>
    [...held.values()].flatMap(({ key, entries }) =>
      entries
        .filter((entry) => targetOf(entry) === number)
        .map((entry) => ({
          ...{ ...key, uuid: '', description: '', index: entry.index, dirn: number, label: entry.label },
          partition: 'partition' in entry ? entry.partition : '',
        })),
    );
  const proxy: Proxy = {
    findPhones: () => Promise.resolve([]),
    findNumbers: (number) => Promise.resolve(numbers.filter(({ dirn }) => dirn === number)),
    findButtons: (number) => Promise.resolve(buttonsTo(number)),
    findDevice: (deviceKind, name) => {
      const found = [...held.values()].find(({ key }) => key.device === name && key.deviceKind === deviceKind);
      const phone = { product: '', description: '', model: '', name, uuid: '', dirns: [], speeddials: [] };
      return Promise.resolve(found && phone);
    },
    readList: async (key) => {
      const { entries } = heldOrThrow(key);
      return Promise.resolve({ entries, etag: tagOf(entries) });
    },
    replaceList: (key, entries, etag) => {
      writes.push(listId(key));
      const failure = failures.shift();
      if (failure && failure.after !== true) return Promise.reject(failure.thrown);
      const found = heldOrThrow(key);
      const isSame = tagOf(entries) === tagOf(found.entries);
      if (!isSame && etag !== tagOf(found.entries)) return Promise.reject(problem(412, 'changed-meanwhile'));
      found.entries = entries;
      return failure ? Promise.reject(failure.thrown) : Promise.resolve();
    },
  };
  return {
    ...{ proxy, writes, failures },
    entries: (key) => held.get(listId(key))?.entries,
    set: (key, entries) => {
      held.set(listId(key), { key, entries });
    },
  };
}

/** A clock that runs ahead as far as somebody waits. */
export function patientClock(): Waiting & { readonly waits: number[] } {
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
