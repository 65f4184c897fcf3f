import { describe, expect, it } from 'vitest';
import type { DeviceKey } from '../../../src/domain/device.js';
import type { ServiceError } from '../../../src/domain/errors.js';
import type { DeviceName } from '../../../src/domain/identifiers.js';
import { WriteTurns } from '../../../src/use-cases/write-turns.js';
import { deferred, dial, phoneKey } from '../../support/call-manager.js';

const other: DeviceKey = { kind: 'phone', name: 'SEP999' as DeviceName };
const list = [dial('1')];
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Turns of which the first write of a phone is under way until `finish` is called. */
function busyTurns(limits: ConstructorParameters<typeof WriteTurns>[0]) {
  const turns = new WriteTurns(limits);
  const first = deferred<string>();
  const busy = turns.take(phoneKey, list, () => first.promise);
  const finish = (): void => {
    first.resolve('first');
  };
  return { turns, busy, finish };
}

const roomy = { perDevice: 100, bytesPerDevice: 1e9 };
const run = (): Promise<string> => Promise.resolve('written');

describe('writes that wait for one device', () => {
  it('are bounded in number; the one under way does not wait', async () => {
    const { turns, busy, finish } = busyTurns({ ...roomy, perDevice: 2 });
    const waiting = [turns.take(phoneKey, list, run), turns.take(phoneKey, list, run)];
    await expect(turns.take(phoneKey, list, run)).rejects.toMatchObject({
      code: 'overloaded',
      facts: { effect: 'none', retryAfterSeconds: 1, cause: 'writes waiting' },
    });
    expect(await turns.take(other, list, run)).toBe('written');
    finish();
    expect(await Promise.all([busy, ...waiting])).toEqual(['first', 'written', 'written']);
  });

  it('are bounded in bytes, and a large one alone is taken', async () => {
    const large = [dial('1', '1', 'x'.repeat(5_000))];
    const { turns, busy, finish } = busyTurns({ ...roomy, bytesPerDevice: 12_000 });
    const waiting = [turns.take(phoneKey, large, run), turns.take(phoneKey, large, run)];
    await expect(turns.take(phoneKey, large, run)).rejects.toMatchObject({ code: 'overloaded' });
    const small = turns.take(phoneKey, list, run);
    finish();
    await Promise.all([busy, ...waiting, small]);
    expect(await turns.take(phoneKey, large, run)).toBe('written');
  });

  it('hold 128 bytes for each entry, besides its characters', async () => {
    const dials = [dial('1', '0100', 'abc'), dial('12', '', '')];
    const held = 128 + 8 + 128 + 2;
    for (const [bytesPerDevice, outcome] of [
      [held, 'written'],
      [held - 1, 'overloaded'],
    ] as const) {
      const { turns, finish } = busyTurns({ ...roomy, bytesPerDevice });
      const waiting = turns.take(phoneKey, dials, run).catch((thrown: unknown) => (thrown as ServiceError).code);
      finish();
      expect(await waiting).toBe(outcome);
    }
  });

  it.each([{ perDevice: 1 }, { bytesPerDevice: 200 }])('make room for the next by being run (%j)', async (limit) => {
    const { turns, finish } = busyTurns({ ...roomy, ...limit });
    const second = deferred<string>();
    const running = turns.take(phoneKey, list, () => second.promise);
    await expect(turns.take(phoneKey, list, run)).rejects.toMatchObject({ code: 'overloaded' });
    finish();
    await settle();
    const third = turns.take(phoneKey, list, run);
    await expect(turns.take(phoneKey, list, run)).rejects.toMatchObject({ code: 'overloaded' });
    second.resolve('second');
    expect(await Promise.all([running, third])).toEqual(['second', 'written']);
  });

  it('give back what they held, also when they fail', async () => {
    const { turns, busy, finish } = busyTurns({ ...roomy, perDevice: 1 });
    const failing = turns.take(phoneKey, list, () => Promise.reject(new Error('refused')));
    await expect(turns.take(phoneKey, list, run)).rejects.toMatchObject({ code: 'overloaded' });
    finish();
    await busy;
    await expect(failing).rejects.toThrow('refused');
    await settle();
    const slow = deferred<string>();
    const under = turns.take(phoneKey, list, () => slow.promise);
    const waiting = turns.take(phoneKey, list, run);
    slow.resolve('done');
    expect(await Promise.all([under, waiting])).toEqual(['done', 'written']);
  });
});
