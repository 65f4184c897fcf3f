import type { Effect } from '../../../../src/domain/resend-policy.js';
import { describe, expect, it } from 'vitest';
import { AxlFault, refusalByStatus, ReleaseRefused, soapFault } from '../../../../src/axl/soap/soap-faults.js';
import { networkError, notFromAxl, responseInvalid, timedOut } from '../../../../src/axl/transport/network-errors.js';
import { DocumentParser } from '../../../../src/axl/soap/xml-reader.js';

function faultOf(content: string, redact: (words: string) => string = (words) => words) {
  const parser = new DocumentParser();
  parser.write(`<soapenv:Fault xmlns:soapenv="x">${content}</soapenv:Fault>`);
  return soapFault(parser.end(), { forCaller: redact, forLog: redact });
}

function axlFault(code: string, message: string): string {
  return (
    `<faultcode>soapenv:Server</faultcode><faultstring>${message}</faultstring><detail><ns:axlError xmlns:ns="y">` +
    `<axlcode>${code}</axlcode><axlmessage>${message}</axlmessage><request>getPhone</request></ns:axlError></detail>`
  );
}

describe('a status other than 200 and 500', () => {
  it.each<[number, string, Effect]>([
    [401, 'call-manager-refused-credentials', 'refused'],
    [403, 'call-manager-refused-credentials', 'refused'],
    [404, 'axl-service-unavailable', 'refused'],
    [413, 'call-manager-fault', 'refused'],
    [429, 'call-manager-busy', 'refused'],
    [503, 'call-manager-busy', 'refused'],
    [599, 'axl-version-unsupported', 'refused'],
    [204, 'call-manager-answer-invalid', 'unknown'],
    [301, 'call-manager-answer-invalid', 'refused'],
    [302, 'call-manager-answer-invalid', 'refused'],
    [303, 'call-manager-answer-invalid', 'unknown'],
    [307, 'call-manager-answer-invalid', 'refused'],
    [308, 'call-manager-answer-invalid', 'refused'],
    [405, 'call-manager-answer-invalid', 'refused'],
    [400, 'call-manager-answer-invalid', 'unknown'],
    [418, 'call-manager-answer-invalid', 'unknown'],
    [501, 'call-manager-answer-invalid', 'unknown'],
    [502, 'call-manager-answer-invalid', 'unknown'],
    [504, 'call-manager-answer-invalid', 'unknown'],
  ])('%i is %s; effect: %s', (status, code, effect) => {
    expect(refusalByStatus(status, undefined, '')).toMatchObject({
      code,
      facts: { effect, cause: `HTTP ${status}` },
    });
  });

  it.each([
    ['<!DOCTYPE html><html><body>HTTP Status 400</body></html>', 'refused'],
    ['<html><head><title>x</title></head></html>', 'refused'],
    ['\uFEFF\n<!-- custom Cisco error page -->\n<!-- x --><HTML lang="en">', 'refused'],
    ['<!doctype \n html>', 'refused'],
    ['{"page":"<html>"}', 'unknown'],
    ['', 'unknown'],
    ['Bad Request', 'unknown'],
    ['{"html":true}', 'unknown'],
    ['<?xml version="1.0"?><soapenv:Envelope/>', 'unknown'],
    ['<soapenv:Envelope><x>&lt;html></x></soapenv:Envelope>', 'unknown'],
    ['<htmlish/>', 'unknown'],
    [`<!--${'<!--'.repeat(4_000)}`, 'unknown'],
  ])('400 with %j; effect: %s', (page, effect) => {
    expect(refusalByStatus(400, undefined, page)).toMatchObject({
      code: 'call-manager-answer-invalid',
      why: 'no-axl-answer',
      facts: { effect, detail: 'The call manager answered with HTTP status 400.' },
    });
  });

  it('may have been carried out if a page comes with another status than 400', () => {
    expect(refusalByStatus(502, undefined, '<html></html>').facts.effect).toBe('unknown');
  });

  it('names no releases if the page names none, and no supported ones if it names only others', () => {
    const named = (page: string) => {
      const refusal = refusalByStatus(599, undefined, page);
      return refusal instanceof ReleaseRefused ? refusal.named : 'no refusal of a release';
    };
    expect([named('<html/>'), named('Supported axl versions are 6.0')]).toEqual([undefined, []]);
  });

  it('says what an operator can do', () => {
    expect(refusalByStatus(401, undefined, '').facts.detail).toContain('credentials');
    expect(refusalByStatus(403, undefined, '').facts.detail).toContain('lacks the AXL role');
    expect(refusalByStatus(404, undefined, '').facts.detail).toContain('not activated');
  });

  it('says when to try again, if the call manager said so', () => {
    for (const status of [429, 503]) {
      expect(refusalByStatus(status, 30, '').facts.retryAfterSeconds).toBe(30);
      expect(refusalByStatus(status, undefined, '').facts).not.toHaveProperty('retryAfterSeconds');
    }
  });

  it('shows only the releases of the page', () => {
    const page =
      '<html><body>Incorrect axl version. Supported axl versions are 12.x, 14.0 and 15.0 at 10.1.2.3:8443, Basic YTpi</body></html>';
    const refusal = refusalByStatus(599, undefined, page);
    expect(refusal).toBeInstanceOf(ReleaseRefused);
    expect(refusal.facts.detail).toContain('12.x, 14.0, 15.0');
    expect(refusal.facts.detail).not.toContain('YTpi');
    expect(refusal instanceof ReleaseRefused && refusal.named).toEqual(['15.0', '14.0', '12.5', '12.0']);
    expect(refusalByStatus(599, undefined, '<html/>').facts.detail).toContain('names no other');
    for (const status of [401, 403, 404, 413, 429, 503, 502]) {
      expect(JSON.stringify(refusalByStatus(status, undefined, page).facts)).not.toMatch(/html|YTpi|10\.1/);
    }
  });
});

