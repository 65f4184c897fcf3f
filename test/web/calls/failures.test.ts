import { describe, expect, it } from 'vitest';
import { ConnectionError, ProblemError, UnexpectedAnswerError } from '../../../src/client/index.js';
import { isCode, isLoginRefused, isOutcomeUnknown, isPassing, retryAfterSeconds } from '../../../web/calls/failures.js';

function problem(status: number, code: ProblemError['code'], seconds?: number): ProblemError {
  return new ProblemError({ type: '', title: '', detail: '', requestId: '', status, code }, seconds, undefined);
}

const foreign = (status: number) => new UnexpectedAnswerError(status, 'text/html', 9);

describe('a failed call', () => {
  it.each([
    [problem(504, 'outcome-unknown'), true, true, false],
    [problem(503, 'call-manager-busy'), false, true, false],
    [problem(429, 'too-many-failed-logins'), false, true, false],
    [problem(502, 'call-manager-unreachable'), false, true, false],
    [problem(502, 'call-manager-fault'), false, false, false],
    [problem(422, 'rejected-by-call-manager'), false, false, false],
    [problem(401, 'unauthenticated'), false, false, true],
    [problem(403, 'forbidden'), false, false, true],
    [problem(403, 'cross-site'), false, false, false],
    [new ConnectionError('network', undefined), true, true, false],
    [new ConnectionError('timeout', undefined), true, true, false],
    [foreign(502), true, true, false],
    [foreign(429), false, true, false],
    [foreign(403), false, false, true],
    [foreign(404), false, false, false],
    [foreign(200), true, false, false],
    [problem(500, 'internal-error'), true, false, false],
    [problem(504, 'call-manager-timeout'), false, true, false],
  ])('%s: may have been made %s, passes %s, refuses the login %s', (error, unknown, passing, login) => {
    expect([isOutcomeUnknown(error), isPassing(error), isLoginRefused(error)]).toEqual([unknown, passing, login]);
  });

  it('may say how long to wait', () => {
    expect(retryAfterSeconds(problem(503, 'overloaded', 4))).toBe(4);
    expect(retryAfterSeconds(foreign(503))).toBe(9);
    expect(retryAfterSeconds(new ConnectionError('timeout', undefined))).toBeUndefined();
  });

  it('is known by its code', () => {
    expect(isCode(problem(404, 'history-off'), 'history-off')).toBe(true);
    expect(isCode(problem(404, 'change-not-found'), 'history-off')).toBe(false);
    expect(isCode(undefined, 'history-off')).toBe(false);
  });
});
