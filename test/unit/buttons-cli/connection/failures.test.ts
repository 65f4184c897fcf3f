import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../../src/buttons-cli/connection/failures.js';
import {
  ConnectionError,
  type FieldProblem,
  ProblemError,
  UnexpectedAnswerError,
} from '../../../../src/client/index.js';
import { type CatalogueEntry, type ErrorCode, errorCatalogue } from '../../../../src/domain/error-catalogue.js';

const url = 'https://phones.example.com/';

function problemOf(code: ErrorCode, errors?: readonly FieldProblem[]): ProblemError {
  const { status, title, example }: CatalogueEntry = errorCatalogue[code];
  const { detail, fields } = example;
  const problem = { type: 'about:blank', status, title, detail, code, requestId: 'r1', errors: errors ?? fields };
  return new ProblemError(problem, undefined, undefined);
}

describe('what a person reads of a problem', () => {
  it.each(Object.keys(errorCatalogue) as ErrorCode[])('%s holds nothing that only a program knows', (code) => {
    const { detail, brief } = failureOf(problemOf(code), url);
    for (const text of [detail, brief]) expect(text).not.toMatch(/query\.|body\[|If-Match|ETag/);
    expect(detail).toMatch(/[.)]$/);
    expect(brief.length).toBeLessThan(60);
  });

  it('names the button that is wrong as people count', () => {
    const wrong = [{ field: 'body[1].label', detail: 'is too long' }];
    const { detail } = failureOf(problemOf('invalid-request', wrong), url);
    expect(detail).toBe('label of the 2. button is too long. (invalid-request, request r1)');
  });
});

describe('what a person reads of a connection that failed', () => {
  it.each([
    [new ConnectionError('network', 'ECONNREFUSED'), 'nothing listens there (ECONNREFUSED)'],
    [new ConnectionError('network', 'ENOTFOUND'), 'there is no such name (ENOTFOUND)'],
    [new ConnectionError('network', 'ENEW'), 'cannot be reached (ENEW)'],
    [new ConnectionError('network', 'CERT_HAS_EXPIRED'), 'it has expired (CERT_HAS_EXPIRED)'],
    [new ConnectionError('network', 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'no authority that is known here vouches for it'],
    [new ConnectionError('timeout', undefined), 'did not answer in time'],
    [new UnexpectedAnswerError(200, 'text/html', undefined), 'HTTP 200, text/html'],
  ])('%s says what, and where', (thrown, text) => {
    const { detail } = failureOf(thrown, url);
    expect(detail).toContain(text);
    expect(detail).toContain(url);
  });
});
