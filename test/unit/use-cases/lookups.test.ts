import { getEventListeners } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PointingButton } from '../../../src/domain/button-kinds.js';
import { type ErrorCode, errorCodes, catalogued } from '../../../src/domain/error-catalogue.js';
import { ServiceError } from '../../../src/domain/errors.js';
import { type DeviceName, dialledForm, type Uuid } from '../../../src/domain/identifiers.js';
import type { CallContext } from '../../../src/use-cases/call-context.js';
import type { Asker } from '../../../src/use-cases/fair-turns.js';
import { FindPhones } from '../../../src/use-cases/find-phones.js';
import { type Aged, type KeptLookups, liveLookups, lookUp, type Taken } from '../../../src/use-cases/lookups.js';
import { callContext } from '../../support/call-context.js';
import { fakePort, reception, uuid } from '../../support/fake-port.js';
import { aDevice, aNamedDevice } from '../../support/made.js';

const number = dialledForm('4019');
const summary = (partition: string) => ({ dirn: '4019', partition, description: '' });
const live = [summary('live')];
const old = [summary('kept')];

/** Looks up a number, with a stored answer of the given age, and a call manager that answers or fails. */
async function look(taken: Partial<Taken>, ageMs?: number, fails?: ErrorCode) {
  const findNumbers = vi.fn(() =>
    fails ? Promise.reject(new ServiceError(fails, { detail: 'No.', effect: 'none' })) : Promise.resolve(live),
  );
  const callManager = fakePort({ findNumbers });
  const numbers = vi.fn<NonNullable<KeptLookups['numbers']>>(() =>
    Promise.resolve(ageMs === undefined ? undefined : { value: old, ageMs }),
  );
  const all = { maxAgeMs: 0, staleIfErrorMs: 0, isKeptOnly: false, ...taken };
  const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept: { numbers } };
  const looked = lookUp('numbers', number, all, lookups, callContext());
  const outcome = await looked.then(
    ({ found, ageMs: age }) => [found[0]?.partition, age],
    (thrown: unknown) => (thrown as ServiceError).code,
  );
  return { outcome, asked: findNumbers.mock.calls.length, read: numbers.mock.calls.length };
}

