import { describe, expect, it, vi } from 'vitest';
import { Credentials } from '../../../../src/axl/nodes/credentials.js';
import { Session } from '../../../../src/axl/nodes/session.js';
import type { HttpResponse } from '../../../../src/axl/transport/transport.js';
import { deferred } from '../../../support/fake-port.js';

const basic = `Basic ${Buffer.from('axl:secret').toString('base64')}`;

const response = (status = 200, ...setCookies: string[]): HttpResponse => ({
  status,
  header: () => undefined,
  cookies: () => setCookies,
  body: () => new Uint8Array(),
  cut: false,
});
const withCookie = (value: string, status = 200): HttpResponse => response(status, `JSESSIONIDSSO=${value}; Path=/`);

/** A session, and a node that gives these responses in order. */
function sessionWith(...responses: (HttpResponse | Promise<HttpResponse>)[]) {
  const credentials = new Credentials('axl', 'secret', 60_000);
  const logins: string[] = [];
  const refusals: string[] = [];
  const session = new Session(
    credentials,
    ({ requestId }) => logins.push(requestId),
    ({ requestId }) => refusals.push(requestId),
  );
  const sent: string[] = [];
  const ask = async (requestId: string, { signal = new AbortController().signal, mayLogIn = true } = {}) => {
    const send = (headers: Readonly<Record<string, string>>): Promise<HttpResponse> => {
      sent.push(headers['cookie'] ?? headers['authorization'] ?? 'nothing');
      return Promise.resolve(responses.shift() ?? response());
    };
    return (await session.send({ send, signal: () => signal, request: { requestId }, mayLogIn: () => mayLogIn }))
      .status;
  };
  return { ask, credentials, sent, logins, refusals };
}

const withPlainCookie = (value: string, status = 200): HttpResponse => response(status, `JSESSIONID=${value}; Path=/`);

const cookie = (value: string): string => `JSESSIONIDSSO=${value}`;
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a session', () => {
  it('starts with the credentials, and continues with only the cookie', async () => {
    const { ask, credentials, sent, logins } = sessionWith(withCookie('A1'));
    expect(await ask('first')).toBe(200);
    expect(await ask('second')).toBe(200);
    expect(sent).toEqual([basic, cookie('A1')]);
    expect(logins).toEqual(['first']);
    expect(credentials.redact('is A1 known?')).toBe('is [hidden] known?');
  });

  it.each([301, 302, 303, 307, 308, 401, 404])('that has expired with a %i starts again', async (status) => {
    const { ask, sent, logins, refusals } = sessionWith(withCookie('A1'), response(status), withCookie('B2'));
    await ask('first');
    expect(await ask('second')).toBe(200);
    await ask('third');
    expect(sent).toEqual([basic, cookie('A1'), basic, cookie('B2')]);
    expect(logins).toEqual(['first', 'second']);
    expect(refusals).toEqual([]);
  });

  it.each([200, 400, 403, 500, 503, 599])('continues after a %i', async (status) => {
    const { ask, sent } = sessionWith(withCookie('A1'), response(status));
    await ask('first');
    expect(await ask('second')).toBe(status);
    await ask('third');
    expect(sent).toEqual([basic, cookie('A1'), cookie('A1')]);
  });

  it('that has expired is not started again by a request that must not be repeated', async () => {
    const { ask, sent } = sessionWith(withCookie('A1'), response(303));
    await ask('first');
    expect(await ask('second', { mayLogIn: false })).toBe(303);
    await ask('third');
    expect(sent).toEqual([basic, cookie('A1'), basic]);
  });

  it('continues with the newest cookie', async () => {
    const { ask, sent } = sessionWith(withCookie('A1'), withCookie('B2'));
    for (const requestId of ['first', 'second', 'third']) await ask(requestId);
    expect(sent).toEqual([basic, cookie('A1'), cookie('B2')]);
  });

  it('continues with the cookie of a 404, but not with that of a 401', async () => {
    const found = sessionWith(withCookie('A1'), withCookie('B2', 404));
    await found.ask('first');
    await found.ask('second');
    expect(found.sent).toEqual([basic, cookie('A1'), cookie('B2')]);
    const refused = sessionWith(withCookie('A1'), withCookie('B2', 401));
    await refused.ask('first');
    await refused.ask('second');
    expect(refused.sent).toEqual([basic, cookie('A1'), basic]);
  });

  it('whose cookies are refused twice sends the credentials', async () => {
    const { ask, sent } = sessionWith(withCookie('A1'), withCookie('B2', 404), withCookie('C3', 404), response(500));
    await ask('first');
    expect(await ask('second')).toBe(500);
    expect(sent).toEqual([basic, cookie('A1'), cookie('B2'), basic]);
  });

  it('ends with a cookie that ends it', async () => {
    const { ask, credentials, sent } = sessionWith(withCookie('A1'), withCookie('REMOVE'));
    for (const requestId of ['first', 'second', 'third']) await ask(requestId);
    expect(sent).toEqual([basic, cookie('A1'), basic]);
    expect(credentials.redact('undefined')).toBe('undefined');
  });

  it('is not ended by a late answer of the session before', async () => {
    const late = deferred<HttpResponse>();
    const { ask, sent } = sessionWith(withCookie('A1'), late.promise, withCookie('B2'));
    await ask('first');
    const second = ask('second');
    await ask('third');
    late.resolve(response(401));
    expect(await second).toBe(200);
    expect(sent).toEqual([basic, cookie('A1'), cookie('A1'), cookie('B2')]);
  });
});

