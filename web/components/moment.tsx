import { signal } from '@preact/signals';

/** The time now, as far as what is shown depends on it, in milliseconds. */
const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 15_000);

const steps = [
  ['minute', 60],
  ['hour', 60 * 60],
  ['day', 24 * 60 * 60],
] as const;

/** Up to this age, in milliseconds, a time is told by its age. */
const recentMs = 7 * 24 * 60 * 60 * 1000;

interface MomentProps {
  readonly time: string;
  /** All of it. */
  readonly isLong?: boolean;
  /** By its age, where it is not old. */
  readonly isRelative?: boolean;
}

/** A time in the reader's own zone, the whole of it in its title. */
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
 * The ends of a span of time in words, as short as they can be told: the day of the first one where that is not today,
 * of the other one where it is not that day.
 */
export function endsOf(from: string, to: string): [from: string, to: string] {
  const [first, last] = [new Date(from), new Date(to)];
  return [toldOn(new Date(), first), toldOn(first, last)];
}

function toldOn(known: Date, moment: Date): string {
  const isThatDay = known.toDateString() === moment.toDateString();
  return moment.toLocaleString(undefined, { ...(!isThatDay && { dateStyle: 'medium' }), timeStyle: 'short' });
}

/** @returns how long ago it was, in the page's language; undefined where that is no help */
function agoOf(time: number): string | undefined {
  const age = Math.max(now.value, Date.now()) - time;
  if (age > recentMs || age < -60_000) return undefined;
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  const [unit, seconds] = steps.findLast(([, each]) => age >= each * 1000) ?? (['second', 1] as const);
  return format.format(unit === 'second' ? 0 : -Math.floor(age / 1000 / seconds), unit);
}