describe('a lookup', () => {
  it('asks only the call manager if no stored answer is accepted', async () => {
    expect(await look({}, 1)).toEqual({ outcome: ['live', undefined], asked: 1, read: 0 });
  });

  it.each([
    [5_000, 5_000, { outcome: ['kept', 5_000], asked: 0, read: 1 }],
    [5_000, 5_001, { outcome: ['live', undefined], asked: 1, read: 1 }],
    [5_000, undefined, { outcome: ['live', undefined], asked: 1, read: 1 }],
  ])('of at most %d ms uses an answer that is %j ms old, or not', async (maxAgeMs, ageMs, outcome) => {
    expect(await look({ maxAgeMs }, ageMs)).toEqual(outcome);
  });

  it('sends nothing if the call manager must not be asked', async () => {
    const isKeptOnly = true;
    expect(await look({ isKeptOnly, maxAgeMs: Infinity }, 1e9)).toMatchObject({ outcome: ['kept', 1e9], asked: 0 });
    expect(await look({ isKeptOnly, maxAgeMs: 10 }, 11)).toMatchObject({ outcome: 'not-kept', asked: 0 });
    expect(await look({ isKeptOnly, maxAgeMs: 0 }, 1)).toEqual({ outcome: 'not-kept', asked: 0, read: 0 });
    expect(await look({ isKeptOnly, staleIfErrorMs: 99 }, 11)).toMatchObject({ outcome: ['kept', 11], asked: 0 });
  });

  it('says that the call manager was not asked, and nothing was done', async () => {
    const taken = { maxAgeMs: 0, staleIfErrorMs: 0, isKeptOnly: true };
    const callManager = fakePort();
    const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept: undefined };
    await expect(lookUp('numbers', number, taken, lookups, callContext())).rejects.toMatchObject({
      code: 'not-kept',
      facts: { effect: 'none' },
    });
  });

  it('asks the call manager if there is no inventory', async () => {
    const callManager = fakePort({ findNumbers: () => Promise.resolve(live) });
    const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept: undefined };
    const taken = { maxAgeMs: Infinity, staleIfErrorMs: 0, isKeptOnly: false };
    expect(await lookUp('numbers', number, taken, lookups, callContext())).toEqual({ found: live, ageMs: undefined });
  });

  it.each(errorCodes)('that fails with %s uses a stored answer only instead of 502, 503 and 504', async (code) => {
    const isTrouble = [502, 503, 504].includes(catalogued(code).status);
    expect((await look({ staleIfErrorMs: 100 }, 100, code)).outcome).toEqual(isTrouble ? ['kept', 100] : code);
    expect((await look({ staleIfErrorMs: 100 }, 101, code)).outcome).toEqual(code);
    expect((await look({}, 1, code)).outcome).toEqual(code);
  });

  it('is read again after a failure', async () => {
    const looked = await look({ maxAgeMs: 10, staleIfErrorMs: 100 }, 50, 'call-manager-timeout');
    expect(looked).toEqual({ outcome: ['kept', 50], asked: 1, read: 2 });
  });

  describe('whose inventory fails', () => {
    const busy = new ServiceError('overloaded', { detail: 'Busy.', effect: 'none' });
    const failing = (thrown: Error, isKeptOnly: boolean) => {
      const numbers = vi.fn(() => Promise.reject(thrown));
      const callManager = fakePort({ findNumbers: () => Promise.resolve(live) });
      const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept: { numbers } };
      const taken = { maxAgeMs: 10, staleIfErrorMs: 10, isKeptOnly };
      return { numbers, looked: lookUp('numbers', number, taken, lookups, callContext()) };
    };

    it('because it is busy, asks the call manager', async () => {
      expect(await failing(busy, false).looked).toEqual({ found: live, ageMs: undefined });
    });

    it('because it is busy, fails at once if the call manager must not be asked', async () => {
      const { looked, numbers } = failing(busy, true);
      await expect(looked).rejects.toBe(busy);
      expect(numbers).toHaveBeenCalledTimes(1);
    });

    it.each([true, false])('by a mistake of this service, fails (%s)', async (isKeptOnly) => {
      const bug = new TypeError('bug');
      await expect(failing(bug, isKeptOnly).looked).rejects.toBe(bug);
    });
  });

  describe('with a slow inventory', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** The inventory answers after a while, and the call manager does not answer in time. */
    function slow(afterMs: number, taken: Partial<Taken>, context: CallContext) {
      const askers: Asker[] = [];
      const numbers = (_number: unknown, asker: Asker) => {
        askers.push(asker);
        return new Promise<Aged<typeof old>>((resolve) => setTimeout(resolve, afterMs, { value: old, ageMs: 1 }));
      };
      const late = new ServiceError('call-manager-timeout', { detail: 'No.', effect: 'none' });
      const callManager = fakePort({ findNumbers: () => Promise.reject(late) });
      const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept: { numbers } };
      const all = { maxAgeMs: 0, staleIfErrorMs: 0, isKeptOnly: false, ...taken };
      const ended: unknown[] = [];
      void lookUp('numbers', number, all, lookups, context).then(
        ({ found }) => ended.push(found),
        (thrown: unknown) => ended.push((thrown as ServiceError).code),
      );
      return { askers, ended };
    }

    it('waits a little for an older answer after the call manager has used up the time', async () => {
      const context = callContext(0, AbortSignal.abort());
      const { ended } = slow(1_900, { staleIfErrorMs: 10 }, context);
      await vi.advanceTimersByTimeAsync(1_899);
      expect(ended).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toEqual([old]);
    });

    it('leaves no timer and no listener after the answer', async () => {
      const { signal } = new AbortController();
      const { ended } = slow(100, { maxAgeMs: 10 }, callContext(20_000, signal));
      await vi.advanceTimersByTimeAsync(100);
      expect(ended).toEqual([old]);
      expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([0, []]);
    });

    it('ends when its caller hangs up, and then the inventory need not answer', async () => {
      const gone = new AbortController();
      const { ended, askers } = slow(9_000, { maxAgeMs: 10, isKeptOnly: true }, callContext(20_000, gone.signal));
      expect(askers).toMatchObject([{ user: 'caller', signal: { aborted: false } }]);
      gone.abort();
      await vi.advanceTimersByTimeAsync(10);
      expect(ended).toEqual(['not-kept']);
      expect(askers).toMatchObject([{ signal: { aborted: true } }]);
    });

    it('is not answered with an older answer if its caller has hung up', async () => {
      const { ended, askers } = slow(0, { staleIfErrorMs: 10 }, callContext(20_000, AbortSignal.abort()));
      await vi.advanceTimersByTimeAsync(10);
      expect([ended, askers]).toEqual([['call-manager-timeout'], []]);
    });
  });

  it('waits for the stored answer until its deadline, and for less time if the call manager can be asked', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const kept = { numbers: () => new Promise<never>(() => undefined) };
    const callManager = fakePort({ findNumbers: () => Promise.resolve(live) });
    const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept };
    const after = async (isKeptOnly: boolean): Promise<number> => {
      const began = performance.now();
      let ended = Infinity;
      const taken = { maxAgeMs: Infinity, staleIfErrorMs: 0, isKeptOnly };
      const looked = lookUp('numbers', number, taken, lookups, callContext(20_000, new AbortController().signal));
      const end = (): void => {
        ended = performance.now() - began;
      };
      void looked.then(end, end);
      // Not all timers: the code of another file may start new ones for ever.
      await vi.advanceTimersByTimeAsync(30_000);
      return ended;
    };
    expect(await after(false)).toBeLessThan(5_000);
    const untilDeadline = await after(true);
    expect(untilDeadline).toBeGreaterThanOrEqual(20_000);
    expect(untilDeadline).toBeLessThan(25_000);
  });

  it('uses an answer that came while the event loop was blocked, even if its time was over', async () => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => {
      port1.close();
    });
    const answer = new Promise<Aged<typeof old>>((resolve) => {
      port1.on('message', resolve);
    });
    const kept = { numbers: () => answer };
    const callManager = fakePort({});
    const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept };
    const taken = { maxAgeMs: Infinity, staleIfErrorMs: 0, isKeptOnly: true };
    const looked = lookUp('numbers', number, taken, lookups, callContext(10));
    port2.postMessage({ value: old, ageMs: 1 });
    for (const until = performance.now() + 50; performance.now() < until;);
    expect(await looked).toEqual({ found: old, ageMs: 1 });
  });
});

