/** A time in the reader's own zone, the whole of it in its title. */
export function Moment({ time, isLong = false }: { readonly time: string; readonly isLong?: boolean }) {
  const moment = new Date(time);
  const whole = moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
  const short = moment.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' });
  return (
    <time dateTime={time} title={whole}>
      {isLong ? whole : short}
    </time>
  );
}
