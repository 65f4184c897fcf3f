import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreaker, type Health } from '../../../../src/axl/nodes/circuit-breaker.js';
import { deferred } from '../../../support/fake-port.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function breaking(probe: () => Promise<Health> = () => Promise.resolve('silent')) {
  const probing = vi.fn(probe);
  const changes: string[] = [];
  const breaker = new CircuitBreaker(probing, (state) => changes.push(state));
  const fail = (times: number, shown: 'silent' | 'astray' = 'silent'): void => {
    for (let count = 0; count < times; count += 1) breaker.failure(shown);
  };
  return { breaker, probing, changes, fail };
}

describe('the breaker', () => {
  it('opens after a few failures in a row, and says so once', () => {
    const { breaker, changes, fail } = breaking();
    fail(5);
    expect(breaker.dead).toBe(false);
    fail(3);
    expect(breaker.dead).toBe(true);
    expect(changes).toEqual(['open']);
  });

  it('reports no answers while it is closed', () => {
    const { breaker, changes, fail } = breaking();
    breaker.success();
    fail(5);
    breaker.success();
    expect(changes).toEqual([]);
  });

  it('counts failures from zero after each answer', () => {
    const { breaker, fail } = breaking();
    for (let round = 0; round < 5; round += 1) {
      fail(5);
      breaker.success();
    }
    expect(breaker.dead).toBe(false);
  });

  it('probes less and less often while nothing answers', async () => {
    const { breaker, probing, fail } = breaking();
    fail(6);
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return probing.mock.calls.length;
    };
    expect(await after(499)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(await after(1_000)).toBe(2);
    expect(await after(2_000)).toBe(3);
    expect(await after(5_000)).toBe(4);
    expect(await after(10_000)).toBe(5);
    expect(await after(60_000)).toBe(11);
    expect(breaker.dead).toBe(true);
    breaker.end();
  });

  it('has one probe at a time', async () => {
    const slow = deferred<Health>();
    const { probing, fail, breaker } = breaking(() => slow.promise);
    fail(6);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(probing).toHaveBeenCalledTimes(1);
    slow.resolve('silent');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(probing).toHaveBeenCalledTimes(2);
    breaker.end();
  });

  it('closes when a probe is answered, and stops probing', async () => {
    const { breaker, probing, changes, fail } = breaking(() => Promise.resolve('serves'));
    fail(6);
    await vi.advanceTimersByTimeAsync(500);
    expect(breaker.dead).toBe(false);
    expect(breaker.coolingDown).toBe(false);
    expect(changes).toEqual(['open', 'closed']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probing).toHaveBeenCalledTimes(1);
    fail(5);
    expect(breaker.dead).toBe(false);
  });

  it.each<['silent' | 'astray', Health[]]>([
    ['silent', ['astray', 'busy', 'serves']],
    ['astray', ['busy', 'serves']],
  ])('that opened because the node is %s closes if a probe shows %j', async (shown, better) => {
    for (const health of ['silent', 'astray', 'busy', 'serves'] as const) {
      const { breaker, fail } = breaking(() => Promise.resolve(health));
      fail(6, shown);
      await vi.advanceTimersByTimeAsync(500);
      expect([health, breaker.dead]).toEqual([health, !better.includes(health)]);
      breaker.end();
    }
  });

  it('probes less and less often if probes are answered but requests still fail', async () => {
    const { breaker, probing, fail } = breaking(() => Promise.resolve('serves'));
    const pauses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      fail(6, 'astray');
      const [from, before] = [performance.now(), probing.mock.calls.length];
      while (probing.mock.calls.length === before) await vi.advanceTimersByTimeAsync(100);
      pauses.push(performance.now() - from);
    }
    expect(pauses).toEqual([500, 1_000, 2_000]);
    breaker.success();
    fail(6, 'astray');
    await vi.advanceTimersByTimeAsync(500);
    expect(breaker.dead).toBe(false);
  });

  it('closes when an earlier request is answered after all', async () => {
    const { breaker, probing, changes, fail } = breaking();
    fail(6);
    breaker.success();
    expect(breaker.dead).toBe(false);
    expect(changes).toEqual(['open', 'closed']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probing).not.toHaveBeenCalled();
  });

  it('avoids a node for a while after one failure, if there are others', async () => {
    const { breaker, fail } = breaking();
    expect(breaker.coolingDown).toBe(false);
    fail(1);
    expect(breaker.coolingDown).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(breaker.coolingDown).toBe(false);
    fail(1);
    breaker.success();
    expect(breaker.coolingDown).toBe(false);
  });

  it('counts a busy node as alive, but avoids it for a while', async () => {
    const { breaker, fail } = breaking();
    fail(5);
    breaker.coolDown();
    fail(5);
    expect(breaker.dead).toBe(false);
    breaker.coolDown();
    expect(breaker.coolingDown).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(breaker.coolingDown).toBe(false);
  });

  it('says when to try again', () => {
    expect(breaking().breaker.retryAfterSeconds).toBe(10);
  });

  it('stops probing after its end', async () => {
    const { breaker, probing, fail } = breaking();
    fail(6);
    breaker.end();
    fail(6);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probing).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, (breaker: CircuitBreaker) => void]>([
    [
      'has ended',
      (breaker) => {
        breaker.end();
      },
    ],
    [
      'is closed',
      (breaker) => {
        breaker.success();
      },
    ],
  ])('probes no more where it %s while a probe is under way', async (_what, happens) => {
    const slow = deferred<Health>();
    const { breaker, probing, fail } = breaking(() => slow.promise);
    fail(6);
    await vi.advanceTimersByTimeAsync(500);
    happens(breaker);
    slow.resolve('silent');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probing).toHaveBeenCalledTimes(1);
  });
});
