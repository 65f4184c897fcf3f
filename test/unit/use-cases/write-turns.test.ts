import { describe, expect, it } from 'vitest';
import type { DeviceName } from '../../../src/domain/identifiers.js';
import { WriteTurns } from '../../../src/use-cases/write-turns.js';
import { deferred, dial, phoneName } from '../../support/call-manager.js';

const other = 'SEP999' as DeviceName;
const list = [dial('1')];
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Turns of which the first write of a phone is under way until `finish` is called. */
function busyTurns(limits: ConstructorParameters<typeof WriteTurns>[0]) {
  const turns = new WriteTurns(limits);
  const first = deferred<string>();
  const busy = turns.take(phoneName, list, () => first.promise);
  const finish = (): void => {
    first.resolve('first');
  };
  return { turns, busy, finish };
}

const roomy = { perPhone: 100, bytesPerPhone: 1e9 };
const run = (): Promise<string> => Promise.resolve('written');

describe('writes that wait for one phone', () => {
  it('are bounded in number; the one under way does not wait', async () => {
    const { turns, busy, finish } = busyTurns({ ...roomy, perPhone: 2 });
    const waiting = [turns.take(phoneName, list, run), turns.take(phoneName, list, run)];
    await expect(turns.take(phoneName, list, run)).rejects.toMatchObject({
      code: 'overloaded',
      facts: { effect: 'none', retryAfterSeconds: 1 },
    });
    expect(await turns.take(other, list, run)).toBe('written');
    finish();
    expect(await Promise.all([busy, ...waiting])).toEqual(['first', 'written', 'written']);
  });

  it('are bounded in bytes, and a large one alone is taken', async () => {
    const large = [dial('1', '1', 'x'.repeat(5_000))];
    const { turns, busy, finish } = busyTurns({ ...roomy, bytesPerPhone: 12_000 });
    const waiting = [turns.take(phoneName, large, run), turns.take(phoneName, large, run)];
    await expect(turns.take(phoneName, large, run)).rejects.toMatchObject({ code: 'overloaded' });
    const small = turns.take(phoneName, list, run);
    finish();
    await Promise.all([busy, ...waiting, small]);
    // What waited is given back.
    const again = busyTurns({ ...roomy, bytesPerPhone: 10 });
    expect(await turns.take(phoneName, large, run)).toBe('written');
    again.finish();
    await again.busy;
  });

  it('give back what they held, also when they fail', async () => {
    const { turns, busy, finish } = busyTurns({ ...roomy, perPhone: 1 });
    const failing = turns.take(phoneName, list, () => Promise.reject(new Error('refused')));
    await expect(turns.take(phoneName, list, run)).rejects.toMatchObject({ code: 'overloaded' });
    finish();
    await busy;
    await expect(failing).rejects.toThrow('refused');
    await settle();
    const slow = deferred<string>();
    const under = turns.take(phoneName, list, () => slow.promise);
    const waiting = turns.take(phoneName, list, run);
    slow.resolve('done');
    expect(await Promise.all([under, waiting])).toEqual(['done', 'written']);
  });
});
