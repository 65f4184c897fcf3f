import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.js';
import { Act } from './act.js';
import { wholeTime } from './moment.js';

const words = texts.age;

interface AgeProps {
  /** When it was read, in milliseconds since 1970. */
  readonly at: number;
  /** Whether it is from the inventory, and not from the call manager. */
  readonly isKept?: boolean | undefined;
}

/** The age of the shown data, with the exact time in its title. */
export function Age({ at, isKept }: AgeProps) {
  const age = ageOf(Math.max(0, Math.floor((useNow() - at) / 1000)));
  return (
    <span class="quiet small" title={wholeTime(new Date(at))}>
      {isKept ? words.asOf(age) : words.read(age)}
    </span>
  );
}

interface ReadAtProps extends Omit<AgeProps, 'at'> {
  /** Undefined until all of the data is there. */
  readonly at: number | undefined;
  readonly refresh: () => void;
}

/** The age of a page's data, and a button to read it again. */
export function ReadAt({ at, isKept, refresh }: ReadAtProps) {
  return (
    <span class="actions">
      <span class="age">{at !== undefined && <Age at={at} isKept={isKept} />}</span>
      <Act onClick={refresh}>{texts.refresh}</Act>
    </span>
  );
}

function ageOf(seconds: number): string {
  if (seconds < 3) return words.now;
  if (seconds < 60) return words.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return words.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.hours(hours) : words.days(Math.floor(hours / 24));
}

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return Math.max(now, Date.now());
}
