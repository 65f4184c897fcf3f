import type { Clock } from '../connection/retries.js';
import { RestReckoned } from './rest-reckoned.js';
import { cut } from './table.js';
import type { Terminal } from './terminal.js';

/** How often a line is written without a terminal, in milliseconds. */
const lineEveryMs = 10_000;

/** How often the progress is checked, in milliseconds. */
const drawEveryMs = 500;

/** How many characters the bar has. */
const barSize = 20;

/** A wait that the user is told about. */
export interface WaitShown {
  /** How long it still takes, if that is known. */
  readonly seconds?: number;
  /** After the seconds, if they are known; otherwise with its verb: `waits for its turn`. */
  readonly reason: string;
}

export interface ProgressOptions {
  /** The work in progress: `reading`, `changing`. */
  readonly what: string;
  readonly isQuiet: boolean;
  /** @returns the present wait, if any */
  readonly wait: () => WaitShown | undefined;
  /** How many lists are done at the start. */
  readonly done?: number;
}

/** Shows the progress of something. */
export interface ProgressShown {
  readonly show: (done: number, of: number) => void;
  /** Removes the bar. */
  readonly end: () => void;
}

/** From the first second, shows the progress and what the work waits for: as a bar, or as a line from time to time. */
export function showProgress(
  terminal: Terminal,
  { what, isQuiet, wait, done: doneBefore = 0 }: ProgressOptions,
  now: Clock['now'] = () => performance.now(),
): ProgressShown {
  if (isQuiet) return { show: () => undefined, end: () => undefined };
  const rest = new RestReckoned(now(), doneBefore);
  let [done, of] = [doneBefore, 0];
  let nextLine = now() + lineEveryMs;
  let told = '';
  const factsNow = (waited: WaitShown | undefined): string => {
    rest.goOn(now(), done, waited !== undefined);
    return factsText(done, of, rest, waited);
  };
  const draw = (): void => {
    const waited = wait();
    const facts = factsNow(waited);
    if (terminal.isErrTerminal) {
      terminal.status(cut(barText(what, done, of, facts), terminal.statusWidth));
      return;
    }
    // A pause is shown as soon as it begins.
    const isNews = waited !== undefined && waited.reason !== told;
    told = waited?.reason ?? '';
    if (!isNews && now() < nextLine) return;
    nextLine = now() + lineEveryMs;
    terminal.err(`${what}: ${facts}`);
  };
  const timer = setInterval(draw, drawEveryMs);
  timer.unref();
  draw();
  return {
    show: (nowDone, nowOf) => {
      [done, of] = [nowDone, nowOf];
    },
    end: () => {
      clearInterval(timer);
      // The last state stays in the terminal's output.
      if (terminal.isErrTerminal) terminal.status(cut(barText(what, done, of, factsNow(wait())), terminal.statusWidth));
      terminal.status(undefined);
    },
  };
}

/** `changing ████░░ 40/100 lists, 1.4/s, 43 s left`; without a bar while the total is not known */
function barText(what: string, done: number, of: number, facts: string): string {
  if (of === 0) return `${what}, ${facts}`;
  const full = Math.floor((done / of) * barSize);
  return `${what} ${'█'.repeat(full)}${'░'.repeat(barSize - full)} ${facts}`;
}

function factsText(done: number, of: number, rest: RestReckoned, waited: WaitShown | undefined): string {
  const far = of === 0 ? durationText(rest.seconds) : `${done}/${of} lists`;
  if (waited) return `${far}, ${waited.seconds === undefined ? '' : `waits ${waited.seconds} s: `}${waited.reason}`;
  const { rate, stalled } = rest;
  if (rate === 0 || done === of) return far;
  if (stalled !== undefined) return `${far}, last one ${durationText(stalled)} ago`;
  return `${far}, ${rate.toFixed(1)}/s, ${durationText((of - done) / rate)} left`;
}

/** `1 h 05 min`, `12 min`, `40 s` */
export function durationText(given: number): string {
  const seconds = Math.ceil(given);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
