import { describe, expect, it } from 'vitest';
import type { DeviceKey } from '../../../src/domain/device.js';
import type { ServiceError } from '../../../src/domain/errors.js';
import type { DeviceName } from '../../../src/domain/identifiers.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import { WriteTurns } from '../../../src/use-cases/write-turns.js';
import { deferred, dial, phoneKey } from '../../support/fake-port.js';

const other: DeviceKey = { kind: 'phone', name: 'SEP999' as DeviceName };
const list = [dial('1')];
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Runs a write in its turn. */
async function inTurn<Result>(
  turns: WriteTurns,
  device: DeviceKey,
  entries: readonly SpeedDial[],
  write: () => Promise<Result>,
  signal = new AbortController().signal,
): Promise<Result> {
  const end = await turns.take(device, entries, signal);
  return write().finally(end);
}

/** Turns in which the first write of a phone runs until `finish` is called. */
function busyTurns(limits: ConstructorParameters<typeof WriteTurns>[0]) {
  const turns = new WriteTurns(limits);
  const first = deferred<string>();
  const busy = inTurn(turns, phoneKey, list, () => first.promise);
  const finish = (): void => {
    first.resolve('first');
  };
  return { turns, busy, finish };
}

const roomy = { perDevice: 100, bytesPerDevice: 1e9 };
const run = (): Promise<string> => Promise.resolve('written');

describe('writes that wait for one device', () => {
  it('are limited in number; the running one does not count', async () => {
    const { turns, busy, finish } = busyTurns({ ...roomy, perDevice: 2 });
    const waiting = [inTurn(turns, phoneKey, list, run), inTurn(turns, phoneKey, list, run)];
    await expect(inTurn(turns, phoneKey, list, run)).rejects.toMatchObject({
      code: 'overloaded',
      facts: { effect: 'none', retryAfterSeconds: 1, cause: 'writes waiting' },
    });
    expect(await inTurn(turns, other, list, run)).toBe('written');
    finish();
    expect(await Promise.all([busy, ...waiting])).toEqual(['first', 'written', 'written']);
  });

  it('are limited in bytes, and a large one alone is accepted', async () => {
    const large = [dial('1', '1', 'x'.repeat(5_000))];
    const { turns, busy, finish } = busyTurns({ ...roomy, bytesPerDevice: 12_000 });
    const waiting = [inTurn(turns, phoneKey, large, run), inTurn(turns, phoneKey, large, run)];
    await expect(inTurn(turns, phoneKey, large, run)).rejects.toMatchObject({ code: 'overloaded' });
    const small = inTurn(turns, phoneKey, list, run);
    finish();
    await Promise.all([busy, ...waiting, small]);
    expect(await inTurn(turns, phoneKey, large, run)).toBe('written');
  });

  it('count 128 bytes for each entry, plus its characters', async () => {
    const dials = [dial('1', '0100', 'abc'), dial('12', '', '')];
    const held = 128 + 8 + 128 + 2;
    for (const [bytesPerDevice, outcome] of [
      [held, 'written'],
      [held - 1, 'overloaded'],
    ] as const) {
      const { turns, finish } = busyTurns({ ...roomy, bytesPerDevice });
      const waiting = inTurn(turns, phoneKey, dials, run).catch((thrown: unknown) => (thrown as ServiceError).code);
      finish();
      expect(await waiting).toBe(outcome);
    }
  });

  it.each([{ perDevice: 1 }, { bytesPerDevice: 200 }])('make room for the next when they run (%j)', async (limit) => {
    const { turns, finish } = busyTurns({ ...roomy, ...limit });
    const second = deferred<string>();
    const running = inTurn(turns, phoneKey, list, () => second.promise);
    await expect(inTurn(turns, phoneKey, list, run)).rejects.toMatchObject({ code: 'overloaded' });
    finish();
    await settle();
    const third = inTurn(turns, phoneKey, list, run);
    await expect(inTurn(turns, phoneKey, list, run)).rejects.toMatchObject({ code: 'overloaded' });
    second.resolve('second');
    expect(await Promise.all([running, third])).toEqual(['second', 'written']);
  });

  it('release their memory, even if they fail', async () => {
    const { turns, busy, finish } = busyTurns({ ...roomy, perDevice: 1 });
    const failing = inTurn(turns, phoneKey, list, () => Promise.reject(new Error('refused')));
    await expect(inTurn(turns, phoneKey, list, run)).rejects.toMatchObject({ code: 'overloaded' });
    finish();
    await busy;
    await expect(failing).rejects.toThrow('refused');
    await settle();
    const slow = deferred<string>();
    const under = inTurn(turns, phoneKey, list, () => slow.promise);
    const waiting = inTurn(turns, phoneKey, list, run);
    slow.resolve('done');
    expect(await Promise.all([under, waiting])).toEqual(['done', 'written']);
  });

  it('wait only for their time, and make room for later ones', async () => {
    const { turns, busy, finish } = busyTurns(roomy);
    const time = new AbortController();
    const late = inTurn(turns, phoneKey, list, run, time.signal);
    const next = inTurn(turns, phoneKey, list, run);
    time.abort();
    await expect(late).rejects.toMatchObject({ code: 'overloaded', facts: { effect: 'none' } });
    await expect(inTurn(turns, other, list, run, time.signal)).rejects.toMatchObject({ code: 'overloaded' });
    finish();
    expect(await Promise.all([busy, next])).toEqual(['first', 'written']);
    await turns.idle();
  });
});
