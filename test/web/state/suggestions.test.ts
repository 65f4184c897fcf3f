import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallOptions, PhoneProxyClient } from '../../../src/client/index.js';
import { session, signOut } from '../../../web/state/session.js';
import { routeOf, suggested, suggestFor, suggestNothing } from '../../../web/state/suggestions.js';
import { problem } from '../changes/problems.js';
import { withOtherCalls } from '../../support/other-calls.js';

const found = (dirn: string) => [{ kind: 'number', dirn }];

describe('suggestions for typed text', () => {
  let asked: { readonly text: string; readonly call: CallOptions; readonly end: () => void }[];
  let failure: Error | undefined;

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    [asked, failure] = [[], undefined];
    const client = {
      suggest: (text: string, call: CallOptions) =>
        new Promise((resolve, reject) => {
          const end = (): void => {
            if (failure) reject(failure);
            else resolve(found(text));
          };
          asked.push({ text, call, end });
        }),
    } as unknown as PhoneProxyClient;
    session.value = { user: 'olivia', client: withOtherCalls(client) };
  });
  afterEach(() => {
    signOut();
    vi.useRealTimers();
  });

  const texts = (): string[] => asked.map(({ text }) => text);

  /** Types, and waits until the typing has ended. */
  async function type(...typed: string[]): Promise<void> {
    for (const text of typed) suggestFor(text);
    await vi.advanceTimersByTimeAsync(300);
  }

  /** The service answers the last request. */
  async function answer(): Promise<void> {
    asked.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(0);
  }

  it('are loaded after the typing has ended, and may come from the inventory', async () => {
    suggestFor('20');
    await vi.advanceTimersByTimeAsync(299);
    expect(texts()).toEqual([]);
    await type('200', ' 2003 ');
    expect(texts()).toEqual(['2003']);
    expect(asked[0]?.call.cacheControl).toBe('max-age=900, stale-if-error=604800');
    asked[0]?.call.onAge?.(60);
    await answer();
    expect(suggested.value).toEqual({ text: '2003', found: found('2003'), keptAt: 1_000_599 - 60_000 });
    await type('2003');
    expect(texts()).toEqual(['2003']);
  });

  it('have no age if they come from the call manager', async () => {
    await type('2003');
    asked[0]?.call.onAge?.(undefined);
    await answer();
    expect(suggested.value.keptAt).toBeUndefined();
  });

  it.each(['2', ' 2 ', ''])('are not loaded for fewer than two characters: "%s"', async (typed) => {
    await type('2003', typed);
    expect(texts()).toEqual([]);
  });

  it('are loaded one request at a time, and then for the last text', async () => {
    await type('20');
    await type('200');
    await type('2003');
    expect(texts()).toEqual(['20']);
    await answer();
    expect(texts()).toEqual(['20', '2003']);
    await answer();
    expect([texts().length, suggested.value.text]).toEqual([2, '2003']);
  });

  it('are empty if the service does not answer, and are loaded with the next text', async () => {
    failure = problem(503, 'overloaded');
    await type('2003');
    await answer();
    expect(suggested.value).toEqual({ text: '2003', found: [] });
    failure = undefined;
    await type('2004');
    await answer();
    expect(suggested.value.found).toEqual(found('2004'));
  });

  it('are not loaded after signing out, neither for waiting text nor for new text', async () => {
    suggestFor('2003');
    suggestNothing();
    await vi.advanceTimersByTimeAsync(300);
    suggestFor('2004');
    session.value = undefined;
    await vi.advanceTimersByTimeAsync(300);
    expect(texts()).toEqual([]);
  });

  it('are ignored if the answer comes after signing out, and forgotten when the user signs out', async () => {
    await type('2003');
    await answer();
    await type('2004');
    signOut();
    expect(suggested.value).toEqual({ text: '', found: [] });
    await answer();
    expect(suggested.value).toEqual({ text: '', found: [] });
    expect(texts()).toEqual(['2003', '2004']);
  });

  it('lead to a number or a device', () => {
    const device = { kind: 'profile', name: 'UDP_1', description: '', product: '', model: '' } as const;
    expect(routeOf({ kind: 'number', dirn: '2003' } as Parameters<typeof routeOf>[0])).toEqual({
      at: 'number',
      dirn: '2003',
    });
    expect(routeOf(device)).toEqual({ at: 'device', kind: 'profile', name: 'UDP_1' });
  });
});
