import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayOf, daysAgo, sinceTime, untilTime } from '../../../web/changes/since.js';

describe('a day since when changes are asked for', () => {
  beforeAll(() => {
    vi.stubEnv('TZ', 'America/New_York');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it('begins at midnight of the local clock', () => {
    expect(sinceTime('2026-03-04')).toBe('2026-03-04T05:00:00.000Z');
    expect(sinceTime('2026-07-01')).toBe('2026-07-01T04:00:00.000Z');
  });

  it('ends at the next midnight, also where the clock is changed on that day', () => {
    expect(untilTime('2026-03-08')).toBe('2026-03-09T04:00:00.000Z');
    expect(untilTime('2026-12-31')).toBe('2027-01-01T05:00:00.000Z');
    expect(untilTime('2026-03-04T05:06:07+02:00')).toBe('2026-03-04T05:06:07+02:00');
    expect(untilTime('2026-13-45')).toBe('2026-13-45');
  });

  it('is today, or so many days ago', () => {
    const now = new Date('2026-03-09T03:00:00Z');
    expect([daysAgo(0, now), daysAgo(1, now), daysAgo(8, now)]).toEqual(['2026-03-08', '2026-03-07', '2026-02-28']);
  });

  it('may be a time, which stays as it is', () => {
    expect(sinceTime('2026-03-04T05:06:07+02:00')).toBe('2026-03-04T05:06:07+02:00');
  });

  it('stays as it is where there is no such day, so that the service can say so', () => {
    expect(sinceTime('2026-13-45')).toBe('2026-13-45');
    expect(sinceTime('yesterday')).toBe('yesterday');
  });

  it('is shown as a day', () => {
    expect(dayOf('2026-03-04')).toBe('2026-03-04');
    expect(dayOf('2026-01-10T04:59:00Z')).toBe('2026-01-09');
    expect(dayOf('')).toBe('');
  });
});
