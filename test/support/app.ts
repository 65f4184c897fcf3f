import { onTestFinished } from 'vitest';
import { createApp } from '../../src/http/app.js';
import type { ConsoleFiles } from '../../src/http/console/console-files.js';
import type { Authenticator } from '../../src/http/middleware/authenticate.js';
import type { History } from '../../src/history/history.js';
import { HttpServer, type Timeouts } from '../../src/http/server.js';
import type { Observation, Observe } from '../../src/observability/observations.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { FindPhones } from '../../src/use-cases/find-phones.js';
import { createButtonWriters } from '../../src/use-cases/button-writers.js';
import { fakeCallManager, type FakePort } from './call-manager.js';

export const user = 'caller';
export const password = 'Caller-Pässword:1';
export const authorization = basic(user, password);

export function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
}

export interface AppOptions {
  readonly authenticator?: Authenticator;
  readonly deadlineMs?: number;
  readonly readOnlyUsers?: readonly string[];
  readonly loadsChange?: boolean;
  readonly history?: History;
  readonly console?: ConsoleFiles;
  readonly timeouts?: Partial<Timeouts>;
}

export interface ServiceOptions extends AppOptions {
  readonly callManager?: FakePort;
}

/** What observations go to in a test: they are kept. */
export function observing(): { observe: Observe; seen: Observation[] } {
  const seen: Observation[] = [];
  return { seen, observe: (observation) => void seen.push(observation) };
}

/** The app on a real socket, in front of any call manager port. Whoever starts it stops it. */
export async function listenBefore(callManager: CallManager, options: AppOptions = {}) {
  const { observe, seen } = observing();
  const app = createApp({
    findPhones: new FindPhones(callManager),
    callManager,
    buttonWriters: createButtonWriters({
      callManager,
      loadsChange: options.loadsChange ?? false,
      journal: options.history,
      observe,
    }),
    authenticator: options.authenticator ?? {
      verify: (name, given) => Promise.resolve(name === user && given === password),
    },
    observe,
    history: options.history,
    console: options.console,
    callManagerStatus: () => Promise.resolve({ state: 'ready', release: '15.0' }),
    deadlineMs: options.deadlineMs ?? 5_000,
    readOnlyUsers: new Set(options.readOnlyUsers),
  });
  const address = { host: '127.0.0.1', port: 0, tls: undefined };
  const server = await HttpServer.listen(app, address, options.timeouts);
  return { server, seen, port: Number(new URL(server.url).port) };
}

/** The app on a real socket, in front of a fake call manager port. Whoever starts it stops it. */
export async function listen(options: ServiceOptions = {}) {
  const callManager = options.callManager ?? fakeCallManager();
  return { ...(await listenBefore(callManager, options)), callManager };
}

/** The app on a real socket for one test; it is stopped when the test is over. */
export async function startService(options: ServiceOptions = {}) {
  const service = await listen(options);
  onTestFinished(async () => {
    await service.server.stop(0);
  });
  return service;
}