describe('a question to the call manager', () => {
  const device = { kind: 'phone', name: 'A' as DeviceName } as const;
  const context = callContext();
  const lookups = (parts: Parameters<typeof fakePort>[0]) => {
    const callManager = fakePort(parts);
    return { callManager, ...liveLookups(callManager, new FindPhones(callManager)) };
  };

  it('is for devices, or a page of buttons', async () => {
    const found = { devices: [aDevice()], next: undefined };
    const page = { buttons: [], next: undefined };
    const { devices, buttonsPage, callManager } = lookups({
      searchDevices: () => Promise.resolve(found),
      findButtonsPage: () => Promise.resolve(page),
    });
    const search = { text: 'SEP', after: undefined, most: 1 };
    expect(await devices(search, context)).toBe(found);
    expect(callManager.searchDevices).toHaveBeenCalledExactlyOnceWith(search, context);
    const asked = { number, after: undefined, most: 1 };
    expect(await buttonsPage(asked, context)).toBe(page);
  });

  it('is for the list of a kind, both lists, or the device', async () => {
    const [dials, lamps] = [[{ index: '1', dirn: '0100', label: '' }], []];
    const {
      list,
      lists,
      device: find,
    } = lookups({
      speedDials: { read: () => Promise.resolve({ uuid, entries: dials }) },
      busyLampFields: { read: () => Promise.resolve({ uuid, entries: lamps }) },
      readLists: () => Promise.resolve({ speeddial: dials, busylampfield: lamps }),
      findDevice: () => Promise.resolve(aNamedDevice(reception)),
    });
    expect(await list({ device, kind: 'speeddial' }, context)).toEqual(dials);
    expect(await list({ device, kind: 'busylampfield' }, context)).toEqual(lamps);
    expect(await lists(device, context)).toEqual({ speeddial: dials, busylampfield: lamps });
    expect(await find(device, context)).toEqual(aNamedDevice(reception));
  });

  it('has a sorted answer', async () => {
    const button = (name: string) => ({ device: name, deviceKind: 'phone', kind: 'speeddial', index: '1' });
    const found = [button('B'), button('A')] as unknown as PointingButton[];
    const { numbers, buttons, suggestions } = lookups({
      findNumbers: () => Promise.resolve([summary('b'), summary('a')]),
      findButtons: () => Promise.resolve(found),
      suggest: () => Promise.resolve({ numbers: [summary('b'), summary('a')], devices: [] }),
    });
    expect((await numbers(number, context)).map(({ partition }) => partition)).toEqual(['a', 'b']);
    expect((await buttons(number, context)).map(({ device: name }) => name)).toEqual(['A', 'B']);
    expect(await suggestions('4019', context)).toMatchObject([{ partition: 'a' }, { partition: 'b' }]);
  });

  it('is not sent for a number that cannot exist', async () => {
    const { numbers, phones, callManager } = lookups({ findNumbers: () => Promise.resolve(live) });
    expect(await numbers(dialledForm('40_'), context)).toEqual([]);
    expect(await phones(dialledForm('40_'), context)).toEqual([]);
    expect(callManager.findNumbers).not.toHaveBeenCalled();
  });
});

