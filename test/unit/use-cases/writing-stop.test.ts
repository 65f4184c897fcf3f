import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { historyUnavailable } from '../../../src/store/asked.js';
import { type KeptStop, WritingStop, type WritingStopped } from '../../../src/use-cases/writing-stop.js';
import { observing } from '../../support/app.js';
import { callContext } from '../../support/call-context.js';
import { deferred } from '../../support/fake-port.js';

const harm = { device: 'the phone SEP00A1B2C30001', words: 'removed the lines' };

/** What several instances share. */
class Kept implements KeptStop {
  stopped: WritingStopped | undefined;
  isAway = false;
  looks = 0;

  async writingStopped(): Promise<WritingStopped | undefined> {
    this.looks += 1;
    return this.#ask(() => this.stopped);
  }

  async stopWriting(stopped: Omit<WritingStopped, 'time'>): Promise<void> {
    await this.#ask(() => (this.stopped ??= { ...stopped, time: new Date() }));
  }

  async resumeWriting(): Promise<boolean> {
    return this.#ask(() => {
      const was = this.stopped !== undefined;
      this.stopped = undefined;
      return was;
    });
  }

  #ask<Result>(answer: () => Result): Promise<Result> {
    return this.isAway ? Promise.reject(historyUnavailable('away')) : Promise.resolve(answer());
  }
}

let kept: Kept;

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Kept();
});
afterEach(() => {
  vi.useRealTimers();
});

function instance(store: KeptStop | 'none' = kept) {
  const { observe, seen } = observing();
  const writing = new WritingStop(observe, store === 'none' ? undefined : store);
  /** Whether it may write, as the code of the refusal. */
  const write = (): Promise<unknown> =>
    writing.refuseIfStopped().then(
      () => 'writes',
      (thrown: unknown) => (thrown as { readonly code: string }).code,
    );
  const stop = () => writing.stop(harm, callContext(1_000));
  return { writing, write, stop, told: () => seen.map(({ kind }) => kind) };
}
const aSecondLater = () => vi.advanceTimersByTimeAsync(1_001);

describe('writing that is stopped', () => {
  it('without a store is known to this instance alone, until it is resumed', async () => {
    const { writing, write, stop, told } = instance('none');
    expect([await write(), await writing.resume('ann')]).toEqual(['writes', false]);
    await stop();
    expect([await write(), await writing.shown()]).toEqual(['writing-stopped', expect.objectContaining(harm)]);
    expect([await writing.resume('ann'), await write()]).toEqual([true, 'writes']);
    expect([told(), kept.looks]).toEqual([['writing-stopped', 'writing-resumed'], 0]);
  });

  it('is refused at once here, and within a second in all instances, until one of them resumes it', async () => {
    const [one, other] = [instance(), instance()];
    expect([await one.write(), await other.write()]).toEqual(['writes', 'writes']);
    await one.stop();
    expect(await one.write()).toBe('writing-stopped');
    await aSecondLater();
    expect([await other.write(), await other.writing.shown()]).toEqual(['writing-stopped', kept.stopped]);
    expect([await other.writing.resume('ann'), await other.write()]).toEqual([true, 'writes']);
    await aSecondLater();
    expect([await one.write(), await one.writing.resume('ann')]).toEqual(['writes', false]);
    expect([one.told(), other.told()]).toEqual([['writing-stopped'], ['writing-resumed']]);
  });

  it('is known after a restart before the first write', async () => {
    await instance().stop();
    expect(await instance().write()).toBe('writing-stopped');
  });

  it('costs one look a second, however many write', async () => {
    const { write } = instance();
    await Promise.all([write(), write(), write()]);
    await write();
    expect(kept.looks).toBe(1);
    await aSecondLater();
    await write();
    expect(kept.looks).toBe(2);
  });
});

describe('a store that cannot be asked', () => {
  it('lets no one write, and what was known is shown', async () => {
    const { write, writing } = instance();
    kept.isAway = true;
    expect([await write(), await writing.shown()]).toEqual(['history-unavailable', undefined]);
    await expect(writing.resume('ann')).rejects.toMatchObject({ code: 'history-unavailable' });
  });

  it('gets the stop later, and until then this instance refuses', async () => {
    const [one, other] = [instance(), instance()];
    kept.isAway = true;
    await one.stop();
    expect([await one.write(), kept.stopped]).toEqual(['writing-stopped', undefined]);
    kept.isAway = false;
    expect([await one.write(), await other.write()]).toEqual(['writing-stopped', 'writing-stopped']);
    expect(kept.stopped).toMatchObject(harm);
  });

  it('has not the stop that was resumed before it could be kept', async () => {
    const { writing, write, stop } = instance();
    kept.isAway = true;
    await stop();
    kept.isAway = false;
    expect([await writing.resume('ann'), await write(), kept.stopped]).toEqual([true, 'writes', undefined]);
  });

  it('keeps no caller waiting longer than its deadline', async () => {
    const never = new Promise<never>(() => undefined);
    const store = { writingStopped: () => never, stopWriting: () => never, resumeWriting: () => never };
    const { stop, writing } = instance(store);
    const [stopping, shown] = [stop(), writing.shown()];
    await aSecondLater();
    await stopping;
    expect(await shown).toMatchObject(harm);
  });
});

it('a look that began before writing was stopped here does not count', async () => {
  const { writing, write, stop } = instance();
  const early = deferred<WritingStopped | undefined>();
  vi.spyOn(kept, 'writingStopped').mockReturnValueOnce(early.promise);
  const shown = writing.shown();
  await stop();
  early.resolve(undefined);
  expect([await shown, await write()]).toEqual([expect.objectContaining(harm), 'writing-stopped']);
});
