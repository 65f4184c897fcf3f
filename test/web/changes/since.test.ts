import { describe, expect, it } from 'vitest';
import { dayOf, sinceTime } from '../../../web/changes/since.js';

describe('a day since when changes are asked for', () => {
  it('begins at midnight of the local clock', () => {
    expect(sinceTime('2026-03-04')).toBe(new Date(2026, 2, 4).toISOString());
    expect(new Date(sinceTime('2026-07-01')).getHours()).toBe(0);
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
    expect(dayOf(new Date(2026, 0, 9, 23, 59).toISOString())).toBe('2026-01-09');
    expect(dayOf('')).toBe('');
  });
});
