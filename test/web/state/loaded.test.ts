import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOutage, outage } from '../../../web/state/health.js';
import { type Loaded, readAtOf, useLoaded } from '../../../web/state/loaded.js';
import { problem } from '../changes/problems.js';
import { withHook } from './with-hook.js';

interface Asked {
  readonly of: string;
  readonly signal: AbortSignal;
  readonly resolve: (answer: string) => void;
  readonly reject: (failure: Error) => void;
}

/** A request of the page; each answer waits until the test releases it. */
function question() {
  const asked: Asked[] = [];
  const shown = withHook((of: string) => {
    const read = (signal: AbortSignal): Promise<string> =>
      new Promise((resolve, reject) => {
        asked.push({ of, signal, resolve, reject });
      });
    return useLoaded(read, [of]);
  }, 'SEP1');
  return { asked, shown, loaded: () => shown.value().loaded };
}

describe('data that is loaded', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is pending, then has the time of its answer; it stays while it is loaded again', async () => {
    const { asked, shown, loaded } = question();
    expect(loaded()).toEqual({ phase: 'waiting' });
    await expect.poll(() => asked.length).toBe(1);
    const before = Date.now();
    asked[0]?.resolve('first');
    await expect.poll(loaded).toMatchObject({ phase: 'there', value: 'first', isRenewing: false });
    expect(readAtOf(loaded())).toBeGreaterThanOrEqual(before);
    shown.value().again();
    await expect.poll(loaded).toMatchObject({ phase: 'there', value: 'first', isRenewing: true });
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.resolve('second');
    await expect.poll(loaded).toMatchObject({ phase: 'there', value: 'second', isRenewing: false });
    shown.end();
  });

  it('is dropped when other data is needed, and its answer is not shown', async () => {
    const { asked, shown, loaded } = question();
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.resolve('first');
    await expect.poll(loaded).toMatchObject({ phase: 'there' });
    shown.show('SEP2');
    expect(loaded()).toEqual({ phase: 'waiting' });
    await expect.poll(() => asked.length).toBe(2);
    shown.show('SEP3');
    await expect
      .poll(() => asked.map(({ of, signal }) => [of, signal.aborted]))
      .toEqual([
        ['SEP1', true],
        ['SEP2', true],
        ['SEP3', false],
      ]);
    asked[1]?.resolve('late');
    asked[2]?.resolve('third');
    await expect.poll(loaded).toMatchObject({ phase: 'there', value: 'third' });
    shown.end();
    await expect.poll(() => asked[2]?.signal.aborted).toBe(true);
  });

  it('belongs to an outage if the outage prevents it, until it is loaded again', async () => {
    const { asked, shown, loaded } = question();
    await expect.poll(() => asked.length).toBe(1);
    const unreachable = problem(502, 'call-manager-unreachable');
    asked[0]?.reject(unreachable);
    await expect.poll(loaded).toEqual({ phase: 'failed', error: unreachable });
    await expect.poll(() => outage.value).toBe(unreachable);
    endOutage();
    await expect.poll(loaded).toEqual({ phase: 'waiting' });
    expect(outage.value).toBeUndefined();
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.reject(problem(404, 'phone-not-found'));
    await expect.poll(loaded).toMatchObject({ phase: 'failed', error: { code: 'phone-not-found' } });
    expect(outage.value).toBeUndefined();
    shown.end();
  });

  it('does not belong to an outage once it is no longer needed', async () => {
    const { asked, shown } = question();
    await expect.poll(() => asked.length).toBe(1);
    shown.end();
    await expect.poll(() => asked[0]?.signal.aborted).toBe(true);
    asked[0]?.reject(problem(502, 'call-manager-unreachable'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(outage.value).toBeUndefined();
  });

  it.each<[number | undefined, Loaded<string>[]]>([
    [undefined, [there(5), { phase: 'waiting' }]],
    [3, [there(5), there(3)]],
  ])('was read at %s, with others', (at, all) => {
    expect(readAtOf(...all)).toBe(at);
  });
});

function there(readAt: number): Loaded<string> {
  return { phase: 'there', value: '', isRenewing: false, readAt, isKept: false };
}
