import { vi } from 'vitest';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import type { Phone, SpeedDial } from '../../src/domain/phone.js';
import { type CallContext, newTally } from '../../src/use-cases/call-context.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';

export const uuid = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
export const phoneName = 'SEP00123456789A' as DeviceName;

export const reception: Phone = {
  product: 'Cisco 8851',
  description: 'Reception – Büro',
  model: 'Cisco 8851',
  name: phoneName,
  uuid,
  dirns: ['0100', '+14085554019'],
  speeddials: [{ index: '1', dirn: '1e5', label: '  <R&D> "x" 😀 ' }],
};

/** A call manager port that answers well: no phones, and every list is set. Each part can be told otherwise. */
export function fakeCallManager(parts: Partial<CallManager> = {}) {
  return {
    findPhones: vi.fn<CallManager['findPhones']>(parts.findPhones ?? (() => Promise.resolve([]))),
    readSpeedDials: vi.fn<CallManager['readSpeedDials']>(parts.readSpeedDials ?? (() => Promise.resolve(undefined))),
    replaceSpeedDials: vi.fn<CallManager['replaceSpeedDials']>(
      parts.replaceSpeedDials ?? (() => Promise.resolve(uuid)),
    ),
    loadChange: vi.fn<CallManager['loadChange']>(parts.loadChange ?? (() => Promise.resolve())),
  };
}

export type FakePort = ReturnType<typeof fakeCallManager>;

export function dial(index: string, dirn = '0100', label = ''): SpeedDial {
  return { index, dirn, label };
}

let arrivals = 0;

/** A caller's context that ends after a while, with the function that ends it earlier. */
export function openContext(within: Partial<CallContext> = {}, deadlineMs = 10_000) {
  const controller = new AbortController();
  const deadline = performance.now() + deadlineMs;
  arrivals += 1;
  const context: CallContext = {
    requestId: `request-${arrivals}`,
    arrival: arrivals,
    user: 'caller',
    deadline: () => deadline,
    signal: controller.signal,
    tally: newTally(),
    oneAttempt: false,
    ...within,
  };
  return {
    context,
    end: () => {
      controller.abort();
    },
  };
}

/** A promise that is settled by hand. */
export function deferred<Result>() {
  let resolve!: (result: Result) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<Result>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}