describe('buttons of which some are stored and some are unknown', () => {
  const other = '11111111-2222-3333-4444-555555555555';
  const at = (name: string, index: string, more: Partial<PointingButton> = {}): PointingButton => ({
    ...{ device: name, deviceKind: 'phone', uuid: other, description: '', kind: 'speeddial', index },
    ...{ dirn: '4019', partition: '', label: '', ...more },
  });
  const kept = [at('SEP0', '1'), at('SEPZ', '1')];
  const unknown = (count = 1) =>
    Array.from(
      { length: count },
      () => ({ device: { kind: 'phone', name: reception.name as DeviceName }, uuid }) as const,
    );
  const dials = [
    { index: '3', dirn: '4019', label: 'dial' },
    { index: '4', dirn: '4018', label: 'another' },
    { index: '7', dirn: '4019,,12#', label: 'code' },
  ];
  const lamps = [
    { index: '1', dirn: '\\+4019', partition: 'P', label: 'none', pickup: false },
    { index: '2', dirn: '4019', partition: 'P', label: 'number', pickup: true },
    { index: '5', destination: '4019', label: 'free', pickup: false },
  ];
  const of = { device: reception.name, uuid, description: reception.description };
  const whole = [
    kept[0],
    at(reception.name, '2', { ...of, kind: 'busylampfield', partition: 'P', label: 'number' }),
    at(reception.name, '5', { ...of, kind: 'busylampfield', label: 'free' }),
    at(reception.name, '3', { ...of, label: 'dial' }),
    at(reception.name, '7', { ...of, dirn: '4019,,12#', label: 'code' }),
    kept[1],
  ];
  const asked = [at('SEPLIVE', '9')];

  async function look(taken: Partial<Taken>, parts: Parameters<typeof fakePort>[0] = {}, count = 1) {
    const callManager = fakePort({
      findDevice: () => Promise.resolve(aNamedDevice({ ...reception, speeddials: dials })),
      busyLampFields: { read: () => Promise.resolve({ uuid, entries: lamps }) },
      findButtons: () => Promise.resolve(asked),
      ...parts,
    });
    const leftOut = unknown(count);
    const buttons = () => Promise.resolve({ value: kept, ageMs: 7, leftOut });
    const lookups = { live: liveLookups(callManager, new FindPhones(callManager)), kept: { buttons } };
    const all = { maxAgeMs: 0, staleIfErrorMs: 0, isKeptOnly: false, ...taken };
    const found = await lookUp('buttons', number, all, lookups, callContext());
    return { found, leftOut, devices: callManager.findDevice.mock.calls.length };
  }
  const away = () => Promise.reject(new ServiceError('call-manager-timeout', { detail: 'No.', effect: 'none' }));

  it('are requested for only those devices', async () => {
    const { found, devices } = await look({ maxAgeMs: 10 });
    expect([found, devices]).toEqual([{ found: whole, ageMs: 7 }, 1]);
  });

  it('are requested in full if a device has changed, cannot be read, or there are many', async () => {
    const live = { found: asked, ageMs: undefined };
    const another = { findDevice: () => Promise.resolve(aNamedDevice({ ...reception, uuid: other })) };
    expect((await look({ maxAgeMs: 10 }, another)).found).toEqual(live);
    const anothersLamps = { busyLampFields: { read: () => Promise.resolve({ uuid: other as Uuid, entries: lamps }) } };
    expect((await look({ maxAgeMs: 10 }, anothersLamps)).found).toEqual(live);
    expect((await look({ maxAgeMs: 10 }, { findDevice: away })).found).toEqual(live);
    expect((await look({ maxAgeMs: 10 }, { findDevice: () => Promise.resolve(undefined) })).found).toEqual(live);
    const { found, devices } = await look({ maxAgeMs: 10 }, {}, 6);
    expect([found, devices]).toEqual([live, 0]);
  });

  it('are requested in full if only one of several devices has changed', async () => {
    const present = [uuid, other];
    const findDevice = () => Promise.resolve(aNamedDevice({ ...reception, uuid: present.pop() ?? '' }));
    expect((await look({ maxAgeMs: 10 }, { findDevice }, 2)).found).toEqual({ found: asked, ageMs: undefined });
  });

  it('are requested one by one for up to five devices', async () => {
    const { found, devices } = await look({ maxAgeMs: 10 }, {}, 5);
    expect([found.ageMs, devices]).toEqual([7, 5]);
  });

  it('are not answered if a device cannot be read by a mistake of this service', async () => {
    const bug = new TypeError('bug');
    await expect(look({ maxAgeMs: 10 }, { findDevice: () => Promise.reject(bug) })).rejects.toBe(bug);
  });

  it('are reported as left out if the call manager is not asked, or does not answer', async () => {
    const only = await look({ maxAgeMs: 10, isKeptOnly: true });
    expect([only.found, only.devices]).toEqual([{ found: kept, ageMs: 7, leftOut: only.leftOut }, 0]);
    const stale = await look({ staleIfErrorMs: 10 }, { findDevice: away, findButtons: away });
    expect(stale.found).toEqual({ found: kept, ageMs: 7, leftOut: stale.leftOut });
  });
});
