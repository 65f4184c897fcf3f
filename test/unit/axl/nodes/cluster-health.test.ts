import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callContext } from '../../../support/call-context.js';
import {
  busy,
  clusterOf,
  databaseDown,
  failure,
  locked,
  page,
  reset,
  several,
  thrownBy,
} from '../../../support/fake-nodes.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a node that does not respond', () => {
  it.each([
    ['call-manager-unreachable', reset],
    ['call-manager-timeout', failure('call-manager-timeout', 'unknown')],
  ])('six times in a row is asked no more, until a probe finds it back: %s', async (code, error) => {
    const { ask, asked, failNext, seen, probe } = clusterOf('publisher');
    failNext('publisher', ...several(error, 6));
    for (let count = 0; count < 6; count += 1) await thrownBy(ask('read'));
    expect(asked).toHaveLength(6);
    expect(await thrownBy(ask('read'))).toMatchObject({
      code: 'call-manager-unavailable',
      facts: { effect: 'none', cause: 'breaker open', retryAfterSeconds: 10 },
      message: expect.stringContaining(`back. ${code}.`) as string,
    });
    expect(asked).toHaveLength(6);
    probe.mockResolvedValue('serves');
    await vi.advanceTimersByTimeAsync(500);
    expect(probe.mock.calls[0]?.[0].name).toBe('publisher');
    expect(await ask('read')).toBe('publisher');
    expect(seen.filter(({ kind }) => kind === 'breaker')).toEqual([
      { kind: 'breaker', node: 'publisher', state: 'open' },
      { kind: 'breaker', node: 'publisher', state: 'closed' },
    ]);
  });

  it('stays in use if it has responded in between', async () => {
    const { ask, failNext } = clusterOf('publisher');
    const timeout = failure('call-manager-timeout', 'unknown');
    const fault = failure('call-manager-fault', 'refused');
    failNext('publisher', ...several(timeout, 5), fault, ...several(reset, 5), busy, ...several(timeout, 5));
    for (let count = 0; count < 17; count += 1) {
      await thrownBy(ask('read'));
      // The wait that a busy call manager requests.
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await ask('read')).toBe('publisher');
  });

  it('is not one whose AXL answers with something invalid', async () => {
    const { ask, asked, failNext, seen } = clusterOf('publisher');
    failNext('publisher', ...several(failure('call-manager-answer-invalid', 'unknown'), 12));
    for (let count = 0; count < 12; count += 1) await thrownBy(ask('read'));
    expect(await ask('read')).toBe('publisher');
    expect(asked).toHaveLength(13);
    expect(seen.filter(({ kind }) => kind === 'breaker')).toEqual([]);
  });

  it('is no longer probed after the cluster is closed', async () => {
    const { cluster, ask, failNext, probe, closed } = clusterOf('publisher', 'subscriber');
    failNext('publisher', ...several(reset, 6));
    for (let count = 0; count < 6; count += 1) await thrownBy(ask('read', callContext(), 'publisher'));
    await cluster.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).not.toHaveBeenCalled();
    expect(closed).toEqual(['publisher', 'subscriber']);
  });
});

