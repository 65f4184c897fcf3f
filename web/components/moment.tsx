/** A time in the user's time zone, as every page shows it, with the full time in its title. */
export function Moment({ time }: { readonly time: string }) {
  const moment = new Date(time);
  return (
    <time dateTime={time} title={wholeTime(moment)}>
      {toldTime(moment)}
    </time>
  );
}

/** @returns a time with everything that is known of it */
export function wholeTime(moment: Date): string {
  return moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
}

/** @returns the beginning and the end of a period in words. The end has its day, unless it is the day of the beginning */
export function endsOf(from: string, to: string): [from: string, to: string] {
  const [first, last] = [new Date(from), new Date(to)];
  return [toldTime(first), toldTime(last, first.toDateString() !== last.toDateString())];
}

function toldTime(moment: Date, hasDay = true): string {
  return moment.toLocaleString(undefined, { ...(hasDay && { dateStyle: 'medium' }), timeStyle: 'short' });
}
