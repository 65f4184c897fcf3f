import type { PlanStore } from '../../src/plans/store/plan-store.js';
import { memoryPlans } from './memory-plans.js';
import type { BlockList } from 'node:net';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/http/app.js';
import type { ConsoleFiles } from '../../src/http/console/console-files.js';
import type { Authenticator } from '../../src/http/middleware/authenticate.js';
import type { History } from '../../src/history/history.js';
import type { RouteDependencies } from '../../src/http/routes/route.js';
import type { AskedInventory } from '../../src/inventory/asked-inventory.js';
import { HttpServer, type Timeouts } from '../../src/http/server.js';
import type { Observation, Observe } from '../../src/observability/observations.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { liveLookups } from '../../src/use-cases/lookups.js';
import { FindPhones } from '../../src/use-cases/find-phones.js';
import { rightOf } from '../../src/domain/rights.js';
import { openPlans } from '../../src/plans/open-plans.js';
import { ReplaceButtons } from '../../src/use-cases/replace-buttons.js';
import { WriteWatch } from '../../src/use-cases/write-watch.js';
import { read } from './config.js';
import { fakePort, type FakePort } from './fake-port.js';

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
  readonly loadsChange?: boolean;
  readonly verifiesWrites?: boolean;
  readonly history?: History;
  /** Where plans are stored, if there is a history; in memory if not given. */
  readonly planStore?: PlanStore;
  /** Who approves plans, if there is a history. */
  readonly approval?: 'other' | 'any';
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
  const watch = options.verifiesWrites === true ? new WriteWatch(observe) : undefined;
  const replaceButtons = new ReplaceButtons({
    ...{ callManager, watch },
    loadsChange: options.loadsChange ?? false,
    journal: options.history,
    observe,
  });
  const { history, approval = 'other' } = options;
  const roles = { readOnlyUsers: new Set(options.readOnlyUsers), proposingUsers: new Set(options.proposingUsers) };
  const closing = new AbortController();
  const plans =
    history &&
    openPlans({
      ...{ ...read().plans, history, callManager, replaceButtons, observe, approval, listMs: 5_000 },
      store: options.planStore ?? memoryPlans(),
      ...{ mayWrite: (name) => rightOf(name, roles) === 'write', graceOver: closing.signal },
    });
  const app = createApp({
    live: liveLookups(callManager, new FindPhones(callManager)),
    ...(options.taken && { taken: options.taken }),
    ...{ replaceButtons, watch },
    plans: plans?.plans,
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
