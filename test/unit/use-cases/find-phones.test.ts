import { describe, expect, it } from 'vitest';
import { isServiceError, ServiceError } from '../../../src/domain/errors.js';
import type { DirectoryNumber } from '../../../src/domain/identifiers.js';
import type { Phone } from '../../../src/domain/phone.js';
import { FindPhones } from '../../../src/use-cases/find-phones.js';
import type { CallContext } from '../../../src/use-cases/call-context.js';
import { whenAborted } from '../../../src/use-cases/time-limit.js';
import { deferred, fakePort, openContext, reception } from '../../support/fake-port.js';

const number = '0100' as DirectoryNumber;
const abandoned = new ServiceError('overloaded', { detail: 'Abandoned.', effect: 'none' });

/** Lookups that the test answers, and that end with their context. */
function findingSlowly() {
  const trips: { context: CallContext; found: (phones: Phone[]) => void; failed: (thrown: Error) => void }[] = [];
  const callManager = fakePort({
    findPhones: (_number, context) => {
      const { promise, resolve, reject } = deferred<Phone[]>();
      whenAborted(context.signal, () => {
        reject(abandoned);
      });
      trips.push({ context, found: resolve, failed: reject });
      return promise;
    },
  });
  return { findPhones: new FindPhones(callManager), callManager, trips };
}

function named(...names: string[]): Phone[] {
  return names.map((name) => ({ ...reception, name }));
}

describe('a lookup', () => {
  it('returns the phones in order of name, by code unit', async () => {
    const phones = named('SEPb', 'SEP2', 'SEPB', 'SEP10', 'Émile');
    const findPhones = new FindPhones(fakePort({ findPhones: () => Promise.resolve(phones) }));
    const found = await findPhones.find(number, openContext().context);
    expect(found.map(({ name }) => name)).toEqual(['SEP10', 'SEP2', 'SEPB', 'SEPb', 'Émile']);
  });

  it.each(['%', '_100', '2%', '+1408_'])('of %s sends nothing: it cannot be a directory number', async (odd) => {
    const { findPhones, callManager } = findingSlowly();
    expect(await findPhones.find(odd as DirectoryNumber, openContext().context)).toEqual([]);
    expect(callManager.findPhones).not.toHaveBeenCalled();
  });

  it('may have many requests at the same time, without a warning about leaking listeners', async () => {
    const warned: string[] = [];
    const take = ({ name }: Error): void => void warned.push(name);
    process.on('warning', take);
    const { findPhones, trips } = findingSlowly();
    const finding = findPhones.find(number, openContext().context);
    const [trip] = trips;
    for (let requests = 0; requests < 40; requests += 1) {
      if (trip) whenAborted(trip.context.signal, () => undefined);
    }
    // A warning comes in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', take);
    trip?.found(named('SEP1'));
    expect(await finding).toHaveLength(1);
    expect(warned).toEqual([]);
  });

  it('reports what went wrong', async () => {
    const { findPhones, trips } = findingSlowly();
    const finding = findPhones.find(number, openContext().context);
    const failure = new ServiceError('call-manager-fault', { detail: 'x', effect: 'refused' });
    trips[0]?.failed(failure);
    await expect(finding).rejects.toBe(failure);
  });
});

