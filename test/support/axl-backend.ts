import { afterEach } from 'vitest';
import { createAxlBackend } from '../../src/axl/axl-backend.js';
import { readConfig } from '../../src/config/config.js';
import type { DeviceName, DirectoryNumber } from '../../src/domain/identifiers.js';
import type { Phone, SpeedDial } from '../../src/domain/phone.js';
import type { Observation } from '../../src/observability/observations.js';
import type { CallContext } from '../../src/use-cases/call-context.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { boundless, callContext } from './call-context.js';
import { FakeAxlServer, type FakeOptions } from './fake-axl-server.js';

/** The service's side of a call manager. */
export interface Side {
  readonly callManager: CallManager;
  readonly observations: Observation[];
  find(number: string): Promise<Phone[]>;
  replace(phone: string, dials: readonly SpeedDial[], context?: CallContext): Promise<string>;
  version(): Promise<string>;
  renewCredentials(password: string): void;
}

const toClose: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** Starts a fake call manager, which is closed after the test. */
export async function startFake(options: FakeOptions = {}): Promise<FakeAxlServer> {
  const fake = await FakeAxlServer.start(options);
  toClose.push(() => fake.close());
  return fake;
}

/** Connects to a call manager with a service's configuration, until the end of the test. */
export async function connect(url: string, environment: Record<string, string> = {}): Promise<Side> {
  const { axl } = readConfig(
    {
      AXL_URL: url,
      AXL_USERNAME: 'axl',
      AXL_PASSWORD: 'right',
      AXL_TIMEOUT_MS: '5000',
      AUTH_USERNAME: 'caller',
      AUTH_PASSWORD: 'secret of the caller',
      ...environment,
    },
    '',
  );
  const observations: Observation[] = [];
  const side = await createAxlBackend(axl, (observation) => {
    observations.push(observation);
  });
  toClose.push(() => side.close());
  return {
    callManager: side.callManager,
    observations,
    find: (number) => side.callManager.findPhones(number as DirectoryNumber, callContext(), boundless),
    replace: (phone, dials, context = callContext()) => {
      return side.callManager.buttons.speeddial.replace(
        { kind: 'phone', name: phone as DeviceName },
        dials,
        undefined,
        context,
      );
    },
    version: () => side.version(callContext()),
    renewCredentials: (password) => {
      side.renewCredentials(password);
    },
  };
}
