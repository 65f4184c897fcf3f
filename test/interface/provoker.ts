import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { History } from '../../src/changes/journal.js';
import { fakePort } from '../support/fake-port.js';
import { listen } from '../support/app.js';
import { serviceSettings, startTestService } from '../support/test-service.js';
import type { Outcome } from './outcomes.js';
import { caller, sendRaw, shownExchange } from './raw-exchange.js';

/** Where an outcome is caused: a new service in front of a call manager. */
export interface Stage {
  readonly simulator: RunningSimulator;
  /** Sends a request in the form of a fixture. */
  readonly send: (request: string) => Promise<string>;
}

interface RunningPart {
  readonly port: number;
  stop(): Promise<unknown>;
}

/** Causes an outcome on a simulated call manager of its own. @returns the exchange in the form of its fixture */
export async function provoke(outcome: Outcome): Promise<string> {
  const simulator = await startSimulator({ strictRequests: true });
  simulator.misbehave(outcome.misbehaviour ?? []);
  const service = await (outcome.callManager === undefined
    ? serviceFor(simulator, outcome.environment)
    : appFor(outcome));
  try {
    const send = (request: string): Promise<string> => sendRaw(service.port, request);
    await outcome.before?.({ simulator, send });
    return shownExchange(outcome.request, await send(outcome.request), outcome.jitters);
  } finally {
    simulator.behave();
    await service.stop();
    await simulator.close();
  }
}

async function serviceFor(simulator: RunningSimulator, environment: Outcome['environment']): Promise<RunningPart> {
  const service = await startTestService({
    ...serviceSettings(simulator.url),
    ADMIN_PORT: '',
    AUTH_USERNAME: caller.name,
    AUTH_PASSWORD: caller.password,
    ...environment,
  });
  return { port: Number(new URL(service.url).port), stop: () => service.stop('the end of the exchange') };
}

const now = (): Date => new Date('2026-03-04T05:06:07.089Z');

/** Only the app, for outcomes that no call manager can cause. */
async function appFor({ callManager, store, inventory, readOnlyUsers, timeouts }: Outcome): Promise<RunningPart> {
  const changeStore = await store?.();
  const { server, port } = await listen({
    callManager: fakePort(callManager),
    authenticator: {
      isVerified: ({ name, password }) => name === caller.name && password === caller.password,
      verify: () => Promise.resolve(false),
    },
    ...(changeStore && { changeStore, history: new History(changeStore, () => undefined, now) }),
    ...(inventory && { inventory: inventory() }),
    ...(readOnlyUsers && { readOnlyUsers }),
    ...(timeouts && { timeouts }),
  });
  return { port, stop: () => server.stop(0) };
}
