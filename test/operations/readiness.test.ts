import { describe, expect, it } from 'vitest';
import { lookEveryMs, Readiness } from '../../src/admin/readiness.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { Observation } from '../../src/observability/observations.js';
import { deferred } from '../support/fake-port.js';

const unreachable = new ServiceError('call-manager-unreachable', {
  detail: 'The connection failed.',
  cause: 'ECONN',
  effect: 'unknown',
});

/** A readiness with a settable clock and a call manager that can be switched off. */
function scene() {
  const state = { now: 50_000, asked: 0, failure: undefined as ServiceError | undefined };
  const readiness = new Readiness(
    () => {
      state.asked += 1;
      return state.failure ? Promise.reject(state.failure) : Promise.resolve('15.0');
    },
    () => state.now,
  );
  return { state, readiness };
}

function axlCall(outcome: Extract<Observation, { kind: 'axl-call' }>['outcome']): Observation {
  const nothing = { axlCode: undefined, detail: undefined, cause: undefined };
  return {
    kind: 'axl-call',
    requestId: 'r',
    operation: 'getPhone',
    node: 'n',
    outcome,
    sends: 1,
    durationMs: 1,
    ...nothing,
  };
}

describe('readiness', () => {
  it('asks the call manager once in ten seconds, regardless of the number of questions', async () => {
    const { state, readiness } = scene();
    for (let second = 0; second < 20; second += 1) {
      const failures = await Promise.all(Array.from({ length: 10 }, () => readiness.failure()));
      expect(failures.every((failure) => failure === undefined)).toBe(true);
      state.now += 1_000;
    }
    expect(state.asked).toBe(2);
  });

  it('asks no more often while the answer is no', async () => {
    const { state, readiness } = scene();
    state.failure = unreachable;
    for (let second = 0; second < 20; second += 1) {
      expect((await readiness.failure())?.reason).toBe('call-manager-unreachable');
      state.now += 1_000;
    }
    expect(state.asked).toBe(2);
  });

  it('takes normal traffic as evidence, and then asks nothing', async () => {
    const { state, readiness } = scene();
    readiness.observe(axlCall('ok'));
    state.now += lookEveryMs - 1;
    expect(await readiness.failure()).toBeUndefined();
    expect(state.asked).toBe(0);
    state.now += 1;
    await readiness.failure();
    expect(state.asked).toBe(1);
  });

  it.each(['call-manager-timeout', 'abandoned', 'call-manager-fault'] as const)(
    'does not take %s as evidence',
    async (outcome) => {
      const { state, readiness } = scene();
      readiness.observe(axlCall(outcome));
      await readiness.failure();
      expect(state.asked).toBe(1);
    },
  );

  it('returns with the first good answer to anyone', async () => {
    const { state, readiness } = scene();
    state.failure = unreachable;
    expect(await readiness.failure()).toBeDefined();
    readiness.observe(axlCall('ok'));
    expect(await readiness.failure()).toBeUndefined();
    expect(state.asked).toBe(1);
  });

  it('ends at once when the credentials are refused, until an answer is good', async () => {
    const { state, readiness } = scene();
    expect(await readiness.failure()).toBeUndefined();
    readiness.observe({ kind: 'credentials-refused', requestId: 'r', node: 'n', pauseMs: 1_000 });
    expect((await readiness.failure())?.reason).toBe('call-manager-refused-credentials');
    readiness.observe(axlCall('ok'));
    expect(await readiness.failure()).toBeUndefined();
    expect(state.asked).toBe(1);
  });

  it('ends when the service stops', async () => {
    const { readiness } = scene();
    expect(await readiness.failure()).toBeUndefined();
    readiness.stop();
    expect((await readiness.failure())?.reason).toBe('stopping');
  });

  it('makes everyone who asks in the meantime wait for the same answer', async () => {
    const answer = deferred<string>();
    let asked = 0;
    const readiness = new Readiness(() => {
      asked += 1;
      return answer.promise;
    });
    const failures = Promise.all([readiness.failure(), readiness.failure(), readiness.failure()]);
    answer.resolve('15.0');
    expect(await failures).toEqual([undefined, undefined, undefined]);
    expect(asked).toBe(1);
  });
});
