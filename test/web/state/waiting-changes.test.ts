import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardStatus, status } from '../../../web/state/health.js';
import { mayEdit, mayPropose, session, signIn, signOut } from '../../../web/state/session.js';
import { countWaiting, waitingChanges } from '../../../web/state/waiting-changes.js';
import { aChange } from '../../support/made.js';

const proposed = (may: ReturnType<typeof aChange>['may']) => ({ ...aChange({ state: 'proposed', may }), lists: [] });

describe('the changes that wait for the user', () => {
  /** The requests for changes: their state and login. */
  let asked: string[];
  let waiting: object[];
  let may: object;

  beforeEach(() => {
    vi.useFakeTimers();
    signOut();
    [asked, waiting, may] = [
      [],
      [proposed(['approve']), proposed(['withdraw'])],
      { readOnly: false, mayPropose: true },
    ];
    vi.stubGlobal('location', { href: 'https://service.example/front/console/#/changes' });
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      if (url.pathname === '/front/status') return Promise.resolve(Response.json(saying()));
      asked.push(`${url.pathname}${url.search} ${new Headers(init.headers).get('authorization') ?? ''}`);
      return Promise.resolve(Response.json(waiting));
    });
  });
  afterEach(() => {
    signOut();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const saying = () => ({
    ...{
      user: 'peter',
      right: 'change',
      ...may,
      callManager: { state: 'ready', release: '14.0' },
      history: true,
      version: '1.0.0',
    },
  });
  const pass = async (seconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  };

  it('are counted soon after the sign-in, and at most once a minute while the status is loaded', async () => {
    await signIn('peter', 'secret');
    await pass(0);
    expect(waitingChanges.value).toEqual({ count: 1, hasMore: false });
    const login = `Basic ${btoa('peter:secret')}`;
    expect(asked).toEqual([`/front/changes?state=proposed&limit=50 ${login}`]);
    for (let times = 0; times < 3; times += 1) {
      await pass(19);
      const now = status.peek();
      if (now) heardStatus({ ...now });
    }
    expect(asked).toHaveLength(1);
    await pass(19);
    const now = status.peek();
    if (now) heardStatus({ ...now });
    await pass(0);
    expect(asked).toHaveLength(2);
  });

  it('are counted again after a decision about a change, and forgotten when the user signs out', async () => {
    await signIn('peter', 'secret');
    await pass(0);
    waiting = [];
    await countWaiting();
    expect(waitingChanges.value?.count).toBe(0);
    signOut();
    expect(waitingChanges.value).toBeUndefined();
  });

  it('are not loaded for a user who may only look', async () => {
    may = { readOnly: true, mayPropose: false };
    await signIn('rita', 'secret');
    await pass(120);
    expect([asked, mayPropose(), mayEdit()]).toEqual([[], false, false]);
    expect(session.value).toBeDefined();
  });

  it('are loaded for a user who may only propose', async () => {
    may = { readOnly: true, mayPropose: true };
    await signIn('rita', 'secret');
    expect([mayPropose(), mayEdit()]).toEqual([true, true]);
  });
});
