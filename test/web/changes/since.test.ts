import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayOf, sinceTime } from '../../../web/changes/since.js';

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
