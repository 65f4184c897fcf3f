/** Nobody is told to wait longer than a day. */
const longestSeconds = 24 * 60 * 60;

/** The three forms of a date in HTTP begin with the day of the week. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/i;

/**
 * Reads the header Retry-After: seconds, or a date. Part of a second counts as a whole one; a date that is past is now.
 * @param now milliseconds since 1970
 * @returns whole seconds, from 0 to a day; undefined where there is no header, or none that says when
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return bounded(Number(text));
  if (!httpDate.test(text)) return undefined;
  // The oldest form names no zone, and means GMT.
  const date = Date.parse(/\d$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(date) ? undefined : bounded((date - now) / 1000);
}

function bounded(seconds: number): number {
  return Math.max(0, Math.min(longestSeconds, Math.ceil(seconds)));
}
