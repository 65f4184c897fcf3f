import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../src/domain/errors.js';
import { networkError, notSent, timedOut, wasNotSent } from '../../../../src/axl/transport/network-errors.js';

const failure = (code: string) => Object.assign(new Error('foreign'), { code });

describe('a failure below HTTP', () => {
  it('leaves the effect unknown only after the request had started to be sent', () => {
    const code = 'call-manager-unreachable';
    const cause = 'ECONNRESET';
    expect(networkError(failure(cause), true)).toMatchObject({ code, facts: { effect: 'unknown', cause } });
    expect(networkError(failure(cause), false)).toMatchObject({ code, facts: { effect: 'none', cause } });
  });

  it.each([
    ['its own code', failure('ECONNREFUSED'), 'ECONNREFUSED'],
    ['the code of its cause', new TypeError('fetch failed', { cause: failure('EPIPE') }), 'EPIPE'],
    ['the code of the first address', new AggregateError([failure('EHOSTUNREACH'), failure('EPERM')]), 'EHOSTUNREACH'],
    [
      'the code of its cause, if no address was tried',
      new AggregateError([], '', { cause: failure('EPIPE') }),
      'EPIPE',
    ],
    ['unknown, without a code', new Error('foreign'), 'unknown'],
    ['unknown, where its code is no text', Object.assign(new Error('foreign'), { code: 7 }), 'unknown'],
    ['unknown, where it is a text', 'ECONNRESET', 'unknown'],
    ['unknown, where it is nothing', null, 'unknown'],
    ['unknown, where it is undefined', undefined, 'unknown'],
  ])('is told by %s, and nothing else of the foreign error', (_how, thrown, cause) => {
    const error = networkError(thrown, false);
    expect(error.facts.cause).toBe(cause);
    expect(JSON.stringify([error, error.facts, error.message])).not.toContain('foreign');
  });

  it.each([
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/],
    ['CERT_HAS_EXPIRED', /expired or not valid yet/],
    ['CERT_NOT_YET_VALID', /expired or not valid yet/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /AXL_CA_FILE/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /AXL_CA_FILE/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /version of TLS/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /right port/],
    ['ECONNREFUSED', /^The connection to the call manager failed\.$/],
  ])('%s says what can be done about it', (code, advice) => {
    expect(networkError(failure(code), false).message).toMatch(advice);
  });
});

describe('a request that was not sent', () => {
  it('is distinguished from one that was sent, and from errors from elsewhere', () => {
    expect(wasNotSent(timedOut('none', notSent))).toBe(true);
    expect(wasNotSent(timedOut('unknown', 'time-out'))).toBe(false);
    expect(wasNotSent(Object.assign(new Error('foreign'), { facts: { cause: notSent } }))).toBe(false);
    expect(timedOut('none', notSent)).toBeInstanceOf(ServiceError);
    expect(timedOut('none', notSent).code).toBe('call-manager-timeout');
  });
});
