import { signal } from '@preact/signals';

/** The present time in milliseconds. It is updated only while visible parts depend on it. */
const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 15_000);

const steps = [
  ['minute', 60],
  ['hour', 60 * 60],
  ['day', 24 * 60 * 60],
] as const;

/** Up to this age, in milliseconds, a time is shown as an age. */
const recentMs = 7 * 24 * 60 * 60 * 1000;

interface MomentProps {
  readonly time: string;
  /** Shows date and time. */
  readonly isLong?: boolean;
  /** Shows a recent time as an age. */
  readonly isRelative?: boolean;
}

/** A time in the user's time zone, with the full time in its title. */
export function Moment({ time, isLong = false, isRelative = false }: MomentProps) {
  const moment = new Date(time);
  const whole = moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
  const short = moment.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' });
  const ago = isRelative ? agoOf(moment.getTime()) : undefined;
  return (
    <time dateTime={time} title={whole}>
      {ago ?? (isLong ? whole : short)}
    </time>
  );
}

/**
 * The beginning and the end of a period in words, as short as possible. The beginning has its day, unless it is today.
 * The end has its day, unless it is the day of the beginning.
 */
export function endsOf(from: string, to: string): [from: string, to: string] {
  const [first, last] = [new Date(from), new Date(to)];
  return [toldOn(new Date(), first), toldOn(first, last)];
}

function toldOn(known: Date, moment: Date): string {
  const isThatDay = known.toDateString() === moment.toDateString();
  return moment.toLocaleString(undefined, { ...(!isThatDay && { dateStyle: 'medium' }), timeStyle: 'short' });
}

/** @returns the age of a time, in the page's language; undefined if an age is not useful */
function agoOf(time: number): string | undefined {
  const age = Math.max(now.value, Date.now()) - time;
  if (age > recentMs || age < -60_000) return undefined;
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  const [unit, seconds] = steps.findLast(([, each]) => age >= each * 1000) ?? (['second', 1] as const);
  return format.format(unit === 'second' ? 0 : -Math.floor(age / 1000 / seconds), unit);
}
