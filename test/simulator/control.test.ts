import { request } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { call, control } from '../support/axl-caller.js';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

const json = async (method: string, path: string, body?: unknown): Promise<unknown> =>
  JSON.parse((await control(simulator, method, path, body)).body);

describe('the control path', () => {
  it('adds, shows and clears rules', async () => {
    const rule = { kind: '503', operation: 'getPhone', times: 2 };
    expect(await json('POST', 'misbehaviour', rule)).toEqual([rule]);
    await call(simulator, 'getPhone', '<name>SEP00A1B2C30001</name>');
    expect(await json('GET', 'misbehaviour')).toEqual([{ ...rule, times: 1 }]);
    expect((await control(simulator, 'DELETE', 'misbehaviour')).status).toBe(204);
    expect(await json('GET', 'misbehaviour')).toEqual([]);
  });

  it('refuses an invalid rule, with the reason', async () => {
    const { status, body } = await control(simulator, 'POST', 'misbehaviour', [{ kind: '503', point: 'mid-body' }]);
    expect(status).toBe(400);
    expect(body).toContain('503 has no point mid-body');
    expect((await control(simulator, 'POST', 'misbehaviour')).status).toBe(400);
  });

  it('shows the state, the counters, and resets both', async () => {
    await call(simulator, 'updatePhone', '<name>SEP00A1B2C3000A</name><speeddials/>');
    expect(await json('GET', 'state')).toContainEqual({
      name: 'SEP00A1B2C3000A',
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      description: 'Attendant console',
      product: 'Cisco 8861',
      model: 'Cisco 8861',
      lines: [{ pattern: '2010', routePartition: 'PT-Internal' }],
      speedDials: [],
      busyLampFields: [],
    });
    expect(await json('GET', 'stats')).toMatchObject({ updatesApplied: 1, requests: { updatePhone: 1 }, inFlight: 0 });
    expect((await control(simulator, 'POST', 'reset')).status).toBe(204);
    expect(await json('GET', 'stats')).toMatchObject({ updatesApplied: 0, requests: {}, highestInFlight: 0 });
    expect(simulator.state().find(({ name }) => name === 'SEP00A1B2C3000A')?.speedDials).toHaveLength(100);
  });

  it('shows which updates were carried out, in order, and which of them met misbehavior', async () => {
    await control(simulator, 'POST', 'reset');
    await control(simulator, 'POST', 'misbehaviour', { kind: 'empty', operation: 'updatePhone', times: 1 });
    const dial = '<speeddial><dirn>1</dirn><label>one</label><index>7</index></speeddial>';
    await call(simulator, 'updatePhone', `<name>SEP00A1B2C3000A</name><speeddials>${dial}</speeddials>`);
    await call(simulator, 'updatePhone', '<name>SEP-NOBODY</name><speeddials/>');
    await call(simulator, 'updateDeviceProfile', '<name>UDP_NIGHT</name><speeddials/><busyLampFields/>');
    const phone = { number: 1, time: expect.any(Number) as unknown, deviceKind: 'phone', device: 'SEP00A1B2C3000A' };
    const profile = { number: 2, time: expect.any(Number) as unknown, deviceKind: 'profile', device: 'UDP_NIGHT' };
    expect(await json('GET', 'updates')).toEqual([
      { ...phone, speedDials: [{ index: 7, dirn: '1', label: 'one' }], disturbedBy: 'empty' },
      { ...profile, speedDials: [], busyLampFields: [] },
    ]);
    expect(await json('GET', 'updates?after=1')).toMatchObject([{ number: 2 }]);
    expect((await control(simulator, 'GET', 'updates?after=x')).status).toBe(400);
    await control(simulator, 'POST', 'reset');
    expect(await json('GET', 'updates')).toEqual([]);
  });

  it('shows of an update that was altered what was sent', async () => {
    await control(simulator, 'POST', 'reset');
    await control(simulator, 'POST', 'misbehaviour', { kind: 'alters-list', operation: 'updatePhone' });
    const dial = (index: number) =>
      `<speeddial><dirn>${index}</dirn><label>eight long</label><index>${index}</index></speeddial>`;
    const both = `<name>SEP00A1B2C3000A</name><speeddials>${dial(1)}${dial(2)}</speeddials>`;
    for (let time = 0; time < 20; time += 1) await call(simulator, 'updatePhone', both);
    const sent = { speedDials: [1, 2].map((index) => ({ index, dirn: String(index), label: 'eight long' })) };
    const updates = (await json('GET', 'updates')) as readonly { readonly speedDials: unknown }[];
    expect(updates).toHaveLength(20);
    const lists: unknown = expect.any(Array);
    for (const update of updates) expect(update).toMatchObject({ disturbedBy: 'alters-list', sent, speedDials: lists });
    expect(updates.some(({ speedDials }) => JSON.stringify(speedDials) !== JSON.stringify(sent.speedDials))).toBe(true);
    await control(simulator, 'POST', 'reset');
    await control(simulator, 'DELETE', 'misbehaviour');
  });

  it('takes a node off the network and puts it back', async () => {
    expect((await control(simulator, 'POST', 'nodes', { node: 0, listening: false })).status).toBe(204);
    await expect(call(simulator, 'getCCMVersion', '')).rejects.toThrow('ECONNREFUSED');
    expect((await control(simulator, 'POST', 'nodes', { node: 0, listening: true })).status).toBe(204);
    expect((await call(simulator, 'getCCMVersion', '')).status).toBe(200);
    expect((await control(simulator, 'POST', 'nodes', { node: 'x' })).status).toBe(400);
  });

  it('lists its paths for an unknown one', async () => {
    const { status, body } = await control(simulator, 'GET', 'other');
    expect(status).toBe(404);
    expect(body).toContain('POST /control/reset');
  });

  it('refuses a page that reached loopback under another name', async () => {
    const sent = request(`${simulator.controlUrl}state`, { headers: { host: 'evil.example' } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  });
});

describe('counters', () => {
  it('show how many requests were in flight at once', async () => {
    simulator.reset();
    simulator.misbehave({ kind: 'hang', times: 3 });
    const cancel = new AbortController();
    const hanging = Array.from({ length: 3 }, () =>
      call(simulator, 'getCCMVersion', '', { signal: cancel.signal }).catch((error: unknown) => error),
    );
    await expect.poll(() => simulator.stats().inFlight).toBe(3);
    cancel.abort();
    await Promise.all(hanging);
    await expect.poll(() => simulator.stats().inFlight).toBe(0);
    expect(simulator.stats()).toMatchObject({ highestInFlight: 3, requests: { getCCMVersion: 3 }, answers: {} });
  });

  it('count an unknown operation as unknown', async () => {
    simulator.reset();
    await call(simulator, 'constructor', '');
    await call(simulator, 'getPhone', '', { headers: { soapaction: 'none' } });
    expect(simulator.stats()).toMatchObject({ requests: { unknown: 2 }, answers: { 500: 2 } });
  });
});

describe('ports', () => {
  it('that are taken are refused, and nothing keeps listening', async () => {
    const port = Number(new URL(simulator.url).port);
    await expect(startSimulator({ port })).rejects.toThrow('EADDRINUSE');
    const controlPort = Number(new URL(simulator.controlUrl).port);
    await expect(startSimulator({ controlPort })).rejects.toThrow('EADDRINUSE');
  });
});
