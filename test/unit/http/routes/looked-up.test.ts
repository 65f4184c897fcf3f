import { describe, expect, it } from 'vitest';
import { takenBy } from '../../../../src/http/routes/looked-up.js';

const usual = { maxAgeMs: 60_000, staleIfErrorMs: 3_600_000 };
const nothing = { maxAgeMs: 0, staleIfErrorMs: 0, isKeptOnly: false };

describe('Cache-Control of a request', () => {
  it.each<[string | undefined, object]>([
    [undefined, { ...usual, isKeptOnly: false }],
    ['', { ...usual, isKeptOnly: false }],
    ['no-store, no-transform, max-stale=5, community="UCI"', { ...usual, isKeptOnly: false }],
    ['max-age=5', { maxAgeMs: 5_000, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['MAX-AGE = "5"', { maxAgeMs: 5_000, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['max-age=0', { maxAgeMs: 0, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['max-age=7, max-age=3', { maxAgeMs: 3_000, staleIfErrorMs: 3_600_000, isKeptOnly: false }],
    ['stale-if-error=9', { maxAgeMs: 60_000, staleIfErrorMs: 9_000, isKeptOnly: false }],
    ['only-if-cached', { maxAgeMs: Infinity, staleIfErrorMs: 3_600_000, isKeptOnly: true }],
    ['only-if-cached,max-age=5', { maxAgeMs: 5_000, staleIfErrorMs: 3_600_000, isKeptOnly: true }],
    ['no-cache', nothing],
    ['max-age=5, No-Cache, stale-if-error=9', nothing],
    ['no-cache, only-if-cached', { ...nothing, isKeptOnly: true }],
    // Rather than an answer that is too old, a live one.
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

  it('is read in no time, however it is made', () => {
    for (const part of ['=', '"', 'a=', 'a="', ' ', 'a ', ',', 'max-age=1,']) {
      const started = performance.now();
      takenBy(part.repeat(16_000 / part.length), usual);
      expect(performance.now() - started).toBeLessThan(1_000);
    }
  });
});
