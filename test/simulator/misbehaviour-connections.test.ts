import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { call, exchange } from '../support/axl-caller.js';
import { updatedPhone, rawAnswer, updateUnder } from './misbehaving.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

useSimulator();

describe('connections', () => {
  it.each([
    ['arrival', false],
    ['before', false],
    ['after', true],
    ['mid-body', true],
  ] as const)('reset at %s', async (point, applied) => {
    expect(await updateUnder(simulator, { kind: 'reset', point })).toMatchObject({
      status: 0,
      body: 'ECONNRESET',
      applied,
    });
  });

  it.each([
    ['arrival', false],
    ['before', false],
    ['after', true],
  ] as const)('hang at %s', async (point, applied) => {
    simulator.misbehave({ kind: 'hang', point, times: 1 });
    const content = `<name>${updatedPhone}</name><speeddials/>`;
    const { updatePhone = 0 } = simulator.stats().requests;
    const hangUp = new AbortController();
    const hanging = expect(call(simulator, 'updatePhone', content, { signal: hangUp.signal })).rejects.toThrow();
    await expect.poll(() => simulator.stats().requests['updatePhone']).toBe(updatePhone + 1);
    // Time in which it would have been answered.
    setTimeout(() => {
      hangUp.abort();
    }, 150);
    await hanging;
    expect(simulator.stats().updatesApplied).toBe(applied ? 1 : 0);
  });

  it('reset, also over https', async () => {
    const secure = await startSimulator({
      tls: true,
      misbehaviour: [
        { kind: 'reset', times: 1 },
        { kind: 'reset', point: 'mid-body', times: 1 },
      ],
    });
    const ca = secure.certificate ?? '';
    const codes: unknown[] = [];
    for (let i = 0; i < 2; i += 1) {
      const outcome = await call(secure, 'getCCMVersion', '', { ca }).catch((error: unknown) => error);
      codes.push((outcome as NodeJS.ErrnoException).code);
    }
    await secure.close();
    expect(codes).toEqual(['ECONNRESET', 'ECONNRESET']);
  });

  it('a node that does not listen refuses connections, and returns on its port', async () => {
    const cluster = await startSimulator({ subscribers: 1 });
    const reach = () =>
      exchange(cluster.url, {}).then(
        ({ status }) => status,
        (error: unknown) => (error as NodeJS.ErrnoException).code,
      );
    await cluster.setListening(0, false);
    expect(await reach()).toBe('ECONNREFUSED');
    expect((await exchange(cluster.urls[1] ?? '', {})).status).toBe(401);
    await cluster.setListening(0, true);
    expect(await reach()).toBe(401);
    await expect(cluster.setListening(2, true)).rejects.toThrow('There is no node 2');
    await cluster.close();
  });

  it('close-after answers normally and closes the connection', async () => {
    simulator.misbehave({ kind: 'close-after', times: 1 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await call(simulator, 'getCCMVersion', '', { agent });
    expect([first.status, first.headers.connection]).toEqual([200, 'keep-alive']);
    await expect.poll(() => Object.keys(agent.freeSockets)).toEqual([]);
    await call(simulator, 'getCCMVersion', '', { agent });
    await call(simulator, 'getCCMVersion', '', { agent });
    agent.destroy();
    expect(simulator.stats().connections).toBe(2);
  });

  it('drip sends a byte at a time', async () => {
    const reply = await updateUnder(simulator, { kind: 'drip', ms: 1 });
    expect(reply).toMatchObject({ status: 200, applied: true });
    simulator.misbehave({ kind: 'drip', ms: 60_000, times: 1 });
    const bytes = await rawAnswer(simulator, 'getCCMVersion', '', (seen) => seen.includes('\r\n\r\n<'));
    expect(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)).toHaveLength(1);
  });

  it('delay waits, at each point', async () => {
    for (const point of ['arrival', 'before', 'after'] as const) {
      const start = performance.now();
      expect(await updateUnder(simulator, { kind: 'delay', ms: 50, jitterMs: 10, point })).toMatchObject({
        status: 200,
        applied: true,
      });
      expect(performance.now() - start).toBeGreaterThan(45);
    }
  });
});

describe('latency', () => {
  it('is the same for many at once', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const slow = await startSimulator({ latencyMs: 30 });
    const start = performance.now();
    const replies = await Promise.all(Array.from({ length: 30 }, () => call(slow, 'getCCMVersion', '')));
    expect(performance.now() - start).toBeGreaterThan(25);
    await slow.close();
    process.off('warning', note);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(warnings).toEqual([]);
  });
});

describe('closing', () => {
  it('ends everything that hangs, waits and drips', async () => {
    const other = await startSimulator({ latencyMs: 60_000, misbehaviour: { kind: 'hang', times: 1 } });
    const pending = [call(other, 'getCCMVersion', ''), call(other, 'getCCMVersion', '')].map((reply) =>
      reply.catch((error: unknown) => error),
    );
    await expect.poll(() => other.stats().inFlight).toBe(2);
    await other.close();
    for (const outcome of await Promise.all(pending)) expect(outcome).toBeInstanceOf(Error);
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });
});
