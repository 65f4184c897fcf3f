import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { openChanges, type OpenChanges } from '../../src/changes/open-changes.js';
import type { ChangeList } from '../../src/changes/change.js';
import { History } from '../../src/changes/journal.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import type { Actor } from '../../src/changes/transitions.js';
import type { ToAsk } from '../../src/changes/to-ask.js';
import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import { noSuchDevice, type ErrorFacts, ServiceError } from '../../src/domain/errors.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { Right } from '../../src/domain/rights.js';
import type { Observation } from '../../src/observability/observations.js';
import type { CallContext } from '../../src/use-cases/call-context.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { FindPhones } from '../../src/use-cases/find-phones.js';
import { liveLookups } from '../../src/use-cases/lookups.js';
import { ReplaceButtons } from '../../src/use-cases/replace-buttons.js';
import { WritingStop } from '../../src/use-cases/writing-stop.js';
import { phoneNamed } from './changes.js';
import { dial, fakePort, openContext, uuid } from './fake-port.js';
import { MemoryStore } from './memory-store.js';

/** Work that takes 20 milliseconds and counts how much of it was at work at the same time, at most. */
export function countedWork(): { readonly most: number; readonly work: () => Promise<void> } {
  let current = 0;
  let most = 0;
  return {
    get most() {
      return most;
    },
    work: async () => {
      current += 1;
      most = Math.max(most, current);
      await sleep(20);
      current -= 1;
    },
  };
}

export const old = [dial('1', '0100', 'Old')];
export const wanted = [dial('1', '0100', 'New')];
export const foreign = [dial('1', '0100', 'Of someone else')];

/** Users by what they may do. */
const rights: Readonly<Record<string, Right>> = { boss: 'change', lead: 'approve', agent: 'propose' };
export const actor = (user: string): Actor => ({ user, right: rights[user] ?? 'look-up' });
export const callOf = (user: string): CallContext => openContext({ user }).context;

/** What calls to the phones do. Each call may fail, or wait. */
export interface Phones {
  /** The speed dials of each phone; a phone without any does not exist. */
  readonly dials: Map<string, readonly SpeedDial[]>;
  /** Called before a list is read. */
  reading: (phone: string, context: CallContext) => Promise<void> | undefined;
  /** Called before a list is set; `set` sets it. */
  setting: (phone: string, set: () => void) => Promise<void> | undefined;
  /** The phones whose lists were set, in order. */
  readonly set: string[];
}

export interface ChangesInMemory extends OpenChanges, Phones {
  readonly store: MemoryStore;
  readonly seen: Observation[];
  readonly writingStop: WritingStop;
  readonly replaceButtons: ReplaceButtons;
  /** Removes a user, or changes what the user may do. */
  readonly rights: Map<string, Right>;
  /** Asks for the same list on phones. @returns the id */
  ask(user: string, phones: readonly string[], asked?: Partial<ToAsk>): Promise<string>;
  /** The state of a change, and how many of its lists are in which state. */
  stateOf(id: string): Promise<unknown>;
  listsOf(id: string): Promise<readonly ChangeList[]>;
}

interface Options {
  readonly perHour?: number;
  /** A store that others use too. */
  readonly store?: MemoryStore;
  /** Methods that are others than those of the store. */
  readonly altered?: (store: ChangeStore) => Partial<ChangeStore>;
  /** Whether it is left as it is after the test, as if it were killed. */
  readonly isLeft?: boolean;
}

/** Changes with a store in memory, before phones in memory: a hundred, `SEP0` to `SEP99`. Closed after the test. */
export function changesInMemory({
  perHour = 0,
  store = new MemoryStore(),
  altered,
  isLeft = false,
}: Options = {}): ChangesInMemory {
  const own = altered?.(store) ?? {};
  const used = new Proxy(store, {
    get: (kept, name: keyof ChangeStore) => own[name] ?? (kept[name] as () => unknown).bind(kept),
  });
  const phones: Phones = {
    dials: new Map(Array.from({ length: 100 }, (_, at) => [`SEP${at}`, old])),
    reading: () => undefined,
    setting: () => undefined,
    set: [],
  };
  const seen: Observation[] = [];
  const observe = (observation: Observation): void => void seen.push(observation);
  const callManager = fakePort({
    speedDials: {
      readForChange: async (device, context) => {
        await result.reading(device.name, context);
        const entries = phones.dials.get(device.name);
        if (!entries) throw noSuchDevice(device);
        return { uuid, entries };
      },
      replace: async (device, entries) => {
        const set = (): void => {
          phones.dials.set(device.name, entries);
          phones.set.push(device.name);
        };
        await result.setting(device.name, set);
        set();
        return uuid;
      },
    },
  });
  const history = new History(used, observe);
  const writingStop = new WritingStop(observe);
  const users = new Map(Object.entries(rights));
  const parts = { callManager, loadsChange: false, journal: history, writingStop, observe };
  const replaceButtons = new ReplaceButtons(parts);
  const opened = openChanges({
    ...{ history, store: used, callManager, writingStop, observe, perHour, listMs: 5_000, expireMs: 86_400_000 },
    ...{ replaceButtons, lookups: lookupsOf(callManager), findings: undefined },
    ...{ rightOf: (user) => users.get(user), graceOver: new AbortController().signal },
  });
  if (!isLeft) onTestFinished(() => opened.close());
  const listsOf = async (id: string) => (await store.lists(id, { after: -1, limit: 1_000 })).lists;
  const result: ChangesInMemory = {
    ...{ ...opened, ...phones, store, seen, writingStop, replaceButtons, rights: users, listsOf },
    ask: async (user, names, asked = {}) => {
      const lists = names.map((name) => ({
        ...({
          device: phoneNamed(name),
          kind: 'speeddial',
          ifMatch: undefined,
          after: wanted,
          undoes: undefined,
        } as const),
      }));
      const whole: ToAsk = {
        ...{ title: '', reason: '', isDraft: false, begins: false, atMost: undefined, notBefore: undefined },
        ...{ key: undefined, intent: { lists }, ...asked },
      };
      return (await opened.changes.ask(whole, actor(user), callOf(user))).change.id;
    },
    stateOf: async (id) => {
      const { state, counts } = (await store.get(id)) ?? {};
      return [state, counts];
    },
  };
  return result;
}

/** The names of phones. */
export function named(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, at) => `SEP${from + at}`);
}

/** A failure of a call that may be tried again at once. */
export function failing(code: ErrorCode, facts: Partial<ErrorFacts> = {}): ServiceError {
  return new ServiceError(code, { detail: `It is ${code}.`, retryAfterSeconds: 0.01, effect: 'none', ...facts });
}

/** Waits until a change has a state, and so many lists in each state. */
export async function becomes(service: ChangesInMemory, id: string, ...expected: unknown[]): Promise<void> {
  await expect.poll(() => service.stateOf(id), { timeout: 10_000, interval: 20 }).toEqual(expected);
}

/** Asks for a change that begins at once. @returns its id */
export function begun(service: ChangesInMemory, phones: readonly string[], more: Partial<ToAsk> = {}): Promise<string> {
  return service.ask('boss', phones, { begins: true, ...more });
}

/** The lookups of a call manager, without an inventory. */
function lookupsOf(callManager: CallManager) {
  const live = liveLookups(callManager, new FindPhones(callManager));
  return { live, kept: undefined, taken: { maxAgeMs: 0, staleIfErrorMs: 0 } };
}
