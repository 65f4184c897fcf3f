import { describe, expect, it } from 'vitest';
import { ConnectionError, UnexpectedAnswerError } from '../../../src/client/index.js';
import { mayHelpAgain } from '../../../web/calls/failed-call.js';
import { healthIn } from '../../../web/calls/health.js';
import { problem } from '../changes/problems.js';

describe('a failed call', () => {
  it.each([
    [problem(502, 'call-manager-unreachable'), 'unavailable'],
    [problem(503, 'call-manager-busy'), 'busy'],
    // From the service itself, for example when its inventory is busy.
    [problem(503, 'overloaded'), 'overloaded'],
    [problem(502, 'call-manager-refused-credentials'), 'credentials-refused'],
    [problem(502, 'call-manager-fault'), undefined],
    [problem(422, 'rejected-by-call-manager'), undefined],
    [new ConnectionError('network', undefined), 'offline'],
    [new UnexpectedAnswerError(503, 'text/html'), 'offline'],
    [new UnexpectedAnswerError(404, 'text/html'), undefined],
  ] as const)('says how the call manager is doing: %s', (error, health) => {
    expect(healthIn(error)).toBe(health);
  });

  it.each([
    [problem(422, 'rejected-by-call-manager'), false],
    [problem(404, 'phone-not-found'), false],
    [problem(403, 'cross-site'), false],
    [problem(401, 'unauthenticated'), true],
    [problem(502, 'call-manager-fault'), true],
    [problem(503, 'overloaded'), true],
    [new ConnectionError('timeout', undefined), true],
  ] as const)('may be made again, or not: %s', (error, mayHelp) => {
    expect(mayHelpAgain(error)).toBe(mayHelp);
  });
});
