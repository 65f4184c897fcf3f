import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConcurrencyLimiter } from '../../../../src/axl/admission/concurrency-limiter.js';
import { Throttle } from '../../../../src/axl/admission/throttle.js';
import type { CallKind } from '../../../../src/domain/resend-policy.js';
import type { CallContext } from '../../../../src/use-cases/call-context.js';
import { deferred, openContext } from '../../../support/fake-port.js';
import { observing } from '../../../support/app.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function gated(concurrency: number, queueLimit = 100) {
  const throttle = new Throttle(() => 0);
  const { observe, seen } = observing();
  const gate = new ConcurrencyLimiter({ concurrency, queueLimit }, throttle, observe);
  const begun: string[] = [];
  /** Starts a request that runs until the test ends it. */
  const ask = (name: string, { context, kind = 'read' }: { context?: CallContext; kind?: CallKind } = {}) => {
    const { promise, resolve, reject } = deferred<string>();
    const request = () => {
      begun.push(name);
      return promise;
    };
    const outcome = gate.slot(kind, context ?? openContext().context, request).catch((thrown: unknown) => thrown);
    return {
      outcome,
      finish: async () => {
        resolve(name);
        await outcome;
      },
      fail: async () => {
        reject(new Error(name));
        await outcome;
      },
    };
  };
  return { gate, throttle, seen, begun, ask };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the gate', () => {
  it('has a limit of requests, and frees a place however a request ends', async () => {
    const { gate, begun, ask } = gated(2);
    const [first, second, ,] = [ask('a'), ask('b'), ask('c'), ask('d'), ask('e')];
    await settle();
    expect(begun).toEqual(['a', 'b']);
    expect([gate.inFlight, gate.queued]).toEqual([2, 3]);
    await first.finish();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    await second.fail();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect([gate.inFlight, gate.queued]).toEqual([2, 1]);
  });

  it('returns the result or the error of a request', async () => {
    const { gate } = gated(1);
    const { context } = openContext();
    expect(await gate.slot('read', context, () => Promise.resolve('x'))).toBe('x');
    expect(context.tally.begun).toBe(true);
    await expect(gate.slot('read', context, () => Promise.reject(new Error('y')))).rejects.toThrow('y');
    expect(gate.inFlight).toBe(0);
  });

  it('serves callers in order of arrival, later calls of an early caller first', async () => {
    const { begun, ask } = gated(1);
    const arrived = (arrival: number) => ({ context: openContext({ arrival }).context });
    const occupying = ask('now');
    const queued = [
      ask('third', arrived(3)),
      ask('first', arrived(1)),
      ask('second', arrived(2)),
      ask('first again', arrived(1)),
    ];
    await occupying.finish();
    for (const place of [1, 3, 2, 0]) await queued[place]?.finish();
    expect(begun).toEqual(['now', 'first', 'first again', 'second', 'third']);
  });

  it('observes how long a request waited', async () => {
    const { seen, ask } = gated(1);
    await vi.advanceTimersByTimeAsync(500);
    const first = ask('a');
    const second = ask('b');
    await vi.advanceTimersByTimeAsync(70);
    await first.finish();
    await second.finish();
    expect(seen).toEqual([{ kind: 'queue-wait', waitMs: 70 }]);
  });
});

describe('a call manager that is busy', () => {
  it('gets each kind of request as soon as the hold for that kind is over', async () => {
    const { throttle, begun, ask } = gated(4);
    throttle.busy(undefined);
    ask('write', { kind: 'write' });
    ask('read');
    await vi.advanceTimersByTimeAsync(249);
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(3);
    expect(begun).toEqual(['read']);
    await vi.advanceTimersByTimeAsync(747);
    expect(begun).toEqual(['read']);
    await vi.advanceTimersByTimeAsync(5);
    expect(begun).toEqual(['read', 'write']);
  });
});

describe('a full queue', () => {
  it('refuses at once, with Retry-After, and says that nothing was sent', async () => {
    const { gate, seen, ask } = gated(1, 2);
    for (const name of ['a', 'b', 'c']) ask(name);
    const { context } = openContext();
    const refusal = await ask('d', { context }).outcome;
    expect(refusal).toMatchObject({
      code: 'overloaded',
      facts: { effect: 'none', cause: 'queue-full', retryAfterSeconds: 1 },
    });
    expect(seen).toContainEqual({ kind: 'shed', requestId: context.requestId, reason: 'queue-full' });
    expect([gate.inFlight, gate.queued]).toEqual([1, 2]);
  });

  it('of no length accepts requests that need not wait', async () => {
    const { begun, ask } = gated(1, 0);
    const first = ask('a');
    expect(await ask('b').outcome).toMatchObject({ code: 'overloaded' });
    await first.finish();
    ask('c');
    await settle();
    expect(begun).toEqual(['a', 'c']);
  });
});

