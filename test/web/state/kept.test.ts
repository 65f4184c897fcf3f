import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useKept } from '../../../web/state/kept.js';
import { route } from '../../../web/state/route.js';
import { signIn, signOut, type SignedOutReason } from '../../../web/state/session.js';
import { withHook } from './with-hook.js';

/** A field of the page, drawn again. */
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

/** @returns the text of a field when its page returns after signing out */
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
    right: 'change',
    version: '1',
    readOnly: false,
    history: false,
    inventory: null,
    callManager: { state: 'ready', release: '15.0' },
  };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(status)));
  return signIn(user, 'secret');
}

describe('text that is typed on a page', () => {
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

  it.each(['idle', 'refused'] as const)('returns for the same user after signing out: %s', async (reason) => {
    expect(await afterSigningOut(reason)).toBe('New');
    // Only once: a field that is drawn later is empty.
    expect(field().text()).toBe('nothing');
  });

  it('does not return for another user, nor after signing out by hand', async () => {
    expect(await afterSigningOut('idle', 'peter')).toBe('nothing');
    expect(await afterSigningOut(undefined, 'peter')).toBe('nothing');
  });

  it('returns only on its own page and under its own name', async () => {
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

  it('is lost with its field while somebody is signed in', async () => {
    const before = field();
    await before.type('New');
    before.end();
    expect(field().text()).toBe('nothing');
  });
});