describe('lookups of one number at the same moment', () => {
  it('share one request', async () => {
    const { findPhones, callManager, trips } = findingSlowly();
    const finding = Array.from({ length: 50 }, () => findPhones.find(number, openContext().context));
    trips[0]?.found(named('SEP1'));
    for (const found of await Promise.all(finding)) expect(found).toEqual(named('SEP1'));
    expect(callManager.findPhones).toHaveBeenCalledTimes(1);
  });

  it('do not share it with those of another number, nor with later ones', async () => {
    const { findPhones, callManager, trips } = findingSlowly();
    const first = findPhones.find(number, openContext().context);
    const other = findPhones.find('0200' as DirectoryNumber, openContext().context);
    trips[0]?.found(named('SEP1'));
    trips[1]?.found(named('SEP2'));
    expect([await first, await other]).toEqual([named('SEP1'), named('SEP2')]);
    const later = findPhones.find(number, openContext().context);
    trips[2]?.found([]);
    expect(await later).toEqual([]);
    expect(callManager.findPhones).toHaveBeenCalledTimes(3);
  });

  it('share no answer that was requested before a write ended, even if it comes later', async () => {
    const { findPhones, callManager, trips } = findingSlowly();
    const before = findPhones.find(number, openContext().context);
    findPhones.phoneChanged();
    const after = findPhones.find(number, openContext().context);
    trips[0]?.found(named('SEPold'));
    expect(await before).toEqual(named('SEPold'));
    const alsoAfter = findPhones.find(number, openContext().context);
    trips[1]?.found(named('SEPnew'));
    expect(await Promise.all([after, alsoAfter])).toEqual([named('SEPnew'), named('SEPnew')]);
    expect(callManager.findPhones).toHaveBeenCalledTimes(2);
  });

  it('all fail if the request fails, and the next one sends a new request', async () => {
    const { findPhones, callManager, trips } = findingSlowly();
    const finding = [1, 2, 3].map(() => findPhones.find(number, openContext().context));
    const failure = new ServiceError('call-manager-unreachable', { detail: 'x', effect: 'unknown' });
    trips[0]?.failed(failure);
    const outcomes = await Promise.allSettled(finding);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason === failure)).toEqual([
      true,
      true,
      true,
    ]);
    const next = findPhones.find(number, openContext().context);
    trips[1]?.found([]);
    expect(await next).toEqual([]);
    expect(callManager.findPhones).toHaveBeenCalledTimes(2);
  });

  it('continue for the others if one caller disconnects, even the first one', async () => {
    const { findPhones, trips } = findingSlowly();
    const first = openContext();
    first.context.tally.begun = true;
    const late = findPhones.find(number, first.context).catch((thrown: unknown) => thrown);
    const staying = findPhones.find(number, openContext().context);
    first.end();
    expect(await late).toMatchObject({ code: 'call-manager-timeout', facts: { effect: 'unknown' } });
    expect(trips[0]?.context.signal.aborted).toBe(false);
    trips[0]?.found(named('SEP1'));
    expect(await staying).toEqual(named('SEP1'));
  });

  it('report overload to a caller who disconnects before anything is sent', async () => {
    const { findPhones, trips } = findingSlowly();
    const first = openContext();
    const late = findPhones.find(number, first.context).catch((thrown: unknown) => thrown);
    const staying = findPhones.find(number, openContext().context);
    first.end();
    expect(await late).toMatchObject({
      code: 'overloaded',
      facts: { retryAfterSeconds: 1, effect: 'none', cause: 'deadline' },
    });
    trips[0]?.found([]);
    expect(await staying).toEqual([]);
  });

  it('are abandoned if all callers have disconnected, and the next caller starts again', async () => {
    const { findPhones, callManager, trips } = findingSlowly();
    const contexts = [openContext(), openContext()];
    const late = contexts.map(({ context }) => findPhones.find(number, context).catch((thrown: unknown) => thrown));
    for (const { end } of contexts) end();
    const outcomes = await Promise.all(late);
    expect(trips[0]?.context.signal.aborted).toBe(true);
    expect(outcomes.every((outcome) => isServiceError(outcome))).toBe(true);
    const next = findPhones.find(number, openContext().context);
    expect(callManager.findPhones).toHaveBeenCalledTimes(2);
    trips[1]?.found([]);
    expect(await next).toEqual([]);
  });

  it('end for each at its own deadline, and the request lasts until the last of them', async () => {
    const { findPhones, trips } = findingSlowly();
    const early = openContext({}, 1_000);
    const late = openContext({}, 60_000);
    early.context.tally.begun = true;
    const first = findPhones.find(number, early.context).catch((thrown: unknown) => thrown);
    const second = findPhones.find(number, late.context);
    expect(trips[0]?.context.deadline()).toBe(late.context.deadline());
    early.end();
    expect(isServiceError(await first, 'call-manager-timeout')).toBe(true);
    trips[0]?.found([]);
    expect(await second).toEqual([]);
  });

  it('ignore a caller who has already disconnected', async () => {
    const { findPhones } = findingSlowly();
    const { context, end } = openContext();
    end();
    expect(isServiceError(await findPhones.find(number, context).catch((thrown: unknown) => thrown))).toBe(true);
  });
});

describe('phones that use more memory than there is', () => {
  const holding = (...bytes: number[]) =>
    fakePort({
      findPhones: (_number, _context, { hold }) => {
        bytes.forEach(hold);
        return Promise.resolve(named('SEP1'));
      },
    });

  it('are refused, and use none afterwards', async () => {
    const finding = (...bytes: number[]) =>
      new FindPhones(holding(...bytes), 1_000).find(number, openContext().context);
    await expect(finding(600, 600)).rejects.toMatchObject({
      code: 'call-manager-answer-invalid',
      facts: { effect: 'none', cause: 'phones' },
    });
    expect(await finding(600, 400)).toHaveLength(1);
    const phones = new FindPhones(holding(600), 1_000);
    const both = [number, '0101' as DirectoryNumber].map((each) => phones.find(each, openContext().context));
    await expect(both[0]).resolves.toHaveLength(1);
    await expect(both[1]).rejects.toMatchObject({
      code: 'overloaded',
      facts: { retryAfterSeconds: 1, effect: 'none', cause: 'phones' },
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await phones.find(number, openContext().context)).toHaveLength(1);
  });
});
