import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Observation } from '../../src/observability/observations.js';
import type { RunningService } from '../../src/service.js';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { ask, caller, codeOf } from '../support/caller.js';
import { sendBytes } from '../support/http.js';
import { startImpatientService } from '../support/test-service.js';

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
  const service = await startImpatientService([urls].flat().join(','), { AXL_TIMEOUT_MS: '3000', ...env });
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

/** @returns how many callers wait for their turn, as the metrics say */
async function waitingAt({ adminUrl }: RunningService): Promise<number> {
  const metrics = await (await fetch(`${adminUrl ?? ''}/metrics`)).text();
  return Number(/^axl_phone_proxy_axl_queue_length (\d+)$/m.exec(metrics)?.[1]);
}

/** A write as it goes over a connection, which it ends where it is the last one. */
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

/** What a busy machine needs: nobody is refused because the test was slow. */
const allTheTime = { AXL_TIMEOUT_MS: '60000', REQUEST_DEADLINE_MS: '600000', SHUTDOWN_GRACE_MS: '600000' };

describe('gentle under load', () => {
  it('keeps to AXL_MAX_CONCURRENCY over all callers, and answers them all', async () => {
    const simulator = await simulate({ latencyMs: 10 });
    const { service } = await serve(simulator.url, { AXL_MAX_CONCURRENCY: '3', ...allTheTime });
    const numbers = [...new Set(simulator.state().flatMap(({ lines }) => lines.map(({ pattern }) => pattern)))];
    const replies = await Promise.all(
      numbers.map((number) => ask(`${service.url}/phone/?dirn=${encodeURIComponent(number)}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    expect(simulator.stats().highestInFlight).toBe(3);
  });

  it('serves who came first, refuses the rest in time with Retry-After, and nobody waits past the deadline', async () => {
    const simulator = await simulate({ latencyMs: 2_000 });
    const { service, seen } = await serve(simulator.url, { AXL_TIMEOUT_MS: '20000', REQUEST_DEADLINE_MS: '20000' });
    const lookUp = (index: number) => ask(`${service.url}/phone/?dirn=x${index}`);
    const first = Array.from({ length: 10 }, (_, index) => lookUp(index));
    // They have all come: what is not over is at work, or waits.
    const over = (): number => seen.filter(({ kind }) => kind === 'request').length;
    while (over() + simulator.stats().inFlight + (await waitingAt(service)) < 10) await pause(10);
    const replies = await Promise.all([...first, ...Array.from({ length: 110 }, (_, index) => lookUp(10 + index))]);
    const answered = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status !== 200);
    // One AXL call each, four at a time, two seconds: about forty can be served in twenty, fewer on a busy machine.
    expect(answered.length).toBeLessThanOrEqual(44);
    expect(refused.map(codeOf)).toContain('overloaded');
    expect(refused.every((reply) => ['overloaded', 'call-manager-timeout'].includes(String(codeOf(reply))))).toBe(true);
    // Without a deadline the last one would wait for a minute, and longer on a busy machine.
    expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(45_000);
    expect(simulator.stats().highestInFlight).toBeLessThanOrEqual(4);
    // Those who came first: the answered ones are not scattered behind refused ones.
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
    // Its first call was under way; the forty that a number on twenty phones needs were not made.
    expect(allRequests(simulator)).toBe(2);
    expect(seen.filter(({ kind }) => kind === 'shed')).toEqual([]);
  });

  it('sets the lists of one phone in the order in which they came, and does not make other phones wait', async () => {
    const simulator = await simulate();
    const { service } = await serve(simulator.url);
    // The session is open; while one request logs in, others wait for its cookie.
    await ask(`${service.url}/phone/?dirn=2003`);
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 1_500, times: 1 });
    const write = (phone: string, label: string) =>
      ask(`${service.url}/speeddials?phone=${phone}`, [{ index: '1', dirn: '1', label }]);
    const first = write('SEP00A1B2C30003', 'first');
    await until(() => simulator.stats().inFlight === 1);
    // On one connection they come in this order, whatever else the machine does.
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

describe('a call manager that struggles', () => {
  it('is slowed down for after a 503, honouring Retry-After, and served as before when it has recovered', async () => {
    const simulator = await simulate();
    simulator.misbehave({ kind: '503', times: 1, retryAfter: '3' });
    const { service, seen } = await serve(simulator.url, { REQUEST_DEADLINE_MS: '20000' });
    const reply = await ask(`${service.url}/phone/?dirn=2003`);
    expect(reply.status, reply.body).toBe(200);
    expect(reply.ms).toBeGreaterThan(2_950);
    expect(seen.find(({ kind }) => kind === 'throttle')).toMatchObject({ level: 1 });
    for (let round = 0; round < 4; round += 1) await ask(`${service.url}/phone/?dirn=2003`);
    expect((await ask(`${service.url}/phone/?dirn=2003`)).ms).toBeLessThan(2_000);
  });

  it('is asked to take credentials once, when it refuses them, until an operator says otherwise', async () => {
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

  it('is noticed to be dead after a few failures, answered for at once, and found again', async () => {
    const simulator = await simulate();
    const port = Number(new URL(simulator.url).port);
    const { service, seen } = await serve(simulator.url);
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
    expect(quick.ms).toBeLessThan(2_000);
    // Nothing but probes has been sent.
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
    const { service } = await serve(simulator.urls);
    simulator.misbehave({ kind: '503', node: 0, times: 1 });
    expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
    expect(simulator.stats().nodes).toEqual({ 0: 1, 1: 4 });
    // The publisher is left alone for a while: reads go to the other node, writes still to it.
    expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
    expect(simulator.stats().nodes).toEqual({ 0: 1, 1: 8 });
    expect((await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, [])).status).toBe(200);
    expect(simulator.stats().nodes).toEqual({ 0: 2, 1: 8 });
  });

  it.each(['404', 'reset'] as const)('reads from the next node after %s', async (kind) => {
    const simulator = await simulate({ subscribers: 1 });
    const { service } = await serve(simulator.urls);
    simulator.misbehave({ kind, node: 0 });
    expect((await ask(`${service.url}/phone/?dirn=2003`)).status).toBe(200);
  });

  it('writes to another node only when the publisher was surely not reached', async () => {
    const simulator = await simulate({ subscribers: 1 });
    const [publisher = '', subscriber = ''] = simulator.urls;
    // Time for every try: who runs out of it while the write is held is told `overloaded` in the end.
    const { service } = await serve([publisher, subscriber], { REQUEST_DEADLINE_MS: '30000' });
    simulator.misbehave({ kind: '503', node: 0 });
    const busy = await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, []);
    expect(codeOf(busy)).toBe('call-manager-busy');
    expect(simulator.stats().nodes['1']).toBeUndefined();
    const closedPort = 'http://127.0.0.1:1/axl/';
    const { service: without } = await serve([closedPort, subscriber]);
    expect((await ask(`${without.url}/speeddials?phone=SEP00A1B2C30003`, [])).status).toBe(200);
    expect(simulator.stats().nodes['1']).toBe(1);
  });
});

describe('after an update', () => {
  it.each(['apply', 'restart', 'reset'] as const)('%s makes the phone load the change', async (how) => {
    const simulator = await simulate();
    const { service } = await serve(simulator.url, { AXL_AFTER_UPDATE: how });
    expect((await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, [])).status).toBe(200);
    expect(simulator.stats().requests).toEqual({ updatePhone: 1, [`${how}Phone`]: 1 });
  });

  it('a phone that cannot be made to load does not undo the 200, and is told in a header', async () => {
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
