import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Observation } from '../../src/observability/observations.js';
import type { RunningService } from '../../src/service.js';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { ask, caller, codeOf } from '../support/caller.js';
import { sendBytes } from '../support/http.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

let closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function simulate(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  const simulator = await startSimulator({ strictRequests: true, username: 'axl', password: 'axl-demo', ...options });
  closing.push(() => simulator.close());
  return simulator;
}

async function serve(
  urls: string | readonly string[],
  env: Record<string, string> = {},
): Promise<{ service: RunningService; seen: readonly Observation[] }> {
  const service = await startServiceWithShortTimes([urls].flat().join(','), { AXL_TIMEOUT_MS: '3000', ...env });
  closing.push(() => service.stop('end'));
  return { service, seen: service.observations };
}

const allRequests = (simulator: RunningSimulator): number =>
  Object.values(simulator.stats().requests).reduce((sum, count) => sum + count, 0);

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 9_000) throw new Error('it did not come about within a minute and a half');
    await pause(10);
  }
}

/** @returns a gauge of the service */
async function gauge(name: string, { adminUrl }: RunningService): Promise<number> {
  const metrics = await (await fetch(`${adminUrl ?? ''}/metrics`)).text();
  return Number(new RegExp(`^axl_phone_proxy_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
}

/** A write in the form for a connection, which it closes if it is the last one. */
function writeOf(phone: string, label: string): string {
  const body = JSON.stringify([{ index: '1', dirn: '1', label }]);
  const head = [
    `POST /speeddials?phone=${phone} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Connection: ${label === 'fourth' ? 'close' : 'keep-alive'}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Enough time for a busy machine: no one is refused because the test was slow. */
const allTheTime = { AXL_TIMEOUT_MS: '60000', REQUEST_DEADLINE_MS: '600000', SHUTDOWN_GRACE_MS: '600000' };

describe('gentle under load', () => {
  it('stays within AXL_MAX_CONCURRENCY over all callers, and answers them all', async () => {
    const simulator = await simulate({ latencyMs: 10 });
    const { service } = await serve(simulator.url, { AXL_MAX_CONCURRENCY: '3', ...allTheTime });
    const numbers = [...new Set(simulator.state().flatMap(({ lines }) => lines.map(({ pattern }) => pattern)))];
    const replies = await Promise.all(
      numbers.map((number) => ask(`${service.url}/phone/?dirn=${encodeURIComponent(number)}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    expect(simulator.stats().highestInFlight).toBe(3);
  });

  it('serves callers in order of arrival, refuses the rest in time with Retry-After, and no one waits past the deadline', async () => {
    const simulator = await simulate({ latencyMs: 2_000 });
    const { service, seen } = await serve(simulator.url, { AXL_TIMEOUT_MS: '20000', REQUEST_DEADLINE_MS: '20000' });
    const lookUp = (index: number) => ask(`${service.url}/phone/?dirn=x${index}`);
    const first = Array.from({ length: 10 }, (_, index) => lookUp(index));
    // All have arrived: each is over, being handled, or waiting.
    const over = (): number => seen.filter(({ kind }) => kind === 'request').length;
    while (over() + simulator.stats().inFlight + (await gauge('axl_queue_length', service)) < 10) await pause(10);
    const replies = await Promise.all([...first, ...Array.from({ length: 110 }, (_, index) => lookUp(10 + index))]);
    const answered = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status !== 200);
    // One AXL call each, four at a time, two seconds each: about forty fit into twenty seconds, fewer on a busy
    // machine, and some more if its timers are late. Without a deadline all would be answered.
    expect(answered.length).toBeLessThanOrEqual(80);
    expect(refused.map(codeOf)).toContain('overloaded');
    expect(refused.every((reply) => ['overloaded', 'call-manager-timeout'].includes(String(codeOf(reply))))).toBe(true);
    expect(simulator.stats().highestInFlight).toBeLessThanOrEqual(4);
    // Callers in order of arrival: refused ones do not come before answered ones.
    expect(replies.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('lets lookups of one number at the same moment share one trip', async () => {
    // Slow enough that all of them have come before the first one is answered.
    const simulator = await simulate({ latencyMs: 500 });
    const { service } = await serve(simulator.url);
    const replies = await Promise.all(Array.from({ length: 30 }, () => ask(`${service.url}/phone/?dirn=2003`)));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(allRequests(simulator)).toBe(4);
    await ask(`${service.url}/phone/?dirn=2003`);
    expect(allRequests(simulator)).toBe(8);
  });

  it('abandons the reads of a caller who hangs up, and frees its slot', async () => {
    const simulator = await simulate({ latencyMs: 200 });
    const { service, seen } = await serve(simulator.url, { AXL_MAX_CONCURRENCY: '1' });
    const hangUp = new AbortController();
    const authorization = `Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`;
    const lost = fetch(`${service.url}/phone/?dirn=4200`, { headers: { authorization }, signal: hangUp.signal });
    await until(() => simulator.stats().inFlight === 1);
    hangUp.abort();
    await expect(lost).rejects.toThrow();
    const reply = await ask(`${service.url}/phone/?dirn=nobody`);
    expect(reply.status).toBe(200);
    // Its first call was running; the forty calls for a number on twenty phones were not made.
    expect(allRequests(simulator)).toBe(2);
    expect(seen.filter(({ kind }) => kind === 'shed')).toEqual([]);
  });

  it('sets the lists of one phone in order of arrival, and does not make other phones wait', async () => {
    const simulator = await simulate();
    const { service } = await serve(simulator.url);
    // Opens the session; while one request logs in, others wait for its cookie.
    await ask(`${service.url}/phone/?dirn=2003`);
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 1_500, times: 1 });
    const write = (phone: string, label: string) =>
      ask(`${service.url}/speeddials?phone=${phone}`, [{ index: '1', dirn: '1', label }]);
    const first = write('SEP00A1B2C30003', 'first');
    await until(() => simulator.stats().inFlight === 1);
    // On one connection they arrive in this order, even on a busy machine.
    const rest = sendBytes(Number(new URL(service.url).port), [
      ['second', 'third', 'fourth'].map((label) => writeOf('SEP00A1B2C30003', label)).join(''),
    ]);
    expect((await write('SEP00A1B2C30001', 'other')).status).toBe(200);
    expect((await first).status).toBe(200);
    expect((await rest).text.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'));
    const labels = simulator.updates().flatMap(({ speedDials = [] }) => speedDials.map(({ label }) => label));
    expect(labels).toEqual(['other', 'first', 'second', 'third', 'fourth']);
    const held = simulator.state().find(({ name }) => name === 'SEP00A1B2C30003')?.speedDials;
    expect(held?.map(({ label }) => label)).toEqual(['fourth']);
  });
});

describe('a call manager in trouble', () => {
  it('gets fewer requests after a 503, after its Retry-After, and as many as before when it has recovered', async () => {
    const simulator = await simulate();
    simulator.misbehave({ kind: '503', times: 1, retryAfter: '3' });
    const { service, seen } = await serve(simulator.url, allTheTime);
    const reply = await ask(`${service.url}/phone/?dirn=2003`);
    expect(reply.status, reply.body).toBe(200);
    expect(reply.ms).toBeGreaterThan(2_950);
    expect(seen.find(({ kind }) => kind === 'throttle')).toMatchObject({ level: 1 });
    for (let round = 0; round < 4; round += 1) await ask(`${service.url}/phone/?dirn=2003`);
    expect(await gauge('axl_throttle_level', service)).toBe(0);
  });

  it('gets refused credentials only once, until an administrator changes something', async () => {
    const simulator = await simulate({ password: 'another' });
    const { service, seen } = await serve(simulator.url);
    for (let round = 0; round < 5; round += 1) {
      const reply = await ask(`${service.url}/phone/?dirn=2003`);
      expect([reply.status, codeOf(reply)]).toEqual([502, 'call-manager-refused-credentials']);
    }
    expect(simulator.stats().refusedLogins).toBe(1);
    expect(seen.filter(({ kind }) => kind === 'credentials-refused')).toHaveLength(1);
    await service.reload();
    await ask(`${service.url}/phone/?dirn=2003`);
    expect(simulator.stats().refusedLogins).toBe(2);
  });

  it('is recognized as dead after a few failures, gives an error at once, and is found again', async () => {
    const simulator = await simulate();
    const port = Number(new URL(simulator.url).port);
    const { service, seen } = await serve(simulator.url, allTheTime);
    expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
    await simulator.close();
    const codes: unknown[] = [];
    for (let round = 0; round < 4; round += 1) codes.push(codeOf(await ask(`${service.url}/phone/?dirn=2003`)));
    expect(codes).toEqual([
      'call-manager-unreachable',
      'call-manager-unreachable',
      'call-manager-unavailable',
      'call-manager-unavailable',
    ]);
    const attempts = seen.filter(({ kind }) => kind === 'axl-call').length;
    const quick = await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, []);
    expect([quick.status, codeOf(quick)]).toEqual([503, 'call-manager-unavailable']);
    // Only probes were sent.
    expect(seen.filter((one) => one.kind === 'axl-call' && one.requestId !== 'probe').length).toBeLessThanOrEqual(
      attempts,
    );
    await simulate({ port });
    await until(() => seen.some((one) => one.kind === 'breaker' && one.state === 'closed'));
    expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
  });
});

describe('several nodes', () => {
  it('reads from the next node when the publisher is busy, without AXL or gone, and writes to the publisher', async () => {
    const simulator = await simulate({ subscribers: 1 });
    const { service } = await serve(simulator.urls, { AXL_VERIFY_WRITES: 'off' });
    simulator.misbehave({ kind: '503', node: 0, times: 1 });
    expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
    expect(simulator.stats().nodes).toEqual({ 0: 1, 1: 4 });
    // The publisher is avoided for a while: reads go to the other node, writes still to the publisher.
    expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
    expect(simulator.stats().nodes).toEqual({ 0: 1, 1: 8 });
    expect((await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, [])).status).toBe(200);
    expect(simulator.stats().nodes).toEqual({ 0: 2, 1: 8 });
  });

  it.each(['404', 'reset', '502', 'redirect', 'html', 'locked'] as const)(
    'reads from the next node after %s',
    async (kind) => {
      const simulator = await simulate({ subscribers: 1 });
      const { service } = await serve(simulator.urls);
      simulator.misbehave({ kind, node: 0 });
      expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
    },
  );

  it('writes to another node only if the publisher surely was not reached', async () => {
    const simulator = await simulate({ subscribers: 1 });
    const [publisher = '', subscriber = ''] = simulator.urls;
    // Enough time for every try: a write that is held until its time is over gets `overloaded` in the end.
    const { service } = await serve([publisher, subscriber], { REQUEST_DEADLINE_MS: '30000' });
    simulator.misbehave({ kind: '503', node: 0 });
    const busy = await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, []);
    expect(codeOf(busy)).toBe('call-manager-busy');
    expect(simulator.stats().nodes['1']).toBeUndefined();
    const closedPort = 'http://127.0.0.1:1/axl/';
    const { service: without } = await serve([closedPort, subscriber], { AXL_VERIFY_WRITES: 'off' });
    expect((await ask(`${without.url}/speeddials?phone=SEP00A1B2C30003`, [])).status).toBe(200);
    expect(simulator.stats().nodes['1']).toBe(1);
  });
});

describe('after an update', () => {
  it.each(['apply', 'restart', 'reset'] as const)('%s makes the phone load the change', async (how) => {
    const simulator = await simulate();
    const { service } = await serve(simulator.url, { AXL_AFTER_UPDATE: how });
    expect((await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, [])).status).toBe(200);
    expect(simulator.stats().requests).toEqual({ getPhone: 2, updatePhone: 1, [`${how}Phone`]: 1 });
  });

  it('a phone that cannot be made to load does not change the 200, and a header says so', async () => {
    const simulator = await simulate();
    simulator.misbehave({ kind: 'fault', operation: 'applyPhone', axlcode: 5003, message: 'no' });
    const { service, seen } = await serve(simulator.url, { AXL_AFTER_UPDATE: 'apply' });
    const authorization = `Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`;
    const answer = await fetch(`${service.url}/speeddials?phone=SEP00A1B2C30003`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '[]',
    });
    expect([answer.status, answer.headers.get('x-after-update')]).toEqual([200, 'call-manager-fault']);
    expect(seen.find(({ kind }) => kind === 'load-change')).toMatchObject({ outcome: 'call-manager-fault' });
  });
});
