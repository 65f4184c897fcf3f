import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { timeLimit, untilAborted, whenAborted } from '../../../src/use-cases/time-limit.js';

describe('a listener to a signal', () => {
  it('is called once when the signal is aborted', () => {
    const controller = new AbortController();
    const listeners = [vi.fn(), vi.fn()];
    for (const listener of listeners) whenAborted(controller.signal, listener);
    expect(listeners.map((listener) => listener.mock.calls.length)).toEqual([0, 0]);
    controller.abort();
    controller.abort();
    expect(listeners.map((listener) => listener.mock.calls.length)).toEqual([1, 1]);
  });

  it('is called at once if the signal is already aborted', () => {
    const late = vi.fn();
    whenAborted(AbortSignal.abort(), late);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('is not called any more after it was removed, even while others are called', () => {
    const controller = new AbortController();
    const left = vi.fn();
    const undo = { call: (): void => undefined };
    whenAborted(controller.signal, () => {
      undo.call();
    });
    undo.call = whenAborted(controller.signal, left);
    controller.abort();
    expect(left).not.toHaveBeenCalled();
  });
});

describe('a time limit', () => {
  it('may be waited for by any number of requests, and Node does not warn of them', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const limit = timeLimit(60_000);
    const stops = Array.from({ length: 50 }, () => whenAborted(limit.signal, () => undefined));
    // Warnings are given after the present work.
    await new Promise(setImmediate);
    for (const stop of stops) stop();
    limit.release();
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });
});

describe('a result with a signal', () => {
  const late = new Error('late');

  it.each([
    ['comes', () => Promise.resolve('found'), { status: 'fulfilled', value: 'found' }],
    ['fails', () => Promise.reject(late), { status: 'rejected', reason: late }],
  ])('is passed on when it %s before, and nothing is listened to any more', async (_what, result, outcome) => {
    const { signal } = new AbortController();
    const aborted = vi.fn();
    expect(await Promise.allSettled([untilAborted<unknown>(result(), signal, aborted)])).toEqual([outcome]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(aborted).not.toHaveBeenCalled();
  });

  it('is the given value if the signal is aborted first', async () => {
    const controller = new AbortController();
    const result = untilAborted(new Promise(() => undefined), controller.signal, (reject) => {
      reject(late);
    });
    controller.abort();
    await expect(result).rejects.toBe(late);
  });

  it('is still waited for if no value is given', async () => {
    const result = untilAborted(Promise.resolve('found'), AbortSignal.abort(), () => undefined);
    expect(await result).toBe('found');
  });
});

describe('a time limit', () => {
  it('comes at its time, and then its deadline has passed', async () => {
    const { signal, deadline } = timeLimit(20);
    await new Promise((resolve) => {
      whenAborted(signal, () => {
        resolve(undefined);
      });
    });
    expect(deadline()).toBeLessThanOrEqual(performance.now());
  });

  it('has a deadline that has passed even if the timer comes a little early', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    const { deadline, signal } = timeLimit(20);
    expect(deadline()).toBe(5_020);
    clock.mockReturnValue(5_019.6);
    vi.advanceTimersByTime(20);
    expect([signal.aborted, deadline()]).toEqual([true, 5_019.6]);
    clock.mockRestore();
    vi.useRealTimers();
  });

  it('can be ended early, or be released', () => {
    vi.useFakeTimers();
    const ended = timeLimit(1_000);
    ended.end();
    expect(ended.signal.aborted).toBe(true);
    const released = timeLimit(1_000);
    released.release();
    vi.advanceTimersByTime(2_000);
    expect(released.signal.aborted).toBe(false);
    vi.useRealTimers();
  });
});
