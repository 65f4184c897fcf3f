import { createApp } from '../../src/http/app.js';
import { GuardedAuthenticator } from '../../src/authentication/guarded-authenticator.js';
import { type PasswordSource, singleUser } from '../../src/authentication/password-source.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { Uuid } from '../../src/domain/identifiers.js';
import type { Phone } from '../../src/domain/phone.js';
import { HttpServer, type Timeouts } from '../../src/http/server.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { FindPhones } from '../../src/use-cases/find-phones.js';
import { ReplaceSpeedDials } from '../../src/use-cases/replace-speed-dials.js';

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
export class FakeCallManager implements CallManager {
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

/** The whole app on a real socket of loopback, with a fake call manager behind it. */
export async function startFakeService(
  callManager: CallManager,
  options: FakeServiceOptions = {},
): Promise<FakeService> {
  const observe = (): void => undefined;
  const app = createApp({
    findPhones: new FindPhones(callManager),
    replaceSpeedDials: new ReplaceSpeedDials(callManager, options.loadsChange ?? false, observe),
    authenticator: new GuardedAuthenticator(options.passwords ?? singleUser(username, password), observe),
    observe,
    deadlineMs: 10_000,
    readOnlyUsers: new Set(options.readOnly === true ? [username] : []),
  });
  const server = await HttpServer.listen(app, { host: '127.0.0.1', port: 0, tls: undefined }, options.timeouts);
  return {
    url: server.url,
    close: async () => {
      await server.stop(0);
    },
  };
}
