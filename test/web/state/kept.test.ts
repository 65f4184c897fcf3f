import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useKept } from '../../../web/state/kept.js';
import { route } from '../../../web/state/route.js';
import { signIn, signOut, type SignedOutReason } from '../../../web/state/session.js';
import { withHook } from './with-hook.js';

/** A field of the page that is shown, as it is drawn anew. */
function field(name = 'label') {
  const shown = withHook(() => useKept(name, 'nothing'), undefined);
  return {
    text: () => shown.value()[0],
    type: async (text: string): Promise<void> => {
      shown.value()[1](text);
      await expect.poll(() => shown.value()[0]).toBe(text);
    },
    end: shown.end,
  };
}

/** @returns what a field shows after what was typed in it was shown no longer, signed out so, and its page is there again */
async function afterSigningOut(reason: SignedOutReason | undefined, next = 'olivia'): Promise<string> {
  const before = field();
  await before.type('New');
  signOut(reason);
  before.end();
  await signInAs(next);
  const after = field();
  after.end();
  return after.text();
}

function signInAs(user: string): Promise<void> {
  const status = {
    user,
    version: '1',
    readOnly: false,
    history: false,
    inventory: null,
    callManager: { state: 'ready', release: '15.0' },
  };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(status)));
  return signIn(user, 'secret');
}

describe('what is typed on a page', () => {
  beforeEach(async () => {
    vi.stubGlobal('location', { href: 'https://service.example/console/' });
    route.value = { at: 'number', dirn: '2003' };
    await signInAs('olivia');
  });
  afterEach(() => {
    signOut();
    route.value = { at: 'home' };
    vi.unstubAllGlobals();
  });

  it.each(['idle', 'refused'] as const)('is there again for the same user who was signed out: %s', async (reason) => {
    expect(await afterSigningOut(reason)).toBe('New');
    // Once: what is drawn anew later begins anew.
    expect(field().text()).toBe('nothing');
  });

  it('is there for nobody else, and not after signing out by hand', async () => {
    expect(await afterSigningOut('idle', 'peter')).toBe('nothing');
    expect(await afterSigningOut(undefined, 'peter')).toBe('nothing');
  });

  it('is there on its own page and under its own name alone', async () => {
    const before = field();
    await before.type('New');
    signOut('idle');
    before.end();
    await signInAs('olivia');
    expect(field('reason').text()).toBe('nothing');
    route.value = { at: 'number', dirn: '2004' };
    expect(field().text()).toBe('nothing');
    route.value = { at: 'number', dirn: '2003' };
    expect(field().text()).toBe('New');
  });

  it('is gone with what it was typed in, as long as somebody is signed in', async () => {
    const before = field();
    await before.type('New');
    before.end();
    expect(field().text()).toBe('nothing');
  });
});
