import { expect, it } from 'vitest';
import {
  ConnectionError,
  failureOf,
  type ProblemCode,
  ProblemError,
  problemCodes,
  secondsBeforeNext,
  UnexpectedAnswerError,
} from '../../src/client/index.js';
import { catalogued } from '../../src/domain/error-catalogue.js';

function problem(code: ProblemCode, retryAfter?: number): ProblemError {
  const { status, title, example } = catalogued(code);
  const body = { type: 'about:blank', title, status, detail: example.detail, code, requestId: 'r' };
  return new ProblemError(body, retryAfter, undefined);
}

function codesThat(holds: (failure: ReturnType<typeof failureOf>) => boolean): ProblemCode[] {
  return problemCodes.filter((code) => holds(failureOf(problem(code))));
}

it('treats a problem as not carried out, unless it says otherwise', () => {
  expect(codesThat(({ means }) => means === 'unknown')).toEqual(['outcome-unknown', 'internal-error']);
  expect(codesThat(({ means }) => means === 'login')).toEqual(['unauthenticated', 'forbidden', 'may-only-propose']);
  expect(codesThat(({ means }) => means === 'changed')).toEqual(['changed-meanwhile', 'other-digest']);
});

it('repeats a call only after a temporary failure', () => {
  expect(codesThat(({ again }) => again)).toEqual(problemCodes.filter((code) => catalogued(code).again === 'later'));
});

it.each([
  [200, 'unknown', false],
  [302, 'unknown', false],
  [401, 'login', false],
  [403, 'unknown', false],
  [404, 'unknown', false],
  [407, 'login', false],
  [413, 'unknown', false],
  [429, 'not-done', true],
  [502, 'unknown', true],
] as const)('treats a foreign answer of %i as %s', (status, means, again) => {
  expect(failureOf(new UnexpectedAnswerError(status, 'text/html', 7))).toEqual({
    ...{ means, again, afterSeconds: 7 },
    code: undefined,
  });
});

it.each([
  ['ECONNREFUSED', 'not-done', true],
  ['ENOTFOUND', 'not-done', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'not-done', true],
  ['ECONNRESET', 'unknown', true],
  ['UND_ERR_SOCKET', 'unknown', true],
  [undefined, 'unknown', true],
  ['BLOCKED_PORT', 'not-done', false],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'not-done', false],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not-done', false],
] as const)('treats a connection that failed by %s as %s', (causeCode, means, again) => {
  expect(failureOf(new ConnectionError('network', causeCode))).toMatchObject({ means, again });
});

it('waits as the service says, or longer each time', () => {
  expect(secondsBeforeNext(failureOf(problem('overloaded', 9)), 1)).toBe(9);
  expect([1, 2, 3].map((tries) => secondsBeforeNext({ afterSeconds: undefined }, tries))).toEqual([1, 2, 4]);
});
