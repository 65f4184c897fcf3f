import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConcurrencyLimiter } from '../../../../src/axl/admission/concurrency-limiter.js';
import { Throttle } from '../../../../src/axl/admission/throttle.js';
import { whenAborted } from '../../../../src/use-cases/time-limit.js';
import { openContext } from '../../../support/fake-port.js';
import { observing } from '../../../support/app.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

function gated(concurrency: number, queueLimit = 100) {
  const { observe, seen } = observing();
  const gate = new ConcurrencyLimiter({ concurrency, queueLimit }, new Throttle(() => 0), observe);
  const begun: string[] = [];
  const done: string[] = [];
  /** A lookup that makes this number of parallel requests, each of a second. */
  const lookUp = (name: string, { requests = 1, opened = openContext() } = {}) => {
    const { context } = opened;
    const request = async () => gate.slot('read', context, () => pause(1_000));
    const work = async () => {
      begun.push(name);
      await Promise.all(Array.from({ length: requests }, request));
      done.push(name);
      return name;
    };
    const outcome = gate.turn(context, work);
    return outcome.catch((thrown: unknown) => thrown);
  };
  return { gate, seen, begun, done, lookUp };
}

const overloaded = (cause: string) => ({ code: 'overloaded', facts: { effect: 'none', cause } });

describe('lookups at the gate', () => {
  it('run in parallel up to the number of places; others wait in order', async () => {
    const { gate, begun, lookUp } = gated(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => lookUp(name));
    await vi.advanceTimersByTimeAsync(0);
    expect([begun, gate.inFlight, gate.queued]).toEqual([['a', 'b'], 2, 2]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('make more requests than may wait, even if none may wait', async () => {
    const { gate, done, lookUp } = gated(2, 0);
    const many = lookUp('many', { requests: 9, opened: openContext({}, 60_000) });
    await vi.advanceTimersByTimeAsync(0);
    expect([gate.inFlight, gate.queued]).toEqual([2, 0]);
    const second = lookUp('second');
    expect(await lookUp('third')).toMatchObject(overloaded('queue-full'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await many, await second]).toEqual(['many', 'second']);
    // The first was served first, with all its requests.
    expect(done).toEqual(['many', 'second']);
  });

  it('end when their callers disconnect, and free their turn', async () => {
    const { gate, seen, begun, lookUp } = gated(1);
    const first = lookUp('first');
    const opened = openContext();
    const gone = lookUp('gone', { opened });
    const last = lookUp('last');
    opened.end();
    expect(await gone).toMatchObject(overloaded('deadline'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await first, await last]).toEqual(['first', 'last']);
    expect(begun).toEqual(['first', 'last']);
    expect(seen.filter(({ kind }) => kind === 'shed')).toEqual([]);
    expect([gate.inFlight, gate.queued]).toEqual([0, 0]);
  });

  it('are refused at once if, judging by recent ones, they would be too late', async () => {
    const { gate, lookUp } = gated(1);
    for (let round = 0; round < 8; round += 1) {
      const warmUp = lookUp('warm-up');
      await vi.advanceTimersByTimeAsync(1_000);
      await warmUp;
    }
    // It is the fourth in line, and would end in five seconds.
    for (const name of ['a', 'b', 'c', 'd']) void lookUp(name);
    expect(await lookUp('late', { opened: openContext({}, 4_900) })).toMatchObject(overloaded('deadline'));
    void lookUp('in time', { opened: openContext({}, 5_100) });
    expect(gate.queued).toBe(4);
  });

  it('end sooner if more may run, and those given up early do not count for the usual time', async () => {
    const { gate, lookUp } = gated(2);
    for (let round = 0; round < 24; round += 1) {
      const opened = openContext();
      const looking = lookUp('warm-up', { opened });
      if (round >= 8) opened.end();
      await vi.advanceTimersByTimeAsync(1_000);
      await looking;
    }
    // Two run, and four wait before it: it would end in three and a half seconds.
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void lookUp(name);
    expect(await lookUp('late', { opened: openContext({}, 3_400) })).toMatchObject(overloaded('deadline'));
    void lookUp('in time', { opened: openContext({}, 3_600) });
    expect(gate.queued).toBe(5);
  });

  it('are refused while they wait, the last first, as soon as the others take longer than recent ones', async () => {
    const { begun, lookUp } = gated(1);
    for (let round = 0; round < 8; round += 1) {
      const warmUp = lookUp('warm-up');
      await vi.advanceTimersByTimeAsync(1_000);
      await warmUp;
    }
    const started = performance.now();
    const patient = () => openContext({}, 60_000);
    void lookUp('slow', { requests: 8, opened: patient() });
    void lookUp('slow too', { requests: 8, opened: patient() });
    const waiting = lookUp('patient', { opened: patient() });
    const refused: [name: string, afterMs: number][] = [];
    for (const name of ['first', 'last']) {
      void lookUp(name, { opened: openContext({}, 25_500) }).then((outcome) => {
        expect(outcome).toMatchObject(overloaded('deadline'));
        refused.push([name, performance.now() - started]);
      });
    }
    await vi.advanceTimersByTimeAsync(20_000);
    // After the two slow ones, the estimate for a lookup is eight seconds, and for each one before it.
    expect(refused).toEqual([
      ['last', 16_000],
      ['first', 17_000],
    ]);
    expect(await waiting).toBe('patient');
    expect(begun.slice(8)).toEqual(['slow', 'slow too', 'patient']);
  });

  it('do not start without the time to finish', async () => {
    const { begun, seen, lookUp } = gated(1);
    void lookUp('slow', { requests: 2 });
    void lookUp('another');
    // The slow one takes two seconds, and half of that is added; their turn comes after three.
    const late = lookUp('late', { opened: openContext({}, 5_900) });
    const inTime = lookUp('in time', { opened: openContext({}, 6_100) });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await late).toMatchObject(overloaded('deadline'));
    expect(await inTime).toBe('in time');
    expect(begun).toEqual(['slow', 'another', 'in time']);
    expect(seen.filter(({ kind }) => kind === 'shed')).toHaveLength(1);
  });

  it('are refused while running as soon as they make too many requests', async () => {
    const { gate, seen, lookUp } = gated(2);
    const outcome = lookUp('many', { requests: 100, opened: openContext({}, 30_000) });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await outcome).toMatchObject(overloaded('deadline'));
    expect(seen.filter(({ kind }) => kind === 'shed')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(gate.inFlight).toBe(0);
  });
});

describe('a request whose caller disconnects', () => {
  it('keeps its place until it ends, and its caller gets the error at once', async () => {
    const { gate } = gated(1);
    const { context, end } = openContext();
    const outcome = gate.slot('read', context, () => pause(1_000));
    const told = outcome.catch((thrown: unknown) => thrown);
    const next = vi.fn(() => Promise.resolve('next'));
    const waiting = gate.slot('read', openContext().context, next);
    end();
    expect(await told).toMatchObject({ code: 'call-manager-timeout', facts: { effect: 'unknown' } });
    expect([gate.inFlight, next.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toBe('next');
  });

  it('says that it was not sent', async () => {
    const { gate } = gated(1);
    const { context, end } = openContext();
    const unsent = new Error('not sent');
    const request = () =>
      new Promise<never>((_resolve, reject) => {
        whenAborted(context.signal, () => {
          reject(unsent);
        });
      });
    const outcome = gate.slot('write', context, request);
    end();
    await expect(outcome).rejects.toBe(unsent);
  });
});
