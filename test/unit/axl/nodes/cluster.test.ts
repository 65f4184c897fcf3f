import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginsPaused } from '../../../../src/axl/nodes/credentials.js';
import { notSent, timedOut } from '../../../../src/axl/transport/network-errors.js';
import type { ServiceError } from '../../../../src/domain/errors.js';
import type { CallKind } from '../../../../src/domain/resend-policy.js';
import { callContext } from '../../../support/call-context.js';
import {
  busy,
  clusterOf,
  databaseDown,
  envelope,
  failure,
  locked,
  page,
  reset,
  thrownBy,
  unreachable,
} from '../../../support/fake-nodes.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a request to a cluster', () => {
  it('goes to the publisher, and says so', async () => {
    const { cluster, ask } = clusterOf('publisher', 'subscriber');
    expect(cluster.publisher).toBe('publisher');
    const { sentTo } = await cluster.send('read', envelope, callContext());
    expect(sentTo).toEqual({ node: 'publisher', isPublisher: true });
    expect(await ask('write')).toBe('publisher');
  });

  it('goes to the given node only', async () => {
    const { cluster, ask, asked, failNext } = clusterOf('publisher', 'subscriber');
    expect(await ask('read', callContext(), 'subscriber')).toBe('subscriber');
    failNext('subscriber', unreachable);
    expect(await thrownBy(ask('read', callContext(), 'subscriber'))).toBe(unreachable);
    expect(asked).toEqual(['subscriber', 'subscriber']);
    const { sentTo } = await cluster.send('read', envelope, callContext(), 'subscriber');
    expect(sentTo.isPublisher).toBe(false);
  });

  it.each<[CallKind, ServiceError]>([
    ['read', unreachable],
    ['read', reset],
    ['read', busy],
    ['read', page],
    ['read', locked],
    ['read', databaseDown],
    ['read', failure('axl-service-unavailable', 'refused')],
    ['write', unreachable],
  ])('that is a %s goes on with the next node after %s', async (kind, error) => {
    const { ask, asked, failNext } = clusterOf('publisher', 'subscriber');
    failNext('publisher', error);
    expect(await ask(kind)).toBe('subscriber');
    expect(asked).toEqual(['publisher', 'subscriber']);
  });

  it.each<[CallKind, Error]>([
    ['read', failure('call-manager-fault', 'refused')],
    ['read', failure('call-manager-timeout', 'unknown')],
    ['read', failure('call-manager-answer-invalid', 'unknown')],
    ['read', new Error('not of a node')],
    ['write', new Error('not of a node')],
    ['write', busy],
    ['write', locked],
    ['write', databaseDown],
    ['write', failure('axl-service-unavailable', 'refused')],
  ])('that is a %s ends with %s, as it was thrown', async (kind, error) => {
    const { ask, asked, failNext } = clusterOf('publisher', 'subscriber');
    failNext('publisher', error);
    expect(await thrownBy(ask(kind))).toBe(error);
    expect(asked).toEqual(['publisher']);
  });

  it('that is a write with an unknown effect says where it was sent', async () => {
    const { ask, asked, failNext } = clusterOf('publisher', 'subscriber');
    failNext('publisher', reset);
    const thrown = await thrownBy(ask('write'));
    expect(thrown).toMatchObject({
      code: 'call-manager-unreachable',
      facts: { ...reset.facts, sentTo: { node: 'publisher', isPublisher: true } },
    });
    expect(asked).toEqual(['publisher']);
  });

  it('ends with the error of the last node if none has answered', async () => {
    const { ask, failNext } = clusterOf('publisher', 'subscriber');
    failNext('publisher', busy);
    failNext('subscriber', unreachable);
    expect(await thrownBy(ask('read'))).toBe(unreachable);
  });
});

