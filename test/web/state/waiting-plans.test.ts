import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardStatus, status } from '../../../web/state/health.js';
import { mayEdit, mayPropose, session, signIn, signOut } from '../../../web/state/session.js';
import { countPlans, waitingPlans } from '../../../web/state/waiting-plans.js';
import { aPlan } from '../plans/plans.js';

describe('the plans that wait for who is signed in', () => {
  /** The requests for plans: what of, and with which login. */
  let asked: string[];
  let plans: object[];
  let may: object;

  beforeEach(() => {
    vi.useFakeTimers();
    signOut();
    [asked, plans, may] = [[], [aPlan({ may: ['approve'] })], { readOnly: false, mayPropose: true }];
    vi.stubGlobal('location', { href: 'https://service.example/front/console/#/plans' });
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      if (url.pathname === '/front/status') return Promise.resolve(Response.json(saying()));
      asked.push(`${url.pathname}${url.search} ${new Headers(init.headers).get('authorization') ?? ''}`);
      return Promise.resolve(Response.json(url.searchParams.get('state') === 'proposed' ? plans : []));
    });
  });
  afterEach(() => {
    signOut();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const saying = () => ({
    ...{ user: 'peter', ...may, callManager: { state: 'ready', release: '14.0' }, history: true, version: '1.0.0' },
  });
  const pass = async (seconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  };

  it('are counted soon after signing in, and no more often than once a minute while the service is asked how it is', async () => {
    await signIn('peter', 'secret');
    expect(asked).toEqual([]);
    await pass(1);
    expect(waitingPlans.value?.plans).toHaveLength(1);
    const login = `Basic ${btoa('peter:secret')}`;
    expect(asked).toEqual([
      `/front/plans?state=proposed&limit=50 ${login}`,
      `/front/plans?state=approved&limit=50 ${login}`,
    ]);
    for (let times = 0; times < 3; times += 1) {
      await pass(19);
      const now = status.peek();
      if (now) heardStatus({ ...now });
    }
    expect(asked).toHaveLength(2);
    await pass(19);
    const now = status.peek();
    if (now) heardStatus({ ...now });
    await pass(1);
    expect(asked).toHaveLength(4);
  });

  it('are counted again when something is done with a plan, and forgotten with the user', async () => {
    await signIn('peter', 'secret');
    await pass(1);
    plans = [];
    await countPlans();
    expect(waitingPlans.value?.plans).toEqual([]);
    signOut();
    expect(waitingPlans.value).toBeUndefined();
  });

  it('are not asked for by who may only look', async () => {
    may = { readOnly: true, mayPropose: false };
    await signIn('rita', 'secret');
    await pass(120);
    expect([asked, mayPropose(), mayEdit()]).toEqual([[], false, false]);
    expect(session.value).toBeDefined();
  });

  it('may be prepared by who may only propose', async () => {
    may = { readOnly: true, mayPropose: true };
    await signIn('rita', 'secret');
    expect([mayPropose(), mayEdit()]).toEqual([true, true]);
  });
});
