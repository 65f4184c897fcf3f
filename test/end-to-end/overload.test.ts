import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service.js';
import { ask, caller, codeOf } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';
import { FakeAxlServer, type FakeOptions } from '../support/fake-axl-server.js';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startFake(options: FakeOptions): Promise<FakeAxlServer> {
  const fake = await FakeAxlServer.start(options);
  closing.push(() => fake.close());
  return fake;
}

/** The defaults of the service. */
const usual = { AXL_TIMEOUT_MS: '10000', REQUEST_DEADLINE_MS: '30000' };

async function serve(fake: FakeAxlServer, env: Record<string, string> = {}): Promise<RunningService> {
  const service = await startServiceWithShortTimes(fake.url(), { ...usual, AXL_PASSWORD: fake.password, ...env });
  closing.push(() => service.stop('end'));
  return service;
}

const uuid = (place: number): string => `{00000000-0000-4000-8000-${String(place).padStart(12, '0')}}`;
const between = (tag: string, body: string): string => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(body)?.[1] ?? '';

/** Every number is on several phones in each of several partitions. */
function company(partitions: number, phonesInEach: number): NonNullable<FakeOptions['answers']> {
  const range = (length: number): number[] => Array.from({ length }, (_, place) => place);
  return {
    listLine: (body) =>
      range(partitions)
        .map((place) => {
          const pattern = between('pattern', body);
          return `<line uuid="${uuid(place)}"><pattern>${pattern}</pattern><routePartitionName>P${place}</routePartitionName></line>`;
        })
        .join(''),
    getLine: (body) => {
      const partition = Number(between('uuid', body).slice(-13, -1));
      const names = range(phonesInEach).map((place) => `<device>SEP${partition * phonesInEach + place}</device>`);
      return `<line><associatedDevices>${names.join('')}</associatedDevices></line>`;
    },
    listPhone: (body) => {
      const name = between('name', body);
      return `<phone uuid="${uuid(Number(name.slice(3)))}"><name>${name}</name><description/><product>x</product><model>x</model></phone>`;
    },
    getPhone: () =>
      '<phone><lines><line><index>1</index><dirn><pattern>0100</pattern></dirn></line></lines><speeddials/></phone>',
  };
}

const lookUp = (service: RunningService, number: string) => ask(`${service.url}/phone/?dirn=${number}`);

describe('under overload', () => {
  it('lookups get 200 or 503, and those that have begun are completed', { timeout: 90_000 }, async () => {
    const fake = await startFake({ latencyMs: 300, answers: company(1, 1) });
    const deadlineMs = 10_000;
    const service = await serve(fake, { REQUEST_DEADLINE_MS: String(deadlineMs) });
    const replies = await Promise.all(Array.from({ length: 200 }, (_, place) => lookUp(service, `7${place}`)));
    const told = replies.map((reply) => (reply.status === 200 ? 200 : `${reply.status} ${String(codeOf(reply))}`));
    expect([...new Set(told)].sort()).toEqual([200, '503 overloaded']);
    const answered = told.filter((what) => what === 200).length;
    // Four calls each, four at a time: one lookup in 300 ms, fewer on a busy machine, and some more if its timers are
    // late. Without a deadline all would be answered.
    expect(answered).toBeGreaterThan(4);
    expect(answered).toBeLessThan(3 * (deadlineMs / 300));
    expect(fake.highestInFlight).toBe(4);
    // Nothing was requested for refused callers, except for those whose time was over meanwhile on a busy machine.
    const asked = fake.exchanges.filter(({ operation }) => operation === 'listLine').length;
    expect(asked - answered).toBeGreaterThanOrEqual(0);
    expect(asked - answered).toBeLessThanOrEqual(fake.highestInFlight);
  });

  it.each(['1000', '0'])(
    'a number on 700 phones is answered (AXL_MAX_QUEUE=%s)',
    { timeout: 600_000 },
    async (most) => {
      const fake = await startFake({ answers: company(10, 70) });
      const service = await serve(fake, {
        AXL_MAX_QUEUE: most,
        REQUEST_DEADLINE_MS: '600000',
        SHUTDOWN_GRACE_MS: '600000',
      });
      const reply = await lookUp(service, '0100');
      expect(reply.status, reply.body).toBe(200);
      expect(JSON.parse(reply.body)).toHaveLength(700);
      expect(fake.highestInFlight).toBe(4);
    },
  );

  it('a lookup that cannot be completed in time is refused as soon as that is known', { timeout: 30_000 }, async () => {
    const fake = await startFake({ latencyMs: 100, answers: company(10, 70) });
    const service = await serve(fake);
    const reply = await lookUp(service, '0100');
    expect([reply.status, codeOf(reply)]).toEqual([503, 'overloaded']);
    // All of it would be more than 1,400 calls, and 1,200 have time before the deadline.
    expect(fake.exchanges.length).toBeLessThan(320);
  });

  it('only waiting callers count: one too many is refused at once', { timeout: 30_000 }, async () => {
    const fake = await startFake({ latencyMs: 600, answers: company(1, 3) });
    const service = await serve(fake, { AXL_MAX_CONCURRENCY: '1', AXL_MAX_QUEUE: '1' });
    let isAnswered = false;
    const first = lookUp(service, '1').finally(() => (isAnswered = true));
    await until(() => fake.inFlight === 1);
    const second = lookUp(service, '2');
    await pause(100);
    const third = await lookUp(service, '3');
    expect([third.status, codeOf(third)]).toEqual([503, 'overloaded']);
    // The first one has seven calls of 600 ms each.
    expect(isAnswered).toBe(false);
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });
});

