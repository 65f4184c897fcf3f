import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBackground, newTally, openCall } from '../../../src/use-cases/call-context.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the context of a call', () => {
  it('orders callers’ calls by arrival, and has sent nothing yet', () => {
    const first = openCall({ requestId: 'r1', user: 'ann', timeoutMs: 1_000 }).context;
    const second = openCall({ requestId: 'r2', user: 'bob', timeoutMs: 1_000 }).context;
    expect(first).toMatchObject({ requestId: 'r1', user: 'ann', oneAttempt: false });
    expect(second.arrival).toBeGreaterThan(first.arrival);
    expect(second.tally).toEqual({ axlCalls: 0, axlMs: 0, begun: false, sends: {}, failedNodes: new Set() });
  });

  it('of the service’s own request has no user, comes before all callers, never queues, and is sent once', () => {
    const { context } = openCall({ requestId: 'probe', timeoutMs: 1_000, isProbe: true });
    expect(context).toMatchObject({ user: '', arrival: 0, oneAttempt: true, tally: { begun: true } });
  });

  it('of work that can wait comes after every caller, even later ones', () => {
    const { context } = openCall({ requestId: 'sweep', timeoutMs: 1_000, isBackground: true });
    expect(context).toMatchObject({ arrival: Infinity, oneAttempt: false, tally: { begun: false } });
    expect(isBackground(context)).toBe(true);
    for (const isProbe of [true, false]) {
      expect(isBackground(openCall({ requestId: 'r1', timeoutMs: 1_000, isProbe }).context)).toBe(false);
    }
  });

  it('counts on request, and names the list of a change that it carries out', () => {
    const tally = newTally();
    const of = { change: '7', position: 0, holder: { instance: 'one', name: 'worker' } };
    const { context } = openCall({ requestId: 'r1', timeoutMs: 1_000, tally, of });
    expect(context.tally).toBe(tally);
    expect([context.of, context.deadline() - performance.now()]).toEqual([of, 1_000]);
  });

  it('ends at its time', () => {
    const { context } = openCall({ requestId: 'r1', timeoutMs: 1_000 });
    vi.advanceTimersByTime(999);
    expect(context.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(context.signal.aborted).toBe(true);
  });

  it('ends with its parent, or on request', () => {
    const ender = new AbortController();
    const { context } = openCall({ requestId: 'r1', timeoutMs: 1_000, endedBy: ender.signal });
    ender.abort();
    expect(context.signal.aborted).toBe(true);
    const other = openCall({ requestId: 'r2', timeoutMs: 1_000 });
    other.end();
    expect(other.context.signal.aborted).toBe(true);
  });

  it('does not end any more after it was released, and holds no timer', () => {
    const ender = new AbortController();
    const { context, release } = openCall({ requestId: 'r1', timeoutMs: 1_000, endedBy: ender.signal });
    release();
    ender.abort();
    expect(context.signal.aborted).toBe(false);
    openCall({ requestId: 'r2', timeoutMs: 1_000 }).release();
    expect(vi.getTimerCount()).toBe(0);
  });
});
