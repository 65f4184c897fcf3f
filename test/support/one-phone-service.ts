import type { History } from '../../src/changes/journal.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { GuardedAuthenticator } from '../../src/authentication/guarded-authenticator.js';
import { type PasswordSource, singleUser } from '../../src/authentication/password-source.js';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { Button } from '../../src/domain/buttons.js';
import type { DeviceKey } from '../../src/domain/device.js';
import { noSuchDevice, ServiceError } from '../../src/domain/errors.js';
import type { Uuid } from '../../src/domain/identifiers.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import type { AskedInventory } from '../../src/inventory/asked-inventory.js';
import type { Timeouts } from '../../src/http/server.js';
import type { ButtonsOfDevices, CallManager } from '../../src/use-cases/call-manager.js';
import { listenBefore } from './app.js';
import { askedOf } from './fake-port.js';
import { aNamedDevice, aPhone } from './made.js';

export const username = 'büro';
export const password = 'pass:wörd/1€';
export const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export const phone = aPhone({
  product: 'Cisco 8851',
  description: '<R&D> "x" – Büro 😀',
  model: 'Cisco 8851',
  name: 'SEP00123456789A',
  uuid: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
  dirns: ['0100', '+14085554019'],
  speeddials: [{ index: '1', dirn: '0199', label: ' two spaces  ' }],
});
/** The same phone, as a lookup by its name shows it. */
export const namedPhone = aNamedDevice(phone);

export const lamps: readonly BusyLampField[] = [
  { index: '1', dirn: '0199', partition: 'PT-Internal', label: 'Büro', pickup: true },
  { index: '2', destination: 'user@example.com', label: '', pickup: false },
];

export type OnePhoneCallManager = Changeable<Omit<CallManager, 'buttons'>> & {
  readonly buttons: ReturnType<typeof onePhonesLists>;
};

/** @returns a call manager with one phone. A test can replace every answer. */
export function onePhoneCallManager(): OnePhoneCallManager {
  const buttons = onePhonesLists();
  const asked = askedOf({
    findPhones: (number) => Promise.resolve(phone.dirns.includes(number) ? [phone] : []),
    findDevice: ({ kind, name }) => Promise.resolve(kind === 'phone' && name === phone.name ? namedPhone : undefined),
    readLists: async (device, context) => ({
      speeddial: (await buttons.speeddial.read(device, context)).entries,
      busylampfield: (await buttons.busylampfield.read(device, context)).entries,
    }),
  });
  return { ...asked, buttons };
}

function onePhonesLists() {
  return {
    speeddial: onePhonesButtons<SpeedDial>(false, phone.speeddials),
    busylampfield: onePhonesButtons<BusyLampField>(true, lamps),
  };
}

function onePhonesButtons<Entry extends Button>(
  replacesWhatWasRead: boolean,
  entries: readonly Entry[],
): Changeable<ButtonsOfDevices<Entry>> {
  const isThere = ({ kind, name }: DeviceKey): boolean => kind === 'phone' && name === phone.name;
  const read: ButtonsOfDevices<Entry>['read'] = (device) =>
    isThere(device) ? Promise.resolve({ uuid: phone.uuid as Uuid, entries }) : Promise.reject(noSuchDevice(device));
  return {
    replacesWhatWasRead,
    read,
    readForChange: read,
    replace: (device) =>
      isThere(device)
        ? Promise.resolve(phone.uuid as Uuid)
        : Promise.reject(
            new ServiceError(device.kind === 'phone' ? 'phone-not-found' : 'profile-not-found', {
              detail: `There is no ${device.kind} ${device.name}.`,
              axlCode: 5007,
              effect: 'refused',
            }),
          ),
  };
}

type Changeable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

export interface FakeService {
  readonly url: string;
  close(): Promise<void>;
}

export interface FakeServiceOptions {
  readonly readOnly?: boolean;
  readonly mayOnlyPropose?: boolean;
  readonly loadsChange?: boolean;
  readonly history?: History;
  readonly changeStore?: ChangeStore;
  readonly inventory?: AskedInventory;
  readonly passwords?: PasswordSource;
  readonly timeouts?: Partial<Timeouts>;
  readonly deadlineMs?: number;
}

/** The app on a real loopback socket, with the project's own password check, in front of a call manager port. */
export async function startFakeService(
  callManager: CallManager,
  {
    readOnly = false,
    mayOnlyPropose = false,
    passwords = singleUser(username, password),
    ...options
  }: FakeServiceOptions = {},
): Promise<FakeService> {
  const { server } = await listenBefore(callManager, {
    // Far longer than an answer takes on a busy machine.
    deadlineMs: 60_000,
    ...options,
    authenticator: new GuardedAuthenticator(passwords, () => undefined),
    readOnlyUsers: readOnly ? [username] : [],
    proposingUsers: mayOnlyPropose ? [username] : [],
  });
  return {
    url: server.url,
    close: async () => {
      await server.stop(0);
    },
  };
}
