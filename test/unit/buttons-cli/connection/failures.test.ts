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
const unreachable = 'the service cannot be reached';
const somethingElse = 'something other than this service answered';

function problemOf(code: ErrorCode, errors?: readonly FieldProblem[], said?: string): ProblemError {
  const { status, title, example }: CatalogueEntry = errorCatalogue[code];
  const { detail, fields } = { ...example, ...(said !== undefined && { detail: said }) };
  const problem = { type: 'about:blank', status, title, detail, code, requestId: 'r1', errors: errors ?? fields };
  return new ProblemError(problem, undefined, undefined);
}

describe('a problem, as a person reads it', () => {
  it.each(Object.keys(errorCatalogue) as ErrorCode[])('%s holds nothing that only a program knows', (code) => {
    const { detail, brief } = failureOf(problemOf(code), url);
    for (const text of [detail, brief]) expect(text).not.toMatch(/query\.|body\[|If-Match|ETag/);
    expect(detail).toMatch(/[.)]$/);
    expect(brief.length).toBeLessThan(60);
  });

  it.each([
    [['body[1].label', 'body[11]'], 'the label of item 2 is wrong; item 12 is wrong.'],
    [['body.relabel.dirn', 'body.replace[4].to'], 'the number is wrong; the new number of item 5 is wrong.'],
    [['body.remove.dirns[1]', 'body.add.entry.label'], 'the number of item 2 is wrong; the label is wrong.'],
    [['body.reason', 'body.add.index'], '--reason is wrong; the index is wrong.'],
    [['query.dirn', 'query.search'], 'the number is wrong; the text is wrong.'],
    [['query.before', 'title'], 'before is wrong; title is wrong.'],
    [['xbody[1]', 'body[1].label.x'], 'xbody[1] is wrong; body[1].label.x is wrong.'],
    [[], 'It is no good.'],
  ])('names the error in common words: %j', (fields, told) => {
    const wrong = fields.map((field) => ({ field, detail: 'is wrong' }));
    const { detail, brief } = failureOf(problemOf('invalid-request', wrong, 'It is no good.'), url);
    expect(detail).toBe(`${told} (invalid-request, request r1)`);
    expect(brief).toBe('the request is not valid');
  });

  it('is not made from a programming error', () => {
    const mistake = new TypeError('no function');
    expect(() => failureOf(mistake, url)).toThrow(mistake);
  });
});

describe('a failed connection, as a person reads it', () => {
  it.each([
    [new ConnectionError('network', 'ECONNREFUSED'), 'nothing listens there (ECONNREFUSED)', unreachable],
    [new ConnectionError('network', 'ENOTFOUND'), 'the name does not exist (ENOTFOUND)', unreachable],
    [new ConnectionError('network', 'BLOCKED_PORT'), 'reserved for another protocol', unreachable],
    [new ConnectionError('network', 'ENEW'), 'cannot be reached (ENEW)', unreachable],
    [new ConnectionError('network', undefined), 'cannot be reached (unknown)', unreachable],
    [new ConnectionError('network', 'CERT_HAS_EXPIRED'), 'it has expired (CERT_HAS_EXPIRED)', unreachable],
    [new ConnectionError('network', 'CERT_REVOKED'), 'is not trusted: it is refused (CERT_REVOKED)', unreachable],
    [
      new ConnectionError('network', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      'no TLS version or cipher in common (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
      unreachable,
    ],
    [new ConnectionError('network', 'ERR_SSL_WRONG_VERSION_NUMBER'), 'Try http', unreachable],
    [new ConnectionError('network', 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'its authority is not known here', unreachable],
    [new ConnectionError('network', 'SELF_SIGNED_CERT_IN_CHAIN'), 'Set PHONE_PROXY_CA_FILE to', unreachable],
    [new ConnectionError('timeout', undefined), 'did not answer in time', 'the service did not answer in time'],
    [new UnexpectedAnswerError(200, 'text/html', undefined), 'HTTP 200, text/html', somethingElse],
    [new UnexpectedAnswerError(204, undefined, undefined), 'HTTP 204, no content type', somethingElse],
  ])('%s says what, and where', (thrown, text, inShort) => {
    const { detail, brief } = failureOf(thrown, url);
    expect(detail).toContain(text);
    expect(detail).toContain(url);
    expect(brief).toBe(inShort);
  });
});