describe('requests at the same moment', () => {
  it('log in once', async () => {
    const login = deferred<HttpResponse>();
    const { ask, sent, logins } = sessionWith(login.promise);
    const both = [ask('first'), ask('second')];
    await soon();
    expect(sent).toEqual([basic]);
    login.resolve(withCookie('A1'));
    await Promise.all(both);
    expect(sent).toEqual([basic, cookie('A1')]);
    expect(logins).toEqual(['first']);
  });

  it.each([
    ['no cookie', response()],
    ['a cookie that is over', withCookie('REMOVE')],
  ])('log in each for itself where the one before got %s', async (_what, answer) => {
    const login = deferred<HttpResponse>();
    const { ask, sent } = sessionWith(login.promise, deferred<HttpResponse>().promise);
    const first = ask('first');
    void ask('second');
    login.resolve(answer);
    await first;
    await soon();
    void ask('third');
    await soon();
    expect(sent).toEqual([basic, basic, basic]);
  });

  it('log in once more if their session has expired', async () => {
    const login = deferred<HttpResponse>();
    const { ask, sent } = sessionWith(withCookie('A1'), response(401), response(401), login.promise);
    await ask('first');
    const both = [ask('second'), ask('third')];
    await soon();
    login.resolve(withCookie('B2'));
    await Promise.all(both);
    expect(sent).toEqual([basic, cookie('A1'), cookie('A1'), basic, cookie('B2')]);
  });

  it('log in in sequence if the refusal before may not be from AXL', async () => {
    const login = deferred<HttpResponse>();
    const { ask, sent } = sessionWith(response(403), login.promise);
    expect(await ask('first')).toBe(403);
    const both = [ask('second'), ask('third')];
    await soon();
    expect(sent).toEqual([basic, basic]);
    login.resolve(withCookie('A1'));
    await Promise.all(both);
    expect(sent).toEqual([basic, basic, cookie('A1')]);
  });

  it('wait for the current login, even if one with older credentials ends meanwhile', async () => {
    const [old, renewed] = [deferred<HttpResponse>(), deferred<HttpResponse>()];
    const { ask, credentials, sent } = sessionWith(old.promise, renewed.promise);
    const first = ask('first', { mayLogIn: false });
    await soon();
    credentials.renew('axl', 'secret');
    const second = ask('second');
    await soon();
    old.resolve(response(401));
    await first;
    const third = ask('third');
    await soon();
    renewed.resolve(withCookie('A1'));
    await Promise.all([second, third]);
    expect(sent).toEqual([basic, basic, cookie('A1')]);
  });

  it('do not wait for a login longer than they have time', async () => {
    const { ask, sent } = sessionWith(deferred<HttpResponse>().promise);
    void ask('first');
    const own = new AbortController();
    const second = ask('second', { signal: own.signal }).catch((thrown: unknown) => thrown);
    await soon();
    own.abort();
    // Nothing was sent: it did not get a turn to log in either.
    expect(await second).toMatchObject({ code: 'call-manager-timeout', facts: { effect: 'none' } });
    expect(sent).toEqual([basic]);
  });

  it('do not wait for a login with credentials that have been renewed since', async () => {
    const login = deferred<HttpResponse>();
    const { ask, credentials, sent } = sessionWith(login.promise);
    const first = ask('first');
    await soon();
    credentials.renew('axl', 'other');
    await ask('second');
    expect(sent).toEqual([basic, `Basic ${Buffer.from('axl:other').toString('base64')}`]);
    login.resolve(response(401));
    await first;
  });
});

