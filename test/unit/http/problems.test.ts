import { describe, expect, it } from 'vitest';
import { catalogued, errorCodes } from '../../../src/domain/error-catalogue.js';
import { problemOf } from '../../../src/http/problems.js';

describe('problems', () => {
  it('never have status 401 for a login that the call manager refused', () => {
    expect(catalogued('call-manager-refused-credentials').status).not.toBe(401);
  });

  it.each(errorCodes)('%s has a title, a separate type and only the given members', (code) => {
    const { problem } = problemOf(code, { detail: 'Why.' }, 'id');
    expect(problem.title).not.toBe('');
    expect(problem).toEqual({
      type: `urn:axl-phone-proxy:problem:${code}`,
      title: problem.title,
      status: catalogued(code).status,
      detail: 'Why.',
      code,
      requestId: 'id',
    });
  });

  it('have the call manager’s code and the wrong fields, but never the cause', () => {
    const fields = [{ field: 'query.dirn', detail: 'is missing' }];
    const facts = { detail: 'Why.', axlCode: 0, fields, cause: 'ECONNRESET', effect: 'unknown' };
    const { problem } = problemOf('invalid-request', facts, 'id');
    expect(problem).toMatchObject({ axlCode: 0, errors: fields });
    expect(JSON.stringify(problem)).not.toMatch(/ECONNRESET|mayBeApplied/);
  });

  it('say when to try again only with 503 and 429', () => {
    const waits = errorCodes.filter((code) => problemOf(code, { detail: '' }, 'id').retryAfterSeconds !== undefined);
    expect(waits.map((code) => catalogued(code).status).every((status) => status === 503 || status === 429)).toBe(true);
    expect(waits).toContain('call-manager-busy');
    expect(problemOf('overloaded', { detail: '', retryAfterSeconds: 0 }, 'id').retryAfterSeconds).toBe(0);
    expect(problemOf('internal-error', { detail: '', retryAfterSeconds: 9 }, 'id').retryAfterSeconds).toBeUndefined();
  });
});
