import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localTime, timeSince, timeUntil } from '../../../src/buttons-cli/times.js';

const now = new Date('2026-03-30T01:30:00Z');
const read = (text: string): string => timeSince('--since', text, now).toISOString();

describe('a time of the command line in Stockholm', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Stockholm'));
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['today', '2026-03-29T22:00:00.000Z'],
    // Summer time started the day before, which has 23 hours.
    ['yesterday', '2026-03-28T23:00:00.000Z'],
    ['Yesterday', '2026-03-28T23:00:00.000Z'],
    ['now', '2026-03-30T01:30:00.000Z'],
    ['2026-03-04', '2026-03-03T23:00:00.000Z'],
    ['2024-02-29', '2024-02-28T23:00:00.000Z'],
    ['2026-03-04 05:06', '2026-03-04T04:06:00.000Z'],
    ['2026-03-04T05:06:07', '2026-03-04T04:06:07.000Z'],
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04t05:06:07.089z', '2026-03-04T05:06:07.089Z'],
    ['2026-03-04 05:06:07-05:00', '2026-03-04T10:06:07.000Z'],
  ])('%s is %s', (text, time) => {
    expect(read(text)).toBe(time);
  });

  it.each([
    '',
    'tomorrow',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-3-4',
    '04.03.2026',
    '2026-03-04T25:00',
    '12:30',
    '2026-03-04T05:06:07+99:99',
  ])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(`--since is not a time: ${text}; use today, yesterday, 2026-03-04 or`);
  });

  it.each([
    ['today', '2026-03-30T22:00:00.000Z'],
    ['yesterday', '2026-03-29T22:00:00.000Z'],
    // 31 October is the last day of its month.
    ['2026-10-31', '2026-10-31T23:00:00.000Z'],
    ['now', '2026-03-30T01:30:00.000Z'],
    ['2026-03-04 05:06', '2026-03-04T04:06:00.000Z'],
    ['2026-03-04 00:00', '2026-03-03T23:00:00.000Z'],
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
  ])('is the end of a day, or a time, for an upper limit: %s is %s', (text, time) => {
    expect(timeUntil('--until', text, now).toISOString()).toBe(time);
  });

  it('is shown with its offset', () => {
    expect(localTime('2026-03-04T05:06:07.089Z')).toBe('2026-03-04 06:06:07+01:00');
    vi.stubEnv('TZ', 'America/St_Johns');
    expect(localTime('2026-03-04T05:06:07.089Z')).toBe('2026-03-04 01:36:07-03:30');
    vi.stubEnv('TZ', 'UTC');
    expect(localTime('2026-03-04T05:06:07.089Z')).toBe('2026-03-04 05:06:07Z');
    expect(localTime('x\u0007')).toBe('x\\u{7}');
  });
});
