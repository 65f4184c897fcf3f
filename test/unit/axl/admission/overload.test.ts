import { describe, expect, it } from 'vitest';
import { isAbandoned, Overload, timeLeft } from '../../../../src/axl/admission/overload.js';
import { openContext } from '../../../support/fake-port.js';
import { observing } from '../../../support/app.js';

function overload() {
  const { observe, seen } = observing();
  return { overload: new Overload(observe), seen };
}

describe('the refusal of a caller who would be too late', () => {
  it.each([
    ['queue-full', 'overloaded', /More requests/],
    ['deadline', 'overloaded', /More requests/],
    ['throttled', 'call-manager-busy', /busy/],
  ] as const)('for the reason %s is %s, without effect, and observed', (reason, code, detail) => {
    const { overload: made, seen } = overload();
    const refusal = made.refusal(reason, openContext({ requestId: 'r1' }).context, 0);
    expect(refusal).toMatchObject({ code, facts: { effect: 'none', cause: reason } });
    expect(refusal.message).toMatch(detail);
    expect(seen).toEqual([{ kind: 'shed', requestId: 'r1', reason }]);
  });

  it.each([
    [0, 1],
    [1_000, 1],
    [1_001, 2],
    [59_500, 60],
    [3_600_000, 60],
  ])('after %d ms says to come again in %d s', (afterMs, seconds) => {
    const refusal = overload().overload.refusal('deadline', openContext().context, afterMs);
    expect(refusal.facts.retryAfterSeconds).toBe(seconds);
  });

  it('is not observed if the caller has disconnected, but is if the time was over', () => {
    const { overload: made, seen } = overload();
    const left = openContext();
    left.end();
    expect(isAbandoned(left.context)).toBe(true);
    made.refusal('deadline', left.context, 0);
    expect(seen).toEqual([]);
    const late = openContext({}, -1);
    late.end();
    expect(isAbandoned(late.context)).toBe(false);
    expect(timeLeft(late.context)).toBeLessThan(0);
    made.refusal('deadline', late.context, 0);
    expect(seen).toHaveLength(1);
  });

  it('does not count as given up while its caller waits', () => {
    expect(isAbandoned(openContext().context)).toBe(false);
  });
});
