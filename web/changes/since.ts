/**
 * The time from which on changes are asked for.
 * @param given a day of the local calendar, `2026-03-04`, whose beginning is meant, or a time after RFC 3339
 */
export function sinceTime(given: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(given)) return given;
  const midnight = new Date(`${given}T00:00:00`);
  return Number.isNaN(midnight.getTime()) ? given : midnight.toISOString();
}

/** @returns the local day that a field for a date can show; '' where there is none */
export function dayOf(given: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return given;
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) return '';
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${time.getFullYear()}-${month}-${day}`;
}
