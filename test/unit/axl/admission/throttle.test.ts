import { describe, expect, it } from 'vitest';
import { Throttle } from '../../../../src/axl/admission/throttle.js';

/** A throttle without jitter by default, with a clock that the test sets. */
function throttled(random = 0) {
  const clock = { now: 1_000 };
  const throttle = new Throttle(
    () => random,
    () => clock.now,
  );
  return { throttle, clock };
}

describe('the throttle', () => {
  it('does nothing if the call manager is well', () => {
    const { throttle } = throttled();
    throttle.answered();
    expect([throttle.level, throttle.holdMs('read'), throttle.holdMs('write'), throttle.allowed(4)]).toEqual([
      0, 0, 0, 4,
    ]);
  });

  it('holds everything after "busy", writes the longest', () => {
    const { throttle, clock } = throttled();
    expect(throttle.busy(undefined)).toBe(1_000);
    expect(throttle.holdMs('write')).toBe(1_000);
    expect(throttle.holdMs('read')).toBe(250);
    clock.now += 250;
    expect([throttle.holdMs('read'), throttle.holdMs('write')]).toEqual([0, 750]);
    clock.now += 750;
    expect(throttle.holdMs('write')).toBe(0);
  });

  it('holds at most one and a half times as long, so that not all come back at once', () => {
    const { throttle } = throttled(0.5);
    throttle.busy(undefined);
    expect([throttle.holdMs('read'), throttle.holdMs('write')]).toEqual([312.5, 1_250]);
  });

  it('observes Retry-After for reads and writes alike', () => {
    const { throttle } = throttled();
    throttle.busy(7);
    expect([throttle.holdMs('read'), throttle.holdMs('write')]).toEqual([7_000, 7_000]);
  });

  it.each([0, 0.5, 0.999])(
    'waits at least the requested time, and at most one and a half times that (random %s)',
    (random) => {
      const { throttle } = throttled(random);
      throttle.busy(10);
      for (const kind of ['read', 'write'] as const) {
        expect(throttle.holdMs(kind)).toBeCloseTo(10_000 * (1 + random / 2));
      }
    },
  );

  it('never holds longer than a minute, even if more is requested', () => {
    const { throttle } = throttled(0.9);
    throttle.busy(999_999);
    expect([throttle.holdMs('read'), throttle.holdMs('write')]).toEqual([60_000, 60_000]);
  });

  it('counts refusals of requests in the same flight as one', () => {
    const { throttle } = throttled();
    for (let count = 0; count < 4; count += 1) throttle.busy(undefined);
    expect(throttle.level).toBe(1);
  });

  it('sends less each time the call manager is still busy after the hold, down to a limit', () => {
    const { throttle, clock } = throttled();
    const holds: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      holds.push(throttle.busy(undefined));
      clock.now += throttle.holdMs('write');
    }
    expect(holds).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000, 16_000]);
    expect(throttle.level).toBe(5);
  });

  it('allows half as many parallel requests at each level, but always one', () => {
    const { throttle, clock } = throttled();
    const allowed: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      allowed.push(throttle.allowed(8));
      throttle.busy(undefined);
      clock.now += throttle.holdMs('write');
    }
    expect(allowed).toEqual([8, 4, 2, 1, 1]);
  });

  it('recovers gradually: one level for each five good answers in a row', () => {
    const { throttle, clock } = throttled();
    throttle.busy(undefined);
    clock.now += 1_000;
    throttle.busy(undefined);
    const levels: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      throttle.answered();
      levels.push(throttle.level);
    }
    expect(levels).toEqual([2, 2, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0]);
  });

  it('counts good answers from zero after each refusal', () => {
    const { throttle, clock } = throttled();
    throttle.busy(undefined);
    for (let count = 0; count < 4; count += 1) throttle.answered();
    clock.now += 1_000;
    throttle.busy(undefined);
    throttle.answered();
    expect(throttle.level).toBe(2);
  });
});
