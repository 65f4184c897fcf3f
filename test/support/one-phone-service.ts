import { GuardedAuthenticator } from '../../src/authentication/guarded-authenticator.js';
import { type PasswordSource, singleUser } from '../../src/authentication/password-source.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { Uuid } from '../../src/domain/identifiers.js';
import type { Phone } from '../../src/domain/phone.js';
import type { Timeouts } from '../../src/http/server.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { listenBefore } from './app.js';

export const username = 'büro';
export const password = 'pass:wörd/1€';
export const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export const phone: Phone = {
  product: 'Cisco 8851',
  description: '<R&D> "x" – Büro 😀',
  model: 'Cisco 8851',
  name: 'SEP00123456789A',
  uuid: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
  dirns: ['0100', '+14085554019'],
  speeddials: [{ index: '1', dirn: '0199', label: ' two spaces  ' }],
};

/** A call manager with one phone, whose every answer a test can replace. */
export class OnePhoneCallManager implements CallManager {
  findPhones: CallManager['findPhones'] = (number) => Promise.resolve(phone.dirns.includes(number) ? [phone] : []);
  readSpeedDials: CallManager['readSpeedDials'] = () =>
    Promise.resolve({ uuid: phone.uuid as Uuid, speeddials: phone.speeddials });
  replaceSpeedDials: CallManager['replaceSpeedDials'] = (name) =>
    name === phone.name
      ? Promise.resolve(phone.uuid as Uuid)
      : Promise.reject(
          new ServiceError('phone-not-found', {
            detail: `There is no phone ${name}.`,
            axlCode: 5007,
            effect: 'refused',
          }),
        );
  loadChange: CallManager['loadChange'] = () => Promise.resolve();
}

export interface FakeService {
  readonly url: string;
  close(): Promise<void>;
}

export interface FakeServiceOptions {
  readonly readOnly?: boolean;
  readonly loadsChange?: boolean;
  readonly passwords?: PasswordSource;
  readonly timeouts?: Partial<Timeouts>;
}

/** The app on a real socket of loopback, with the project's own check of passwords, in front of a call manager port. */
export async function startFakeService(
  callManager: CallManager,
  { readOnly = false, passwords = singleUser(username, password), ...options }: FakeServiceOptions = {},
): Promise<FakeService> {
  const { server } = await listenBefore(callManager, {
    ...options,
    authenticator: new GuardedAuthenticator(passwords, () => undefined),
    deadlineMs: 10_000,
    readOnlyUsers: readOnly ? [username] : [],
  });
  return {
    url: server.url,
    close: async () => {
      await server.stop(0);
    },
  };
}