describe('a caller who waits', () => {
  it('is refused at its deadline, and its place in the queue is free', async () => {
    const { gate, seen, begun, ask } = gated(1);
    const first = ask('a');
    const { context, end } = openContext({}, 500);
    const second = ask('b', { context });
    await vi.advanceTimersByTimeAsync(500);
    end();
    expect(await second.outcome).toMatchObject({
      code: 'overloaded',
      facts: { effect: 'none', cause: 'deadline' },
    });
    expect(seen).toContainEqual({ kind: 'shed', requestId: context.requestId, reason: 'deadline' });
    expect(gate.queued).toBe(0);
    await first.finish();
    expect(begun).toEqual(['a']);
    expect(gate.inFlight).toBe(0);
  });

  it('frees its place when it disconnects, which is not a refusal', async () => {
    const { seen, begun, ask } = gated(1);
    const first = ask('a');
    const { context, end } = openContext();
    const second = ask('b', { context });
    const third = ask('c');
    end();
    await second.outcome;
    await first.finish();
    await third.finish();
    expect(begun).toEqual(['a', 'c']);
    expect(seen.filter(({ kind }) => kind === 'shed')).toEqual([]);
  });

  it('that has already disconnected does not wait at all', async () => {
    const { gate, ask } = gated(1);
    ask('a');
    const { context, end } = openContext();
    end();
    expect(await ask('b', { context }).outcome).toMatchObject({ code: 'overloaded' });
    expect(gate.queued).toBe(0);
  });

  it('is refused at once if the earlier requests take longer than it may wait', async () => {
    const { gate, ask } = gated(1);
    // The usual time is learned: after many requests of one second each, it is close to one second.
    for (let round = 0; round < 40; round += 1) {
      const request = ask('warm-up');
      await vi.advanceTimersByTimeAsync(1_000);
      await request.finish();
    }
    ask('a');
    for (const name of ['b', 'c', 'd', 'e', 'f']) ask(name);
    const { context } = openContext({}, 3_000);
    const refusal = await ask('late', { context }).outcome;
    expect(refusal).toMatchObject({ code: 'overloaded', facts: { cause: 'deadline' } });
    expect(gate.queued).toBe(5);
  });

  it('waits less if more run in parallel, and not for later ones', async () => {
    const { gate, ask } = gated(2);
    for (let round = 0; round < 8; round += 1) {
      const request = ask('warm-up');
      await vi.advanceTimersByTimeAsync(1_000);
      await request.finish();
    }
    const arrived = (arrival: number, withinMs: number) => ({ context: openContext({ arrival }, withinMs).context });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask(name, arrived(2, 60_000));
    // Four wait before it, two run in parallel, each for a second.
    expect(await ask('late', arrived(3, 1_900)).outcome).toMatchObject({ code: 'overloaded' });
    ask('in time', arrived(3, 2_100));
    ask('came first', arrived(1, 1_500));
    await settle();
    expect(gate.queued).toBe(6);
  });

  it('is not started with less time than a request usually takes', async () => {
    const { begun, ask } = gated(1);
    for (let round = 0; round < 40; round += 1) {
      const request = ask('warm-up');
      await vi.advanceTimersByTimeAsync(1_000);
      await request.finish();
    }
    const first = ask('a');
    const { context } = openContext({}, 1_500);
    const second = ask('b', { context });
    await vi.advanceTimersByTimeAsync(1_000);
    await first.finish();
    expect(await second.outcome).toMatchObject({ code: 'overloaded', facts: { cause: 'deadline' } });
    expect(begun).not.toContain('b');
  });
});

describe('a call manager that is busy', () => {
  it('gets no write before its hold is over, but still gets reads', async () => {
    const { throttle, begun, ask } = gated(4);
    throttle.busy(undefined);
    const writeHeld = throttle.holdMs('write');
    await vi.advanceTimersByTimeAsync(throttle.holdMs('read'));
    ask('write', { kind: 'write' });
    ask('read');
    await settle();
    expect(begun).toEqual(['read']);
    await vi.advanceTimersByTimeAsync(writeHeld);
    expect(begun).toEqual(['read', 'write']);
  });

  it('gets fewer parallel requests', async () => {
    const { gate, throttle, ask } = gated(4);
    throttle.busy(undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    await settle();
    expect([gate.inFlight, gate.queued]).toEqual([2, 2]);
  });

  it('that requests a wait longer than a caller may wait has the caller refused at once', async () => {
    const { throttle, seen, ask } = gated(4);
    throttle.busy(20);
    const { context } = openContext({}, 5_000);
    const refusal = await ask('a', { context, kind: 'write' }).outcome;
    expect(refusal).toMatchObject({
      code: 'call-manager-busy',
      facts: { retryAfterSeconds: 20, effect: 'none', cause: 'throttled' },
    });
    expect(seen).toContainEqual({ kind: 'shed', requestId: context.requestId, reason: 'throttled' });
  });
});
