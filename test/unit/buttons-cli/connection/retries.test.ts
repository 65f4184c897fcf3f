import { beforeEach, describe, expect, it } from 'vitest';
import { orStop, withRetries, realClock } from '../../../../src/buttons-cli/connection/retries.js';
import { problem } from '../../../support/problem.js';

const busy = problem(503, 'overloaded', 5);

describe('a call that only reads', () => {
  let stop: AbortController;
  let time: number;
  let waits: string[];
  let calls: number;
  /** Called when a wait starts; a wait lasts at most ten seconds. */
  let onWait: () => void;

  beforeEach(() => {
    [stop, time, waits, calls, onWait] = [new AbortController(), 0, [], 0, () => undefined];
  });

  /** Makes a call with each of these failures in turn; the next attempt succeeds. */
  function call(...failures: readonly Error[]) {
    const clock = {
      now: () => time,
      wait: (ms: number) => {
        onWait();
        time += Math.min(ms, 10_000);
        return Promise.resolve();
      },
    };
    const answer = (): Promise<string> => {
      const failure = failures[calls];
      calls += 1;
      return failure ? Promise.reject(failure) : Promise.resolve('read');
    };
    const retrying = { url: 'https://phones.example.com/', signal: stop.signal, clock };
    return withRetries(answer, { ...retrying, onWait: (seconds, why) => waits.push(`${seconds} ${why}`) });
  }

  it('is repeated after temporary failures, when the service says so, and that is reported', async () => {
    expect(await call(busy, problem(503, 'overloaded', 25))).toEqual({ value: 'read' });
    expect([time, waits]).toEqual([30_000, ['5 overloaded', '25 overloaded']]);
  });

  it('fails with the fourth failure, or the first permanent one', async () => {
    expect(await call(busy, busy, busy, busy)).toMatchObject({ failure: { code: 'overloaded' } });
    expect(calls).toBe(4);
    calls = 0;
    expect(await call(problem(404, 'phone-not-found'))).toMatchObject({ failure: { code: 'phone-not-found' } });
    expect(calls).toBe(1);
  });

  it('can be cancelled during a wait, and has the error of the last attempt', async () => {
    onWait = () => {
      stop.abort();
    };
    const answered = await call(problem(503, 'overloaded', 60));
    expect(answered).toMatchObject({ failure: { code: 'overloaded' } });
    expect([time, calls]).toEqual([10_000, 1]);
    expect(() => orStop(answered, stop.signal)).toThrow('interrupted');
  });

  it('can be cancelled while it is made', async () => {
    stop.abort();
    expect(await call(busy)).toMatchObject({ failure: { means: 'unknown', again: false, brief: 'interrupted' } });
  });

  it.each([
    [problem(401, 'unauthenticated'), 4],
    [problem(404, 'phone-not-found'), 1],
  ])('ends the command where it failed: %s', async (failure, exitCode) => {
    const answered = await call(failure);
    expect(() => orStop(answered, stop.signal)).toThrow(
      expect.objectContaining({
        exitCode,
        message: expect.stringMatching(/^It says/) as string,
        isUntouched: true,
      }) as Error,
    );
    expect(orStop({ value: 7 }, stop.signal)).toBe(7);
  });

  it('waits by a clock that never goes back, and only as long as needed', async () => {
    const began = realClock.now();
    await realClock.wait(5, stop.signal);
    expect(realClock.now()).toBeGreaterThan(began);
    const waiting = realClock.wait(2 ** 40, stop.signal);
    stop.abort();
    await waiting;
  });
});
