import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayOf, daysAgo, sinceTime, untilTime } from '../../../web/changes/since.js';

describe('a day since which changes are requested', () => {
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

  it('ends at the next midnight, even if the clock changes on that day', () => {
    expect(untilTime('2026-03-08')).toBe('2026-03-09T04:00:00.000Z');
    expect(untilTime('2026-12-31')).toBe('2027-01-01T05:00:00.000Z');
    expect(untilTime('2026-03-04T05:06:07+02:00')).toBe('2026-03-04T05:06:07+02:00');
    expect(untilTime('2026-13-45')).toBe('2026-13-45');
  });

  it('is today, or a number of days ago', () => {
    const now = new Date('2026-03-09T03:00:00Z');
    expect([daysAgo(0, now), daysAgo(1, now), daysAgo(8, now)]).toEqual(['2026-03-08', '2026-03-07', '2026-02-28']);
  });

  it('may be a time, which is kept', () => {
    expect(sinceTime('2026-03-04T05:06:07+02:00')).toBe('2026-03-04T05:06:07+02:00');
  });

  it('is kept if it is not a date, so that the service can say so', () => {
    expect(sinceTime('2026-13-45')).toBe('2026-13-45');
    expect(sinceTime('yesterday')).toBe('yesterday');
  });

  it('is shown as a day', () => {
    expect(dayOf('2026-03-04')).toBe('2026-03-04');
    expect(dayOf('2026-01-10T04:59:00Z')).toBe('2026-01-09');
    expect(dayOf('')).toBe('');
  });
});