describe('credentials that are refused', () => {
  it('are reported once, and are not sent again', async () => {
    const { ask, sent, logins, refusals } = sessionWith(response(401));
    expect(await ask('first')).toBe(401);
    await expect(ask('second')).rejects.toMatchObject({ code: 'call-manager-refused-credentials' });
    expect(sent).toEqual([basic]);
    expect(logins).toEqual(['first']);
    expect(refusals).toEqual(['first']);
  });

  it('but renewed meanwhile are sent again, if the request may be repeated', async () => {
    const refused = deferred<HttpResponse>();
    const { ask, credentials, sent, refusals } = sessionWith(refused.promise, withCookie('A1'));
    const first = ask('first');
    await soon();
    credentials.renew('axl', 'other');
    refused.resolve(response(401));
    expect(await first).toBe(200);
    expect(sent).toHaveLength(2);
    expect(refusals).toEqual([]);
  });

  it('but renewed meanwhile are not sent for a request that must not be repeated', async () => {
    const refused = deferred<HttpResponse>();
    const { ask, credentials, sent } = sessionWith(refused.promise);
    const first = ask('first', { mayLogIn: false });
    await soon();
    credentials.renew('axl', 'other');
    refused.resolve(response(401));
    expect(await first).toBe(401);
    expect(sent).toHaveLength(1);
  });

  it('differ from a login without a response, after which the next one gets its turn', async () => {
    const lost = Promise.reject<HttpResponse>(new Error('lost'));
    lost.catch(vi.fn());
    const { ask, sent, logins } = sessionWith(lost);
    await expect(ask('first')).rejects.toThrow('lost');
    expect(await ask('second')).toBe(200);
    expect(sent).toEqual([basic, basic]);
    expect(logins).toEqual(['second']);
  });
});

describe('a JSESSIONID', () => {
  it('is the session if it is the only cookie, and follows its changes', async () => {
    const responses = [
      withPlainCookie('A1'),
      response(),
      withPlainCookie('B2'),
      response(404),
      withPlainCookie('C3', 500),
    ];
    const { ask, credentials, sent } = sessionWith(...responses);
    for (let count = 0; count < 5; count += 1) await ask('x');
    expect(sent).toEqual([basic, 'JSESSIONID=A1', 'JSESSIONID=A1', 'JSESSIONID=B2', basic, 'JSESSIONID=C3']);
    expect(credentials.redact('is A1 known?')).toBe('is [hidden] known?');
  });

  it('gives way to a JSESSIONIDSSO, and never replaces one', async () => {
    const { ask, sent } = sessionWith(withPlainCookie('A1'), withCookie('B2'), withPlainCookie('C3'), response());
    for (let count = 0; count < 4; count += 1) await ask('x');
    expect(sent).toEqual([basic, 'JSESSIONID=A1', cookie('B2'), cookie('B2')]);
  });

  it.each([403, 404, 503, 599])('that comes with a %i is none', async (status) => {
    const { ask, sent } = sessionWith(withPlainCookie('A1', status), withCookie('B2'));
    for (let count = 0; count < 2; count += 1) await ask('x');
    expect(sent).toEqual([basic, basic]);
  });

  it('is not tried any more after three in a row that never worked', async () => {
    const { ask, sent } = sessionWith(
      withPlainCookie('A1'),
      ...['B2', 'C3', 'D4'].flatMap((next) => [response(401), withPlainCookie(next)]),
      withPlainCookie('E5'),
    );
    for (let count = 0; count < 6; count += 1) await ask('x');
    const tried = ['A1', 'B2', 'C3'].flatMap((value) => [basic, `JSESSIONID=${value}`]);
    expect(sent).toEqual([...tried, basic, basic, basic]);
  });

  it('that worked may expire any number of times', async () => {
    const { ask, sent } = sessionWith(
      withPlainCookie('A1'),
      ...Array.from({ length: 5 }, () => [response(), response(401), withPlainCookie('A1')]).flat(),
    );
    for (let count = 0; count < 11; count += 1) await ask('x');
    expect(sent.filter((one) => one === basic)).toHaveLength(6);
  });
});