describe('a SOAP fault', () => {
  it.each(['5007', '5003', '-239', '-691', '201', '-1', '0'])('with axlcode %s is shown with its words', (code) => {
    expect(faultOf(axlFault(code, 'Item not valid: x'))).toMatchObject({
      code: 'call-manager-fault',
      facts: { detail: 'Item not valid: x', axlCode: Number(code), effect: 'refused', cause: 'soapenv:Server' },
    });
  });

  it('about memory is "busy", as a 503 is', () => {
    const memory = 'Maximum AXL Memory Allocation Consumed. Please retry once requests in progress have completed';
    expect(faultOf(axlFault('-1', memory))).toMatchObject({
      code: 'call-manager-busy',
      facts: { effect: 'refused', cause: 'AXL memory' },
    });
    expect(faultOf(axlFault('5003', memory)).code).toBe('call-manager-fault');
    expect(faultOf(axlFault('-1', 'Query request too large. Total rows matched: 2816 rows.')).code).toBe(
      'call-manager-fault',
    );
  });

  const locked = [107, 113, 143, 144, 154, 243, 244, 245].map((code) => [code, 'database-locked'] as const);
  it.each(
    [...locked, [908, 'database-down'] as const].flatMap(([code, why]) => [
      [code, why] as const,
      [-code, why] as const,
    ]),
  )('with the code %i of the database passes by itself: %s', (axlCode, why) => {
    const thrown = faultOf(axlFault(String(axlCode), 'S3cret words of the database'));
    expect(thrown).toMatchObject({ code: 'call-manager-busy', why, facts: { axlCode, effect: 'refused', cause: why } });
    expect(thrown).not.toBeInstanceOf(AxlFault);
    expect(thrown.facts.detail).not.toContain('S3cret');
  });

  it.each([106, -142, -242, -246, 909, -1213])('with the code %i of the database does not pass', (axlCode) => {
    expect(faultOf(axlFault(String(axlCode), 'x'))).toMatchObject({
      code: 'call-manager-fault',
      why: 'call-manager-fault',
    });
  });

  it.each([
    ['no detail', '<faultcode>c</faultcode><faultstring>only this</faultstring>', 'only this', undefined],
    ['no axlmessage', '<faultstring>s</faultstring><detail><axlError><axlcode>7</axlcode></axlError></detail>', 's', 7],
    ['no text', '<faultstring> </faultstring>', 'The call manager answered with an empty fault.', undefined],
    ['nothing', '', 'The call manager answered with an empty fault.', undefined],
    ['a code of letters', axlFault('DB', 'x'), 'x', undefined],
    ['a code that is too long', axlFault('12345678901234567890', 'x'), 'x', undefined],
    ['a code with spaces', axlFault(' 5007\n', 'x'), 'x', 5007],
  ])('with %s', (_what, content, detail, axlCode) => {
    const { code, facts } = faultOf(content);
    expect([code, facts.detail, facts.axlCode]).toEqual(['call-manager-fault', detail, axlCode]);
  });

  it.each(['axl:', ''])('of an older release (%s) is shown with its code and words', (prefix) => {
    const old =
      `<faultcode>soapenv:Client</faultcode><faultstring>old</faultstring><detail><${prefix}Error xmlns:axl="y">` +
      `<${prefix}code>5007</${prefix}code><${prefix}message>Item not valid</${prefix}message></${prefix}Error></detail>`;
    const { code, facts } = faultOf(old);
    expect([code, facts.detail, facts.axlCode]).toEqual(['call-manager-fault', 'Item not valid', 5007]);
  });

  it('is shown with the words of AXL rather than with those of SOAP, and always has a cause', () => {
    const detail = '<detail><axlError><axlcode>7</axlcode><axlmessage>of\r\nAXL</axlmessage></axlError></detail>';
    const { facts } = faultOf(`<faultstring>of SOAP</faultstring>${detail}`);
    expect(facts).toMatchObject({ detail: 'of AXL', cause: 'fault' });
    expect(faultOf(axlFault('1', 'a&#13;&#10;b')).facts.detail).toBe('a b');
  });

  it('is shown on one line, shortened', () => {
    expect(faultOf(axlFault('1', `a&#10;b\tc ${'x'.repeat(5_000)}`)).facts.detail).toMatch(/^a b c x{494}$/);
    expect(faultOf(`<faultcode>${'c'.repeat(5_000)}</faultcode>`).facts.cause).toHaveLength(500);
  });
});