describe('a node where something else than AXL answers', () => {
  const openings = (seen: readonly { readonly kind: string }[]) =>
    seen
      .filter((one) => one.kind === 'breaker')
      .map((one) => ('node' in one && 'state' in one ? [one.node, one.state] : []));

  it.each([
    ['a page', page],
    ['AXL without its database', databaseDown],
  ])('is asked no more after six reads that another node answered: %s', async (_what, error) => {
    const { ask, asked, failNext, seen, probe, throttle } = clusterOf('publisher', 'subscriber');
    probe.mockResolvedValue('astray');
    failNext('publisher', ...several(error, 7));
    for (let count = 0; count < 6; count += 1) {
      expect(await ask('read')).toBe('subscriber');
      await vi.advanceTimersByTimeAsync(15_000);
    }
    expect(openings(seen)).toEqual([['publisher', 'open']]);
    asked.length = 0;
    expect(await ask('read')).toBe('subscriber');
    expect(asked).toEqual(['subscriber']);
    // A page in answer to a probe does not bring the node back; AXL does.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(openings(seen)).toEqual([['publisher', 'open']]);
    probe.mockResolvedValue('serves');
    failNext('publisher');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await ask('read')).toBe('publisher');
    expect(throttle.level).toBe(0);
  });

  it('is avoided for 15 seconds after one read that another node answered', async () => {
    const { ask, asked, failNext } = clusterOf('publisher', 'subscriber');
    failNext('publisher', page);
    failNext('subscriber', failure('call-manager-fault', 'refused'));
    await thrownBy(ask('read'));
    expect(await ask('read')).toBe('subscriber');
    expect(asked).toEqual(['publisher', 'subscriber', 'subscriber']);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await ask('read')).toBe('publisher');
  });

  it.each([
    ['the only node', ['publisher'], page],
    ['no node answers the read as AXL', ['publisher', 'subscriber'], page],
    ['the other nodes are silent', ['publisher', 'subscriber'], reset],
    ['the other nodes are busy', ['publisher', 'subscriber'], failure('axl-service-unavailable', 'refused')],
  ])('is asked as before where it is %s', async (_what, nodes, others) => {
    const { ask, failNext, seen } = clusterOf(...nodes);
    failNext('subscriber', ...several(others, 5));
    failNext('publisher', ...several(page, 5));
    for (let count = 0; count < 5; count += 1) {
      expect(await thrownBy(ask('read'))).toMatchObject({
        code: expect.stringMatching(/answer-invalid|unavailable|unreachable/) as string,
      });
    }
    expect(openings(seen)).toEqual([]);
    expect(await ask('read')).toBe('publisher');
  });

  it('keeps its writes, which count nothing', async () => {
    const { ask, asked, failNext, seen } = clusterOf('publisher', 'subscriber');
    failNext('publisher', ...several(page, 8));
    for (let count = 0; count < 8; count += 1) {
      expect(await thrownBy(ask('write'))).toMatchObject({ why: 'no-axl-answer', facts: { effect: 'unknown' } });
    }
    expect(asked).toEqual(Array.from({ length: 8 }, () => 'publisher'));
    expect(openings(seen)).toEqual([]);
  });
});

describe('a busy call manager', () => {
  it('gets fewer requests if it is the only node, and is observed', async () => {
    const { ask, failNext, seen, throttle } = clusterOf('publisher');
    failNext('publisher', failure('call-manager-busy', 'refused', { retryAfterSeconds: 7 }));
    const context = callContext();
    await thrownBy(ask('read', context));
    expect(throttle.level).toBe(1);
    expect(seen.find(({ kind }) => kind === 'throttle')).toEqual({
      kind: 'throttle',
      requestId: context.requestId,
      level: 1,
      holdMs: 7_000,
    });
  });

  it('does not get fewer reads while another node is not busy', async () => {
    const { ask, failNext, throttle } = clusterOf('publisher', 'subscriber');
    failNext('publisher', busy);
    await ask('read');
    expect(throttle.level).toBe(0);
    failNext('subscriber', busy);
    const request = ask('read');
    await vi.advanceTimersByTimeAsync(0);
    expect(throttle.level).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await request).toBe('publisher');
  });

  it('gets fewer requests after a write, which goes only there', async () => {
    const { ask, failNext, throttle } = clusterOf('publisher', 'subscriber');
    failNext('publisher', busy);
    await thrownBy(ask('write'));
    expect(throttle.level).toBe(1);
  });

  it.each([
    ['has lost its database', databaseDown, 1],
    ['has locked one row', locked, 0],
  ])('gets fewer requests if it %s: %i', async (_what, error, level) => {
    const { ask, failNext, throttle } = clusterOf('publisher');
    failNext('publisher', error);
    await thrownBy(ask('write'));
    expect(throttle.level).toBe(level);
  });

  it('gets the usual requests again after five answers', async () => {
    const { ask, failNext, throttle } = clusterOf('publisher');
    failNext('publisher', busy);
    await thrownBy(ask('write'));
    await vi.advanceTimersByTimeAsync(15_000);
    for (let count = 0; count < 4; count += 1) await ask('read');
    expect(throttle.level).toBe(1);
    await ask('read');
    expect(throttle.level).toBe(0);
  });
});
