import type { BlockList } from 'node:net';
import { onTestFinished } from 'vitest';
import type { History } from '../../src/changes/journal.js';
import { openChanges } from '../../src/changes/open-changes.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { createApp } from '../../src/http/app.js';
import type { ConsoleFiles } from '../../src/http/console/console-files.js';
import type { Authenticator } from '../../src/http/middleware/authenticate.js';
import type { RouteDependencies } from '../../src/http/routes/route.js';
import type { AskedInventory } from '../../src/inventory/asked-inventory.js';
import { HttpServer, type Timeouts } from '../../src/http/server.js';
import type { Observation, Observe } from '../../src/observability/observations.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { liveLookups } from '../../src/use-cases/lookups.js';
import { FindPhones } from '../../src/use-cases/find-phones.js';
import { rightOf } from '../../src/domain/rights.js';
import { ReplaceButtons } from '../../src/use-cases/replace-buttons.js';
import { WriteWatch } from '../../src/use-cases/write-watch.js';
import { WritingStop } from '../../src/use-cases/writing-stop.js';
import { fakePort, type FakePort } from './fake-port.js';
import { MemoryStore } from './memory-store.js';

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
  readonly proposingUsers?: readonly string[];
  readonly approvingUsers?: readonly string[];
  readonly loadsChange?: boolean;
  readonly verifiesWrites?: boolean;
  readonly history?: History;
  /** Where changes are stored: the store of the history; another one in memory if not given. */
  readonly changeStore?: ChangeStore;
  readonly inventory?: AskedInventory;
  readonly taken?: RouteDependencies['lookups']['taken'];
  readonly console?: ConsoleFiles;
  readonly callManagerStatus?: RouteDependencies['callManagerStatus'];
  readonly timeouts?: Partial<Timeouts>;
  readonly trustedProxies?: BlockList;
  /** How many files the process seems to be able to open; if left out, its connections are not limited. */
  readonly filesLimit?: number;
}

export interface ServiceOptions extends AppOptions {
  readonly callManager?: FakePort;
}

/** An observer for tests, which stores the observations. */
export function observing(): { observe: Observe; seen: Observation[] } {
  const seen: Observation[] = [];
  return { seen, observe: (observation) => void seen.push(observation) };
}

/** The app on a real socket, in front of any call manager port. Stop it after use. */
export async function listenBefore(callManager: CallManager, options: AppOptions = {}) {
  const { observe, seen } = observing();
  const writingStop = new WritingStop(observe);
  const watch = options.verifiesWrites === true ? new WriteWatch(writingStop, observe) : undefined;
  const replaceButtons = new ReplaceButtons({
    ...{ callManager, writingStop, watch },
    loadsChange: options.loadsChange ?? false,
    journal: options.history,
    observe,
  });
  const { history } = options;
  const live = liveLookups(callManager, new FindPhones(callManager));
  const roles = {
    readOnlyUsers: new Set(options.readOnlyUsers),
    proposingUsers: new Set(options.proposingUsers),
    approvingUsers: new Set(options.approvingUsers),
  };
  const opened =
    history &&
    openChanges({
      ...{
        history,
        callManager,
        replaceButtons,
        writingStop,
        observe,
        lookups: { live, kept: undefined, taken: options.taken ?? { maxAgeMs: 0, staleIfErrorMs: 0 } },
        findings: undefined,
        perHour: 0,
        listMs: 5_000,
        expireMs: 14 * 86_400_000,
      },
      store: options.changeStore ?? new MemoryStore(),
      ...{ rightOf: (name) => rightOf(name, roles), graceOver: new AbortController().signal },
    });
  const app = createApp({
    live,
    ...(options.taken && { taken: options.taken }),
    ...{ replaceButtons, writingStop },
    changes: opened?.changes,
    authenticator: options.authenticator ?? {
      isVerified: () => false,
      verify: ({ name, password: given }) => Promise.resolve(name === user && given === password),
    },
    observe,
    history: options.history,
    inventory: options.inventory,
    console: options.console,
    callManagerStatus: options.callManagerStatus ?? (() => Promise.resolve({ state: 'ready', release: '15.0' })),
    deadlineMs: options.deadlineMs ?? 5_000,
    roles,
    trustedProxies: options.trustedProxies,
  });
  const { trustedProxies, filesLimit } = options;
  const bounded = filesLimit === undefined ? {} : { observe, filesLimit };
  const address = { host: '127.0.0.1', port: 0, tls: undefined, trustedProxies, ...bounded };
  const server = await HttpServer.listen(app, address, options.timeouts);
  return { server, seen, port: Number(new URL(server.url).port) };
}

/** The app on a real socket, in front of a fake call manager port. Stop it after use. */
export async function listen(options: ServiceOptions = {}) {
  const callManager = options.callManager ?? fakePort();
  return { ...(await listenBefore(callManager, options)), callManager };
}

/** The app on a real socket for one test; it is stopped after the test. */
export async function startService(options: ServiceOptions = {}) {
  const service = await listen(options);
  onTestFinished(async () => {
    await service.server.stop(0);
  });
  return service;
}