describe('a SOAP fault that quotes the request', () => {
  const redact = (words: string) => words.replaceAll('S3cret', '[hidden]');

  it('is shown without the quote, in its words and in its code', () => {
    const { facts } = faultOf(`<faultcode>S3cret</faultcode><faultstring>no S3cret, S3cret</faultstring>`, redact);
    expect(facts).toMatchObject({ detail: 'no [hidden], [hidden]', cause: '[hidden]' });
  });

  it('is shown without a part of the quote, if its words are shortened', () => {
    const { facts } = faultOf(axlFault('1', `${'x'.repeat(497)}S3cret`), redact);
    expect(facts.detail).toBe(`${'x'.repeat(497)}[hi`);
  });
});

describe('a failure below HTTP', () => {
  const failed = (code: string) => Object.assign(new Error('connect 10.1.2.3 with Basic YTpi'), { code });

  it.each([true, false])('may have been applied if something was sent (%s)', (sent) => {
    for (const code of ['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EPIPE', 'UND_ERR_SOCKET', 'EPROTO']) {
      expect(networkError(failed(code), sent)).toMatchObject({
        code: 'call-manager-unreachable',
        facts: { effect: sent ? 'unknown' : 'none', cause: code, detail: 'The connection to the call manager failed.' },
      });
    }
  });

  it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN'])(
    '%s says what to do about the certificate',
    (code) => {
      const { facts } = networkError(failed(code), false);
      expect(facts).toMatchObject({ cause: code, effect: 'none' });
      expect(facts.detail).toContain('AXL_CA_FILE');
    },
  );

  it('says that a certificate is for another name', () => {
    expect(networkError(failed('ERR_TLS_CERT_ALTNAME_INVALID'), false).facts.detail).toContain('another host name');
  });

  it('keeps only the code of the foreign error, wherever the code is', () => {
    const inside = new Error('outer', { cause: failed('ECONNRESET') });
    const several = new AggregateError([failed('ECONNREFUSED'), failed('EHOSTUNREACH')], 'all failed');
    expect(networkError(inside, true).facts.cause).toBe('ECONNRESET');
    expect(networkError(several, false).facts.cause).toBe('ECONNREFUSED');
    for (const thrown of [undefined, null, 'text', {}, new Error('Basic YTpi'), new AggregateError([])]) {
      expect(networkError(thrown, true).facts.cause).toBe('unknown');
    }
    const failure = networkError(failed('ECONNRESET'), true);
    expect(failure.cause).toBeUndefined();
    expect(JSON.stringify([failure.facts, failure.message])).not.toMatch(/YTpi|10\.1/);
  });
});

describe('other errors', () => {
  it('time-outs say whether the request had been sent', () => {
    expect(timedOut('unknown', 'x')).toMatchObject({ code: 'call-manager-timeout', facts: { effect: 'unknown' } });
    expect(timedOut('none', 'x')).toMatchObject({ code: 'call-manager-timeout', facts: { effect: 'none' } });
  });

  it('an invalid answer proves nothing', () => {
    expect(responseInvalid('What.')).toMatchObject({
      code: 'call-manager-answer-invalid',
      why: 'call-manager-answer-invalid',
      facts: { detail: 'What.', effect: 'unknown', cause: 'answer' },
    });
    expect(notFromAxl('What.', 'HTTP 502')).toMatchObject({
      code: 'call-manager-answer-invalid',
      why: 'no-axl-answer',
      facts: { detail: 'What.', effect: 'unknown', cause: 'HTTP 502' },
    });
  });
});
