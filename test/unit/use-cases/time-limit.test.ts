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

  it('is called at once where the signal is aborted already', () => {
    const late = vi.fn();
    whenAborted(AbortSignal.abort(), late);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('is not called any more when it was taken away, even while others are called', () => {
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

describe('a result that is waited for until a signal is aborted', () => {
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

  it('is what is told when the signal is aborted before', async () => {
    const controller = new AbortController();
    const result = untilAborted(new Promise(() => undefined), controller.signal, (reject) => {
      reject(late);
    });
    controller.abort();
    await expect(result).rejects.toBe(late);
  });

  it('goes on being waited for where nothing is told then', async () => {
    const result = untilAborted(Promise.resolve('found'), AbortSignal.abort(), () => undefined);
    expect(await result).toBe('found');
  });
});

describe('a time limit', () => {
  it('comes at its time, and its deadline is passed by then', async () => {
    const { signal, deadline } = timeLimit(20);
    await new Promise((resolve) => {
      whenAborted(signal, () => {
        resolve(undefined);
      });
    });
    expect(deadline()).toBeLessThanOrEqual(performance.now());
  });

  it('has a deadline that is passed by then also where the timer comes a little early', () => {
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

  it('can be ended before its time, or be given back', () => {
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
