import { beforeEach, describe, expect, it } from 'vitest';
import { Pace } from '../../../../src/buttons-cli/run/pace.js';
import { jumpingClock } from '../../../support/remembered-lists.js';

describe('the pace of a run', () => {
  let clock: ReturnType<typeof jumpingClock>;
  let asked: AbortController;
  let urgent: AbortController;

  beforeEach(() => {
    [clock, asked, urgent] = [jumpingClock(), new AbortController(), new AbortController()];
  });

  const paced = (perHour = 0): Pace => new Pace(perHour, clock, { asked: asked.signal, urgent: urgent.signal });

  it('pauses for the longest requested time, and shows the remaining time and the reason', async () => {
    const pace = paced();
    expect(pace.pauseLeft()).toBeUndefined();
    pace.pause(5, 'busy');
    pace.pause(3, 'overloaded');
    expect(pace.pauseLeft()).toEqual({ seconds: 5, reason: 'busy' });
    pace.pause(5, 'still busy');
    await clock.wait(4_500, urgent.signal);
    expect(pace.pauseLeft()).toEqual({ seconds: 1, reason: 'still busy' });
    expect(await pace.rest(false)).toBe(true);
    expect(clock.waits.at(-1)).toBe(500);
    expect(pace.pauseLeft()).toBeUndefined();
  });

  it('spaces writes evenly, with none in a pause', async () => {
    const pace = paced(3600);
    await Promise.all([pace.turn(false), pace.turn(false), pace.turn(false)]);
    expect(clock.now()).toBeGreaterThanOrEqual(2000);
    pace.pause(10, 'busy');
    const began = clock.now();
    await pace.turn(false);
    expect(clock.now() - began).toBe(10_000);
  });

  it.each([
    [false, 0, false],
    [true, 0, true],
    [true, 5, true],
    [true, 5.001, false],
  ])(
    'after an interruption finishes a device in progress (%s) and need not wait long (%d s): %s',
    async (isUnderWay, seconds, goesOn) => {
      const pace = paced();
      pace.pause(seconds, 'busy');
      asked.abort();
      expect(await pace.rest(isUnderWay)).toBe(goesOn);
      urgent.abort();
      expect(await pace.rest(true)).toBe(false);
    },
  );
});
