import { type Mock, vi } from 'vitest';
import { AxlCallManager } from '../../src/axl/adapter/axl-call-manager.js';
import { noSuchDevice } from '../../src/domain/errors.js';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { Button } from '../../src/domain/buttons.js';
import type { DeviceKey } from '../../src/domain/device.js';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { type CallContext, newTally } from '../../src/use-cases/call-context.js';
import type { ButtonsOfDevices, CallManager } from '../../src/use-cases/call-manager.js';
import { foundDevices } from './found-devices.js';
import { aPhone } from './made.js';

export const uuid = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
export const phoneName = 'SEP00123456789A' as DeviceName;

export const reception = aPhone({
  product: 'Cisco 8851',
  description: 'Reception – Büro',
  model: 'Cisco 8851',
  name: phoneName,
  uuid,
  dirns: ['0100', '+14085554019'],
  speeddials: [{ index: '1', dirn: '1e5', label: '  <R&D> "x" 😀 ' }],
});

type Parts = Partial<Omit<CallManager, 'buttons'>> & {
  readonly speedDials?: Partial<ButtonsOfDevices<SpeedDial>>;
  readonly busyLampFields?: Partial<ButtonsOfDevices<BusyLampField>>;
};

/** The calls of the port, without those for one kind of button. */
type Asked = Omit<CallManager, 'buttons'>;

/** The calls whose empty answer is not a list. */
const finds: Partial<Asked> = {
  findDevice: () => Promise.resolve(undefined),
  searchDevices: foundDevices([]),
  suggest: () => Promise.resolve({ numbers: [], devices: [] }),
  findButtonsPage: () => Promise.resolve({ buttons: [], next: undefined }),
  readLists: (device) => Promise.reject(noSuchDevice(device, { axlCode: 5007 })),
  loadChange: () => Promise.resolve(),
};

/** @returns the calls of the AXL port: the given ones, and for every other call one that finds an empty list */
export function askedOf(parts: Partial<Asked>): Asked {
  const names = Object.getOwnPropertyNames(AxlCallManager.prototype).filter((name) => name !== 'constructor');
  const nothing = () => Promise.resolve([]);
  const all = names.map((name) => [name, { ...finds, ...parts }[name as keyof Asked] ?? nothing]);
  return Object.fromEntries(all) as Asked;
}

/** A normal call manager port: nothing exists, and every list can be set. Each part can be replaced. */
export function fakePort({ speedDials, busyLampFields, ...parts }: Parts = {}) {
  const asked = Object.entries(askedOf(parts)).map(([name, answer]) => [name, vi.fn(answer as () => unknown)]);
  return {
    ...(Object.fromEntries(asked) as { [Name in keyof Asked]: Mock<Asked[Name]> }),
    buttons: {
      speeddial: fakeButtons<SpeedDial>(false, speedDials),
      busylampfield: fakeButtons<BusyLampField>(true, busyLampFields),
    },
  };
}

function fakeButtons<Entry extends Button>(replacesWhatWasRead: boolean, parts: Partial<ButtonsOfDevices<Entry>> = {}) {
  type Buttons = ButtonsOfDevices<Entry>;
  const isNotThere: Buttons['read'] = (device) => Promise.reject(noSuchDevice(device, { axlCode: 5007 }));
  return {
    replacesWhatWasRead,
    read: vi.fn<Buttons['read']>(parts.read ?? isNotThere),
    readForChange: vi.fn<Buttons['readForChange']>(parts.readForChange ?? isNotThere),
    replace: vi.fn<Buttons['replace']>(parts.replace ?? (() => Promise.resolve(uuid))),
  };
}

export type FakePort = ReturnType<typeof fakePort>;

export const phoneKey: DeviceKey = { kind: 'phone', name: phoneName };

export function dial(index: string, dirn = '0100', label = ''): SpeedDial {
  return { index, dirn, label };
}

let arrivals = 0;

/** A caller's context that ends after a while, with a function that ends it earlier. */
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
    undoes: undefined,
    of: undefined,
    ...within,
  };
  return {
    context,
    end: () => {
      controller.abort();
    },
  };
}

/** A promise that a test resolves. */
export function deferred<Result>() {
  let resolve!: (result: Result) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<Result>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}
