import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'koa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/http/app.js';
import type { RequestState } from '../../src/http/middleware/request-context.js';
import { openCallContext } from '../../src/http/routes/open-call-context.js';
import type { Observation } from '../../src/observability/observations.js';
import { type CallContext, newTally } from '../../src/use-cases/call-context.js';
import { whenAborted } from '../../src/use-cases/time-limit.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { FindPhones } from '../../src/use-cases/find-phones.js';
import { liveLookups } from '../../src/use-cases/lookups.js';
import { ReplaceButtons } from '../../src/use-cases/replace-buttons.js';
import { WritingStop } from '../../src/use-cases/writing-stop.js';
import { deferred, fakePort } from '../support/fake-port.js';

type RequestSeen = Extract<Observation, { kind: 'request' }>;

/** A call manager that never answers; its calls fail when they are given up, like the real one's. */
function silentCallManager() {
  const asked = deferred<CallContext>();
  const untilGivenUp = (context: CallContext): Promise<never> => {
    asked.resolve(context);
    return new Promise((_resolve, reject) => {
      whenAborted(context.signal, () => {
        reject(new Error('given up'));
      });
    });
  };
  const callManager: CallManager = fakePort({
    findPhones: (_number, context) => untilGivenUp(context),
    speedDials: {
      readForChange: (_device, context) => untilGivenUp(context),
      replace: (_device, _dials, _held, context) => untilGivenUp(context),
    },
    loadChange: (_phone, context) => untilGivenUp(context),
  });
  return { callManager, asked: asked.promise };
}

let server: http.Server | undefined;

afterEach(() => {
  server?.close();
  server = undefined;
});

async function serviceOn(callManager: CallManager) {
  const seen = deferred<RequestSeen>();
  const app = createApp({
    live: liveLookups(callManager, new FindPhones(callManager)),
    replaceButtons: new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined }),
    authenticator: { isVerified: () => true, verify: () => Promise.resolve(true) },
    observe: (observation) => {
      if (observation.kind === 'request') seen.resolve(observation);
    },
    writingStop: new WritingStop(() => undefined),
    history: undefined,
    changes: undefined,
    inventory: undefined,
    callManagerStatus: () => Promise.resolve({ state: 'unknown', release: null }),
    deadlineMs: 20_000,
    roles: { readOnlyUsers: new Set(), approvingUsers: new Set(), proposingUsers: new Set() },
  });
  const listener = app.callback();
  server = http.createServer((request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, requestSeen: seen.promise };
}

describe('a caller who hangs up', () => {
  it('still has a log line, as 499, with the address', async () => {
    const { callManager, asked } = silentCallManager();
    const { port, requestSeen } = await serviceOn(callManager);
    const authorization = `Basic ${Buffer.from('alice:secret').toString('base64')}`;
    const request = http.get({ port, path: '/phone/?dirn=0100', headers: { authorization } });
    request.on('error', () => undefined);
    const { signal } = await asked;
    request.destroy();
    const { status, route, remoteAddress, user } = await requestSeen;
    expect({ status, route, remoteAddress, user }).toEqual({
      status: 499,
      route: '/phone',
      remoteAddress: '127.0.0.1',
      user: 'alice',
    });
    expect(signal.aborted).toBe(true);
  });
});

describe("a request's deadline", () => {
  it('has passed when it says so, even if the timer fires early on the clock', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    try {
      const ctx = { res: new EventEmitter(), state: { requestId: 'r', tally: newTally(), arrivedAt: 1_000 } };
      const time = { deadlineMs: 40, graceOver: new AbortController().signal };
      const { context } = openCallContext(ctx as unknown as Context & { state: RequestState }, 'write', time);
      expect(context.deadline()).toBe(1_040);
      vi.advanceTimersByTime(40);
      expect(context.signal.aborted).toBe(true);
      expect(context.deadline()).toBe(1_000);
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });
});
