/**
 * The start of the period of the requested changes.
 * @param given a local day, `2026-03-04`, which means its beginning, or a time after RFC 3339
 */
export function sinceTime(given: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(given)) return given;
  const midnight = new Date(`${given}T00:00:00`);
  return Number.isNaN(midnight.getTime()) ? given : midnight.toISOString();
}

/**
 * The end of the period of the requested changes.
 * @param given a local day, which is included, or a time after RFC 3339
 */
export function untilTime(given: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(given)) return given;
  const end = new Date(`${given}T00:00:00`);
  if (Number.isNaN(end.getTime())) return given;
  // By the calendar, because a day may have 23 or 25 hours.
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** @returns the local day that was this many days ago */
export function daysAgo(days: number, now = new Date()): string {
  const day = new Date(now);
  day.setDate(day.getDate() - days);
  return dayIn(day);
}

/** @returns the local day for a date field; '' if there is none */
export function dayOf(given: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return given;
  const time = new Date(given);
  return Number.isNaN(time.getTime()) ? '' : dayIn(time);
}

function dayIn(time: Date): string {
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${time.getFullYear()}-${month}-${day}`;
}
