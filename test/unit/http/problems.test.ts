import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue, errorCodes } from '../../../src/domain/error-catalogue.js';
import { problemOf } from '../../../src/http/problems.js';

/** The interface's promise; a change here is a change for every caller. */
const promised: Record<ErrorCode, number> = {
  'invalid-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'cross-site': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'too-many-failed-logins': 429,
  'phone-not-found': 404,
  'profile-not-found': 404,
  'entry-not-found': 404,
  'history-off': 404,
  'change-not-found': 404,
  'run-not-found': 404,
  'history-unavailable': 503,
  'inventory-off': 404,
  'inventory-incomplete': 503,
  'finding-not-found': 404,
  'not-kept': 504,
  'not-representable': 409,
  'changed-meanwhile': 412,
  'rejected-by-call-manager': 422,
  'call-manager-refused-credentials': 502,
  'axl-service-unavailable': 502,
  'axl-version-unsupported': 502,
  'call-manager-fault': 502,
  'call-manager-busy': 503,
  'call-manager-unavailable': 503,
  'call-manager-unreachable': 502,
  'call-manager-timeout': 504,
  'call-manager-answer-invalid': 502,
  'outcome-unknown': 504,
  overloaded: 503,
  'internal-error': 500,
};

describe('problems', () => {
  it('give every code the status that was promised', () => {
    expect(Object.fromEntries(Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]))).toEqual(
      promised,
    );
  });

  it('never say 401 for a login that the call manager refused', () => {
    expect(promised['call-manager-refused-credentials']).not.toBe(401);
  });

  it.each(errorCodes)('%s has a title, a type of its own and no more than it was given', (code) => {
    const { problem } = problemOf(code, { detail: 'Why.' }, 'id');
    expect(problem.title).not.toBe('');
    expect(problem).toEqual({
      type: `urn:axl-phone-proxy:problem:${code}`,
      title: problem.title,
      status: promised[code],
      detail: 'Why.',
      code,
      requestId: 'id',
    });
  });

  it("carry the call manager's code and the fields at fault, but never the cause", () => {
    const fields = [{ field: 'query.dirn', detail: 'is missing' }];
    const facts = { detail: 'Why.', axlCode: 0, fields, cause: 'ECONNRESET', effect: 'unknown' };
    const { problem } = problemOf('invalid-request', facts, 'id');
    expect(problem).toMatchObject({ axlCode: 0, errors: fields });
    expect(JSON.stringify(problem)).not.toMatch(/ECONNRESET|mayBeApplied/);
  });

  it('tell when to try again with 503 and 429 alone', () => {
    const waits = errorCodes.filter((code) => problemOf(code, { detail: '' }, 'id').retryAfterSeconds !== undefined);
    expect(waits.map((code) => promised[code]).every((status) => status === 503 || status === 429)).toBe(true);
    expect(waits).toContain('call-manager-busy');
    expect(problemOf('overloaded', { detail: '', retryAfterSeconds: 0 }, 'id').retryAfterSeconds).toBe(0);
    expect(problemOf('internal-error', { detail: '', retryAfterSeconds: 9 }, 'id').retryAfterSeconds).toBeUndefined();
  });
});
