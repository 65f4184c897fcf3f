import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { dialledForm } from '../../../../src/domain/identifiers.js';
import { lookedUp, takenBy } from '../../../../src/http/routes/looked-up.js';
import type { RouteContext } from '../../../../src/http/routes/route.js';
import { newTally } from '../../../../src/use-cases/call-context.js';
import { FindPhones } from '../../../../src/use-cases/find-phones.js';
import { liveLookups } from '../../../../src/use-cases/lookups.js';
import { fakePort } from '../../../support/fake-port.js';

const usual = { maxAgeMs: 60_000, staleIfErrorMs: 3_600_000 };
const nothing = { maxAgeMs: 0, staleIfErrorMs: 0, isKeptOnly: false };

describe('Cache-Control of a request', () => {
  it.each<[string | undefined, object]>([
    [undefined, { ...usual, isKeptOnly: false }],
    ['', { ...usual, isKeptOnly: false }],
    ['no-store, no-transform, max-stale=5, community="UCI"', { ...usual, isKeptOnly: false }],
    ['max-age=5', { maxAgeMs: 5_000, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['max-age=15', { maxAgeMs: 15_000, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['MAX-AGE = "5"', { maxAgeMs: 5_000, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['max-age=0', { maxAgeMs: 0, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['max-age=7, max-age=3', { maxAgeMs: 3_000, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['stale-if-error=9', { maxAgeMs: 60_000, staleIfErrorMs: 9_000, isKeptOnly: false }],
    ['only-if-cached', { maxAgeMs: Infinity, staleIfErrorMs: 3_600_000, isKeptOnly: true }],
    ['only-if-cached,max-age=5', { maxAgeMs: 5_000, staleIfErrorMs: 3_600_000, isKeptOnly: true }],
    ['no-cache', nothing],
    ['max-age=5, No-Cache, stale-if-error=9', nothing],
    ['no-cache, only-if-cached', { ...nothing, isKeptOnly: true }],
    // A live answer rather than one that is too old.
    ['max-age', { maxAgeMs: 0, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['max-age=-1', { maxAgeMs: 0, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['max-age=1.5', { maxAgeMs: 0, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['stale-if-error=x', { maxAgeMs: 60_000, staleIfErrorMs: 0, isKeptOnly: false }],
    ['x-max-age=5', { ...usual, isKeptOnly: false }],
    ['x="max-age=5"', { ...usual, isKeptOnly: false }],
    ['x="a, max-age=5"', { ...usual, isKeptOnly: false }],
  ])('%j takes %j', (header, taken) => {
    expect(takenBy(header, usual)).toEqual(taken);
  });

  it('is read in very little time, for any header', () => {
    for (const part of ['=', '"', 'a=', 'a="', ' ', 'a ', ',', 'max-age=1,']) {
      const started = performance.now();
      takenBy(part.repeat(16_000 / part.length), usual);
      expect(performance.now() - started).toBeLessThan(1_000);
    }
  });
});

describe('a lookup that may be answered from the inventory', () => {
  const number = (partition: string) => ({ dirn: '4019', partition, description: '' });

  /** @returns the result of a request, and the headers that show its source */
  async function lookUp(cacheControl: string | undefined, ageMs: number) {
    const headers: Record<string, string> = {};
    const res = Object.assign(new EventEmitter(), { req: { socket: { destroyed: false } } });
    const ctx = {
      ...{ res, req: { headers: { 'cache-control': cacheControl } } },
      state: { requestId: 'r1', user: 'ann', tally: newTally(), arrivedAt: performance.now() },
      set: (given: Record<string, string>) => Object.assign(headers, given),
    } as unknown as RouteContext;
    const callManager = fakePort({ findNumbers: () => Promise.resolve([number('live')]) });
    const kept = { numbers: () => Promise.resolve({ value: [number('kept')], ageMs }) };
    const live = liveLookups(callManager, new FindPhones(callManager));
    const time = { deadlineMs: 10_000, graceOver: new AbortController().signal };
    const lookups = { live, kept, taken: { maxAgeMs: 60_000, staleIfErrorMs: 0 } };
    const found = await lookedUp(ctx, 'numbers', dialledForm('4019'), { lookups, time });
    return { found: found[0]?.partition, headers };
  }

  it.each([
    [0, '0'],
    [1, '1'],
    [59_001, '60'],
  ])('with an age of %d ms has an Age of %s', async (ageMs, age) => {
    expect(await lookUp(undefined, ageMs)).toEqual({
      found: 'kept',
      headers: { Age: age, 'Cache-Status': 'axl-phone-proxy; hit' },
    });
  });

  it('has no Age if it asked the call manager', async () => {
    expect(await lookUp('no-cache', 1)).toEqual({ found: 'live', headers: {} });
    expect(await lookUp('max-age=1', 1_001)).toEqual({ found: 'live', headers: {} });
  });
});