describe('a read', () => {
  it.each([unreachable, busy, failure('axl-service-unavailable', 'refused')])(
    'avoids a node for 15 seconds after %s',
    async (error) => {
      const { ask, failNext } = clusterOf('publisher', 'subscriber');
      failNext('publisher', error);
      expect(await ask('read')).toBe('subscriber');
      expect(await ask('read')).toBe('subscriber');
      vi.advanceTimersByTime(15_000);
      expect(await ask('read')).toBe('publisher');
    },
  );

  it.each([
    ['a fault, which is a response', failure('call-manager-fault', 'refused')],
    ['one that was not sent because its caller left', timedOut('none', notSent)],
    ['one that waits for its login', new LoginsPaused(1_000)],
  ])('asks a node again at once after %s', async (_what, error) => {
    const { ask, failNext, throttle } = clusterOf('publisher', 'subscriber');
    failNext('publisher', error);
    expect(await thrownBy(ask('read'))).toBe(error);
    expect(await ask('read')).toBe('publisher');
    expect(throttle.level).toBe(0);
  });

  it('goes to the publisher for 30 seconds after a write, then to the node of the write, even if they are busy', async () => {
    const { ask, asked, failNext } = clusterOf('publisher', 'first', 'second');
    failNext('publisher', unreachable, busy);
    failNext('first', unreachable);
    expect(await ask('write')).toBe('second');
    asked.length = 0;
    expect(await ask('read')).toBe('second');
    expect(asked).toEqual(['publisher', 'second']);
    vi.advanceTimersByTime(14_999);
    expect(await ask('read')).toBe('publisher');
    failNext('publisher', unreachable);
    expect(await ask('read')).toBe('second');
    vi.advanceTimersByTime(14_998);
    expect(await ask('read')).toBe('publisher');
  });

  it('goes to the publisher first for at most 30 seconds after a write, if it is busy', async () => {
    const { ask, failNext } = clusterOf('publisher', 'subscriber');
    await ask('write');
    vi.advanceTimersByTime(29_998);
    failNext('publisher', busy);
    expect(await ask('read')).toBe('subscriber');
    expect(await ask('read')).toBe('publisher');
    failNext('publisher', busy);
    expect(await ask('read')).toBe('subscriber');
    vi.advanceTimersByTime(2);
    expect(await ask('read')).toBe('subscriber');
  });

  it('goes to the node of a write before others, if the publisher cannot answer', async () => {
    const { ask, asked, failNext } = clusterOf('publisher', 'first', 'second');
    await ask('write', callContext(), 'second');
    failNext('publisher', busy);
    expect(await ask('read')).toBe('second');
    expect(asked).toEqual(['second', 'publisher', 'second']);
  });

  it('goes to the others first if the publisher gave this caller no response', async () => {
    const { ask, failNext } = clusterOf('publisher', 'subscriber');
    const context = callContext();
    await ask('write');
    failNext('publisher', reset);
    expect(await ask('read', context)).toBe('subscriber');
    expect(await ask('read', context)).toBe('subscriber');
    expect(await ask('read')).toBe('publisher');
  });
});

describe('a write', () => {
  it('is sent at most four times for one caller', async () => {
    const { ask, asked } = clusterOf('publisher');
    const context = callContext();
    for (let count = 0; count < 4; count += 1) await ask('write', context);
    expect(await thrownBy(ask('write', context))).toMatchObject({
      code: 'overloaded',
      facts: { effect: 'none', cause: 'sent often enough' },
    });
    await ask('read', context);
    expect(asked).toHaveLength(5);
  });

  it('goes to the publisher even if that was just busy', async () => {
    const { ask, failNext } = clusterOf('publisher', 'subscriber');
    failNext('publisher', busy);
    expect(await ask('read')).toBe('subscriber');
    expect(await ask('write')).toBe('publisher');
  });

  it('is not sent with less time than a write usually takes', async () => {
    const { ask, asked, tookMs } = clusterOf('publisher');
    vi.advanceTimersByTime(10_000);
    tookMs.value = 5_000;
    await ask('read');
    asked.length = 0;
    tookMs.value = 1_500;
    await ask('write');
    tookMs.value = 0;
    expect(await thrownBy(ask('write', callContext(1_499)))).toMatchObject({
      code: 'overloaded',
      facts: { retryAfterSeconds: 2, effect: 'none', cause: 'late write' },
    });
    expect(asked).toHaveLength(1);
    expect(await ask('read', callContext(1_499))).toBe('publisher');
    expect(await ask('write', callContext(1_500))).toBe('publisher');
  });
});
