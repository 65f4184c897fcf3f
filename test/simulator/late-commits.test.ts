import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { call, control, inside, speedDials } from '../support/axl-caller.js';
import { updatedPhone, updateUnder } from './misbehaving.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

useSimulator();
afterEach(() => {
  simulator.setTraits({ countsAbandoned: false });
});

const dials = () => simulator.state().find(({ name }) => name === updatedPhone)?.speedDials.length;
const update = (signal?: AbortSignal) =>
  call(simulator, 'updatePhone', `<name>${updatedPhone}</name>${speedDials(['1', '1', 'x'])}`, signal && { signal });
const codeOf = async (reply: ReturnType<typeof call>) => {
  const { status, body } = await reply;
  return status === 200 ? 200 : inside(body, 'axlcode');
};

/** The work takes a second. */
const patient = { timeout: 5_000 };

describe('a late commit', () => {
  it.each([
    ['reset', 'ECONNRESET'],
    ['close', 'ECONNRESET'],
  ] as const)('arrives a while after the connection was lost by %s', async (loss, code) => {
    const outcome = await updateUnder(simulator, { kind: 'late-commit', loss, ms: 400 });
    expect(outcome).toMatchObject({ status: 0, body: code, applied: false });
    await expect.poll(dials).toBe(1);
    expect(simulator.stats().updatesApplied).toBe(1);
  });

  it('arrives a while after the client has given up, and not before', async () => {
    simulator.misbehave({ kind: 'late-commit', loss: 'hang', ms: 50, times: 1 });
    const giveUp = new AbortController();
    const sent = update(giveUp.signal).catch((error: unknown) => error);
    await pause(150);
    expect(dials()).toBe(4);
    giveUp.abort();
    await sent;
    await expect.poll(dials).toBe(1);
  });

  it('arrives for a profile too', async () => {
    simulator.misbehave({ kind: 'late-commit', operation: 'updateDeviceProfile', ms: 200, times: 1 });
    const fields = () => simulator.profiles().find(({ name }) => name === 'UDP_NIGHT')?.busyLampFields.length;
    const clear = '<name>UDP_NIGHT</name><busyLampFields/>';
    await expect(call(simulator, 'updateDeviceProfile', clear)).rejects.toThrow();
    expect(fields()).toBe(2);
    await expect.poll(fields).toBe(0);
  });

  it('is refused like any other when it arrives', async () => {
    simulator.misbehave({ kind: 'late-commit', ms: 1, times: 1 });
    await update().catch(() => undefined);
    await expect.poll(() => simulator.stats().updatesApplied).toBe(1);
    simulator.misbehave({ kind: 'late-commit', ms: 1, times: 1 });
    const bad = `<name>${updatedPhone}</name>${speedDials(['0', '1', 'x'])}`;
    await call(simulator, 'updatePhone', bad).catch(() => undefined);
    await pause(50);
    expect([dials(), simulator.stats().updatesApplied]).toEqual([1, 1]);
  });

  it('does not change the state after a reset', async () => {
    simulator.misbehave({ kind: 'late-commit', ms: 100, times: 1 });
    await update().catch(() => undefined);
    simulator.reset();
    await pause(200);
    expect([dials(), simulator.stats().updatesApplied]).toEqual([4, 0]);
  });
});

describe('a temporary fault', () => {
  it.each([
    ['locked', '-107'],
    ['duplicate-key', '-239'],
  ] as const)('%s, after several times', async (kind, axlCode) => {
    simulator.misbehave({ kind, operation: 'updatePhone', times: 2 });
    expect([await codeOf(update()), await codeOf(update()), await codeOf(update())]).toEqual([axlCode, axlCode, 200]);
  });

  it('says that the record is locked', async () => {
    simulator.misbehave({ kind: 'locked', times: 1 });
    expect(inside((await update()).body, 'faultstring')).toContain('record is locked');
  });

  it('ends after a time that starts with its first use', async () => {
    let now = 0;
    const other = await startSimulator({ now: () => now, misbehaviour: { kind: 'locked', forMs: 1_000 } });
    const ask = () => codeOf(call(other, 'getPhone', `<name>${updatedPhone}</name>`));
    now = 5_000;
    expect(await ask()).toBe('-107');
    now += 999;
    expect([await ask(), other.misbehaviour().length]).toEqual(['-107', 1]);
    now += 1;
    expect([await ask(), other.misbehaviour().length]).toEqual([200, 0]);
    await other.close();
  });
});

describe('a request whose client hung up', () => {
  /** How many are in flight after their clients are gone, while their work takes a while. */
  async function inFlightAfterHangingUp(): Promise<number> {
    simulator.misbehave({ kind: 'delay', ms: 1_000, times: 3 });
    const hangUp = new AbortController();
    const sent = Array.from({ length: 3 }, () => update(hangUp.signal).catch((error: unknown) => error));
    await expect.poll(() => simulator.stats().inFlight).toBe(3);
    hangUp.abort();
    await Promise.all(sent);
    // The simulator has noticed it.
    await pause(50);
    return simulator.stats().inFlight;
  }

  it('does not count any more, although its work continues', async () => {
    expect(await inFlightAfterHangingUp()).toBe(0);
    expect(simulator.stats().updatesApplied).toBe(0);
    await expect.poll(() => simulator.stats().updatesApplied, patient).toBe(3);
  });

  it('counts until its work is done, if that option is set', async () => {
    expect((await control(simulator, 'POST', 'traits', { countsAbandoned: true })).status).toBe(204);
    expect(await inFlightAfterHangingUp()).toBe(3);
    await expect.poll(() => simulator.stats().inFlight, patient).toBe(0);
    expect(simulator.stats()).toMatchObject({ updatesApplied: 3, highestInFlight: 3 });
  });

  it('counts until a late commit has arrived', async () => {
    simulator.setTraits({ countsAbandoned: true });
    simulator.misbehave({ kind: 'late-commit', ms: 400, times: 1 });
    await update().catch(() => undefined);
    expect(simulator.stats().inFlight).toBe(1);
    await expect.poll(() => simulator.stats().inFlight).toBe(0);
    expect(dials()).toBe(1);
  });

  it('that is left hanging counts until its client hangs up', async () => {
    simulator.setTraits({ countsAbandoned: true });
    simulator.misbehave({ kind: 'hang', times: 1 });
    await update(AbortSignal.timeout(50)).catch(() => undefined);
    await expect.poll(() => simulator.stats().inFlight).toBe(0);
  });
});
