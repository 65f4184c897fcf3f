import cliProgress from 'cli-progress';
import type { Terminal } from './terminal.js';

/** How often a line is written where there is no terminal. */
const lineEveryMs = 10_000;

/** Shows how far something is. */
export interface ProgressShown {
  readonly show: (done: number, of: number) => void;
  /** Takes the bar away. */
  readonly end: () => void;
}

/**
 * @param what is done: `reading`, `changing`
 * @param isQuiet shows nothing
 */
export function showProgress(what: string, terminal: Terminal, isQuiet: boolean): ProgressShown {
  if (isQuiet) return { show: () => undefined, end: () => undefined };
  return terminal.isErrTerminal ? bar(what) : lines(what, terminal);
}

function bar(what: string): ProgressShown {
  const format = `${what} {bar} {value}/{total} lists, {rate}/s, {duration_formatted} gone, {left} left`;
  const shownBar = new cliProgress.SingleBar({ format, barsize: 24, clearOnComplete: true, etaBuffer: 20 });
  const begun = performance.now();
  let isStarted = false;
  return {
    show: (done, of) => {
      const facts = { rate: rateOf(done, begun).toFixed(1), left: leftText(done, of, begun) };
      if (isStarted) shownBar.update(done, facts);
      else shownBar.start(of, done, facts);
      isStarted = true;
    },
    end: () => {
      if (isStarted) shownBar.stop();
      isStarted = false;
    },
  };
}

function lines(what: string, terminal: Terminal): ProgressShown {
  const begun = performance.now();
  let next = begun + lineEveryMs;
  return {
    show: (done, of) => {
      if (performance.now() < next) return;
      next = performance.now() + lineEveryMs;
      terminal.err(
        `${what}: ${done}/${of} lists, ${rateOf(done, begun).toFixed(1)}/s, ${leftText(done, of, begun)} left`,
      );
    },
    end: () => undefined,
  };
}

function rateOf(done: number, begun: number): number {
  return done / Math.max(0.001, (performance.now() - begun) / 1000);
}

/** `1 h 05 min`, `12 min`, `40 s` */
function leftText(done: number, of: number, begun: number): string {
  const seconds = Math.ceil((of - done) / Math.max(rateOf(done, begun), 0.000_1));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
