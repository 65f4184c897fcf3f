import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardSince, status } from '../../../web/state/health.js';
import {
  clearWithUser,
  client,
  mayChange,
  session,
  signedOutReason,
  signIn,
  signOut,
  userSignedOut,
} from '../../../web/state/session.js';

let cleared = 0;
clearWithUser(() => (cleared += 1));

describe('a user who signs in', () => {
  /** The sent requests. */
  let sent: { readonly url: string; readonly init: RequestInit }[];
  /** The service's answer to each request. */
  let answer: () => Response;

  beforeEach(() => {
    signOut();
    [sent, cleared] = [[], 0];
    answer = () => statusOf('olivia');
    vi.stubGlobal('location', { href: 'https://service.example/front/console/?x=/a#/number/2/3' });
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      sent.push({ url: String(url), init });
      return Promise.resolve(answer());
    });
  });
  afterEach(() => {
    signOut();
    vi.unstubAllGlobals();
  });

  it('is checked by loading the status, from the address above the page', async () => {
    await signIn('Olivia', 'secret');
    expect([session.value?.user, status.value?.user, mayChange()]).toEqual(['olivia', 'olivia', true]);
    expect(sent.map(({ url }) => url)).toEqual(['https://service.example/front/status']);
    expect(client()).toBe(session.value?.client);
  });

  it('sends no login that the browser has stored, and accepts no cached answer', async () => {
    await signIn('olivia', 'secret');
    const { init } = sent[0] ?? {};
    const headers = new Headers(init?.headers);
    expect([init?.credentials, headers.get('cache-control')]).toEqual(['omit', 'no-cache']);
    expect(headers.get('authorization')).toBe(`Basic ${btoa('olivia:secret')}`);
  });

  it('is not signed in with a wrong password, and that is not shown as signing out', async () => {
    answer = () => problem(401, 'unauthenticated');
    await expect(signIn('olivia', 'wrong')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([session.value, signedOutReason.value]).toEqual([undefined, undefined]);
    expect(() => client()).toThrow('no one is signed in');
    expect(mayChange()).toBe(false);
  });

  it('may change nothing if the service is read-only for its users', async () => {
    answer = () => statusOf('olivia', true);
    await signIn('olivia', 'secret');
    expect(mayChange()).toBe(false);
  });

  it('is signed out if the password is refused later, and only then', async () => {
    await signIn('olivia', 'secret');
    const asked = client();
    answer = () => problem(403, 'forbidden');
    await expect(asked.readStatus()).rejects.toMatchObject({ code: 'forbidden' });
    expect(session.value?.user).toBe('olivia');
    answer = () => problem(401, 'unauthenticated');
    await expect(asked.readStatus()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([session.value, status.value, signedOutReason.value]).toEqual([undefined, undefined, 'refused']);
    expect([userSignedOut(), cleared]).toEqual(['olivia', 0]);
  });

  it('gets nothing from the calls of the previous session', async () => {
    await signIn('olivia', 'secret');
    const before = client();
    await signIn('olivia', 'secret');
    answer = () => problem(502, 'call-manager-unreachable');
    await expect(before.readStatus()).rejects.toMatchObject({ code: 'call-manager-unreachable' });
    expect(heardSince.value).toBeUndefined();
    await expect(client().readStatus()).rejects.toMatchObject({ code: 'call-manager-unreachable' });
    expect(heardSince.value).toBe('unavailable');
    answer = () => problem(401, 'unauthenticated');
    await expect(before.readStatus()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(session.value?.user).toBe('olivia');
  });

  it.each([
    ['the same user comes back', 'olivia', 0],
    ['another one comes', 'peter', 1],
  ])('finds unsaved work, unless it is another user’s: %s', async (_who, next, times) => {
    await signIn('olivia', 'secret');
    signOut('idle');
    expect([userSignedOut(), signedOutReason.value]).toEqual(['olivia', 'idle']);
    answer = () => statusOf(next);
    await signIn(next, 'secret');
    expect([userSignedOut(), signedOutReason.value, cleared]).toEqual([next, undefined, times]);
    signOut();
    expect([userSignedOut(), cleared]).toEqual([undefined, times + 1]);
  });
});

function statusOf(user: string, readOnly = false): Response {
  const callManager = { state: 'ready', release: '15.0' };
  return Response.json({
    user,
    right: readOnly ? 'look-up' : 'change',
    version: '1',
    readOnly,
    history: false,
    inventory: null,
    callManager,
  });
}

function problem(status: number, code: string): Response {
  const body = { type: 'about:blank', title: code, detail: code, requestId: 'r1', status, code };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}
