import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../src/domain/errors.js';
import type { Authenticator } from '../../src/http/middleware/authenticate.js';
import { post, problemIn, send } from '../support/http.js';
import { authorization, basic, password, startService, user } from '../support/app.js';

const base64 = authorization.slice('Basic '.length);

describe('credentials', () => {
  it.each([
    ['/phone?dirn=1', 'GET'],
    ['/phone', 'GET'],
    ['/', 'GET'],
    ['/nowhere', 'GET'],
    ['/phone', 'DELETE'],
    ['/speeddials', 'POST'],
    ['/speeddials?phone=SEP1', 'PATCH'],
    ['*', 'OPTIONS'],
  ])('are required at %s (%s) before anything else', async (path, method) => {
    const { port, callManager } = await startService();
    const answer = await send(port, path, { method, headers: { Authorization: '' } });
    expect(problemIn(answer)).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(answer.headers['www-authenticate']).toBe('Basic realm="axl-phone-proxy", charset="UTF-8"');
    expect(answer.headers.allow).toBeUndefined();
    expect(callManager.findPhones).not.toHaveBeenCalled();
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });

  it('are checked for many callers at once without a warning about listeners', async () => {
    const warned: string[] = [];
    const take = ({ name }: Error): void => void warned.push(name);
    process.on('warning', take);
    const waiting: (() => void)[] = [];
    const authenticator: Authenticator = {
      isVerified: () => false,
      verify: () =>
        new Promise((resolve) =>
          waiting.push(() => {
            resolve(true);
          }),
        ),
    };
    const { port } = await startService({ authenticator });
    const answers = Array.from({ length: 40 }, () => send(port, '/phone?dirn=1'));
    await vi.waitUntil(() => waiting.length === 40, { timeout: 60_000 });
    for (const go of waiting) go();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(40).fill(200));
    process.off('warning', take);
    expect(warned).toEqual([]);
  });

  it('are required before the body is read', async () => {
    const { port } = await startService();
    const answer = await post(port, '/speeddials', 'no JSON', { Authorization: basic(user, 'wrong') });
    expect(problemIn(answer)).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(answer.headers['www-authenticate']).toContain('charset="UTF-8"');
  });

  it.each([
    basic(user, 'wrong'),
    basic('other', password),
    basic(user.toUpperCase(), password),
    basic(user, `${password} `),
    basic('', ''),
    `Bearer ${base64}`,
    `Digest ${base64}`,
    base64,
    'Basic',
    'Basic ',
    `Basic${base64}`,
    'Basic !!!!',
    `Basic ${base64}!`,
    `Basic ${base64},Basic ${base64}`,
    `Basic ${Buffer.from(user).toString('base64')}`,
    `Basic ${Buffer.from(`${user}:Caller-Pässword:1`, 'latin1').toString('base64')}`,
  ])('are refused as %j', async (wrong) => {
    const { port } = await startService();
    const answer = await send(port, '/phone?dirn=1', { headers: { Authorization: wrong } });
    expect(answer.status).toBe(401);
  });

  it.each([authorization, `basic ${base64}`, `BASIC   ${base64} `])('are accepted as %j', async (right) => {
    const { port } = await startService();
    expect((await send(port, '/phone?dirn=1', { headers: { Authorization: right } })).status).toBe(200);
  });

  it('are read as UTF-8; the name ends at the first colon', async () => {
    const verify = vi.fn<Authenticator['verify']>(() => Promise.resolve(true));
    const { port } = await startService({ authenticator: { isVerified: () => false, verify } });
    await send(port, '/phone?dirn=1', { headers: { Authorization: basic('Jürgen', 'a:b:ü😀') } });
    const login = {
      name: 'Jürgen',
      password: 'a:b:ü😀',
      address: '127.0.0.1',
      requestId: expect.any(String) as unknown,
    };
    expect(verify.mock.calls.map(([given]) => given)).toEqual([login]);
  });

  it('are refused with a 429 after too many wrong ones', async () => {
    const { port } = await startService({
      authenticator: {
        isVerified: () => false,
        verify: () =>
          Promise.reject(
            new ServiceError('too-many-failed-logins', { detail: 'Too many.', retryAfterSeconds: 17, effect: 'none' }),
          ),
      },
    });
    const answer = await send(port, '/phone?dirn=1');
    expect(problemIn(answer)).toMatchObject({ status: 429, code: 'too-many-failed-logins' });
    expect(answer.headers['retry-after']).toBe('17');
  });
});
