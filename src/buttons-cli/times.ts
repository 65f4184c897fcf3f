import { shown } from './output/shown.js';
import { Stop } from './stop.js';

/** Words for the beginning of a day, with the number of days from today. */
const days: Readonly<Record<string, number>> = { today: 0, yesterday: -1 };

const written = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * Reads the start of a period: `today`, `yesterday`, `now`, `2026-03-04`, `2026-03-04 05:06`, or RFC 3339. A day means
 * its beginning. A time without an offset is local.
 * @throws Stop if it is not a time
 */
export function timeSince(option: string, text: string, now = new Date()): Date {
  return timeOf(option, text, now, 0);
}

/** Reads the end of a period, in the same forms. A day is included, so the period ends at the next midnight. */
export function timeUntil(option: string, text: string, now = new Date()): Date {
  return timeOf(option, text, now, 1);
}

/** @param more how many days are added to a day */
function timeOf(option: string, text: string, now: Date, more: number): Date {
  const word = text.toLowerCase();
  if (word === 'now') return now;
  const away = days[word];
  if (away !== undefined) return new Date(now.getFullYear(), now.getMonth(), now.getDate() + away + more);
  const [, year, month, day, hour, minute = '0', second = '0', offset] = written.exec(text) ?? [];
  const of = [year, month, day, hour ?? '0', minute, second].map(Number);
  const [y = NaN, mo = NaN, d = NaN, h = NaN, mi = NaN, s = NaN] = of;
  // JavaScript would turn a day that does not exist into another one.
  const isThere =
    new Date(Date.UTC(y, mo - 1, d)).getUTCDate() === d && mo >= 1 && mo <= 12 && h < 24 && mi < 60 && s < 60;
  const ofDay = hour === undefined ? more : 0;
  const time =
    offset === undefined ? new Date(y, mo - 1, d + ofDay, h, mi, s) : new Date(text.replace(' ', 'T').toUpperCase());
  if (isThere && !Number.isNaN(time.getTime())) return time;
  throw new Stop(`${option} is not a time: ${shown(text)}; use today, yesterday, 2026-03-04 or 2026-03-04T05:06:07Z`);
}

/** `2026-03-04 05:06:07Z`, `2026-03-04 06:06:07+01:00`: a time of the service in the user's local time */
export function localTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return shown(text);
  const minutes = -time.getTimezoneOffset();
  const local = new Date(time.getTime() + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const two = (count: number): string => String(Math.trunc(Math.abs(count))).padStart(2, '0');
  return minutes === 0 ? `${local}Z` : `${local}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