describe('callers who hang up', () => {
  const authorization = `Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`;

  it('do not increase the limit: the call manager continues to work for them', { timeout: 30_000 }, async () => {
    const fake = await startFake({ latencyMs: 400, answers: company(1, 1) });
    const service = await serve(fake);
    // Opens the session, so that requests do not wait for a login.
    expect((await lookUp(service, '0')).status).toBe(200);
    for (let round = 0; round < 12; round += 1) {
      const hangUp = new AbortController();
      const lost = Array.from({ length: 8 }, (_, place) =>
        fetch(`${service.url}/phone/?dirn=8${round}${place}`, { headers: { authorization }, signal: hangUp.signal }),
      );
      await pause(100);
      hangUp.abort();
      await Promise.allSettled(lost);
    }
    expect((await lookUp(service, '0')).status).toBe(200);
    expect(fake.highestInFlight).toBe(4);
  });

  it('nor do callers whose deadline comes before the answer', { timeout: 30_000 }, async () => {
    const fake = await startFake({ latencyMs: 400, answers: company(1, 1) });
    const times = { REQUEST_DEADLINE_MS: '600', AXL_TIMEOUT_MS: '600' };
    const service = await serve(fake, { ...times, AXL_MAX_CONCURRENCY: '1' });
    for (let round = 0; round < 5; round += 1) {
      const reply = await lookUp(service, `9${round}`);
      // Its second request is running when its time is over.
      expect(['call-manager-timeout', 'overloaded']).toContain(codeOf(reply));
    }
    expect(fake.exchanges.length).toBeGreaterThan(4);
    expect(fake.highestInFlight).toBe(1);
  });

  it('do not delay the end of the service', async () => {
    // The answer would come after the test's own time.
    const latencyMs = 600_000;
    const fake = await startFake({ latencyMs });
    const times = ['AXL_TIMEOUT_MS', 'REQUEST_DEADLINE_MS', 'SHUTDOWN_GRACE_MS'].map((name) => [name, `${latencyMs}`]);
    const service = await serve(fake, Object.fromEntries(times) as Record<string, string>);
    const hangUp = new AbortController();
    const lost = fetch(`${service.url}/phone/?dirn=1`, { headers: { authorization }, signal: hangUp.signal });
    await until(() => fake.inFlight === 1);
    hangUp.abort();
    await expect(lost).rejects.toThrow();
    await service.stop('end');
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 1_000) throw new Error('it did not come about within ten seconds');
    await pause(10);
  }
}
