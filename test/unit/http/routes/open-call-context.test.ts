import { EventEmitter, getEventListeners } from 'node:events';
import type { Context } from 'koa';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../src/domain/errors.js';
import { HeldBodies } from '../../../../src/http/middleware/held-bodies.js';
import type { RequestState } from '../../../../src/http/middleware/request-context.js';
import { openCallContext } from '../../../../src/http/routes/open-call-context.js';
import { phones } from '../../../../src/http/routes/phones.js';
import { buttons } from '../../../../src/http/routes/buttons/list-routes.js';
import { newTally } from '../../../../src/use-cases/call-context.js';
import { ReplaceButtons } from '../../../../src/use-cases/replace-buttons.js';
import { FindPhones } from '../../../../src/use-cases/find-phones.js';
import { liveLookups } from '../../../../src/use-cases/lookups.js';
import { WritingStop } from '../../../../src/use-cases/writing-stop.js';
import { fakePort } from '../../../support/fake-port.js';

/** A request of a caller, who can disconnect, to a service that can stop. */
function requested(parts: object = {}) {
  const stopping = new AbortController();
  const res = Object.assign(new EventEmitter(), { req: { socket: { destroyed: false } } });
  const state = { requestId: 'r1', user: 'ann', tally: newTally(), arrivedAt: performance.now() };
  const ctx = { state, res, set: () => undefined, req: { headers: {} }, ...parts } as unknown as Context & {
    state: RequestState;
  };
  const enders = {
    hangUp: () => res.emit('close'),
    stop: () => {
      stopping.abort();
    },
  };
  return { ctx, enders, stopping: stopping.signal, res, time: { deadlineMs: 10_000, graceOver: stopping.signal } };
}

describe('the context of a caller’s request', () => {
  it.each([
    ['read', 'hangUp', true],
    ['read', 'stop', true],
    ['write', 'hangUp', false],
    ['write', 'stop', true],
  ] as const)('of a %s: %s ends it: %s', (kind, what, ends) => {
    const { ctx, time, enders } = requested();
    const { context, release } = openCallContext(ctx, kind, time);
    expect(context.signal.aborted).toBe(false);
    enders[what]();
    expect(context.signal.aborted).toBe(ends);
    release();
  });

  it.each([
    ['read', true],
    ['write', false],
  ] as const)('of a %s whose caller has already disconnected has ended: %s', (kind, ended) => {
    for (const gone of [{ closed: true }, { req: { socket: { destroyed: true } } }]) {
      const { ctx, time } = requested({ res: Object.assign(new EventEmitter(), gone) });
      const { context, release } = openCallContext(ctx, kind, time);
      expect(context.signal.aborted).toBe(ended);
      release();
    }
  });

  it('has the time that is left since the head of the request was read', () => {
    const { ctx, time } = requested();
    ctx.state.arrivedAt = performance.now() - 9_000;
    const { context, release } = openCallContext(ctx, 'write', time);
    expect(context.deadline() - performance.now()).toBeLessThan(1_001);
    release();
  });
});

describe('the memory of a request', () => {
  const failure = new ServiceError('call-manager-busy', { detail: 'x', effect: 'refused' });
  const failing = {
    findPhones: () => Promise.reject(failure),
    speedDials: { replace: () => Promise.reject(failure) },
  };

  it.each([
    ['a lookup that is answered', {}, phones],
    ['a lookup that fails', failing, phones],
    ['a write that is answered', {}, buttons],
    ['a write that fails', failing, buttons],
  ])('is released after %s', async (_what, parts, routes) => {
    const callManager = fakePort(parts);
    const { ctx, stopping, res, time } = requested({ query: { dirn: '0100', phone: 'SEP1' }, request: { body: [] } });
    const route = routes.find(({ method }) => method === (routes === phones ? 'get' : 'post'));
    const handlers = route?.handlers({
      lookups: {
        live: liveLookups(callManager, new FindPhones(callManager)),
        kept: undefined,
        taken: { maxAgeMs: 0, staleIfErrorMs: 0 },
      },
      writingStop: new WritingStop(() => undefined),
      history: undefined,
      changes: undefined,
      inventory: undefined,
      callManagerStatus: () => Promise.resolve({ state: 'unknown', release: null }),
      bodies: new HeldBodies(),
      replaceButtons: new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined }),
      time,
      roles: { readOnlyUsers: new Set(), proposingUsers: new Set(), approvingUsers: new Set() },
    });
    const respond = handlers?.at(-1) as unknown as (ctx: Context) => Promise<void>;
    const outcome: unknown = await respond(ctx).catch((thrown: unknown) => thrown);
    expect(outcome).toBe(parts === failing ? failure : undefined);
    expect([...getEventListeners(stopping, 'abort'), ...getEventListeners(res, 'close')]).toEqual([]);
  });
});
