import picocolors from 'picocolors';
import type { Here } from '../here.js';
import { cannotBe } from '../stop.js';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Where the command writes. */
export interface Terminal {
  /**
   * Prints results. If the reader of a pipe is gone, it needs no more results. Text with `isNeeded` then goes to
   * standard error, and other text is dropped.
   * @throws Stop if the results cannot be written for another reason
   */
  out(text: string, options?: { readonly isNeeded?: boolean }): Promise<void>;
  /** Prints information besides the results. */
  err(text: string): void;
  /**
   * Shows a line that the next call replaces; undefined removes the line. Does nothing if standard error is not a
   * terminal.
   */
  status(line: string | undefined): void;
  /** The colors for standard output; in a pipe there are none. */
  readonly colours: Colours;
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** How many columns standard output has; undefined if it is no terminal. */
  readonly width: number | undefined;
  /** How many columns the line of `status` may take. */
  readonly statusWidth: number;
  /** Whether a user can be asked. */
  readonly canAsk: boolean;
}

/** @returns the terminal, or the pipes, of a process */
export function processTerminal({ stdin, stdout, stderr, env }: Here): Terminal {
  // A write error also arrives as an event. An event without a listener would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  const isPlain = !stdout.isTTY || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  let shownStatus = '';
  const draw = (text: string): void => {
    stderr.write(`${shownStatus === '' ? '' : '\r\u001B[K'}${text}${shownStatus}`);
  };
  return {
    out: (text, { isNeeded = false } = {}) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => {
          if (error && isNeeded) stderr.write(text);
          if (!error || isGone(error)) resolve();
          else reject(cannotBe('standard output', 'written', error));
        });
      }),
    err: (text) => {
      draw(`${text}\n`);
    },
    status: (line = '') => {
      if (!stderr.isTTY || line === shownStatus) return;
      const had = shownStatus !== '';
      shownStatus = line;
      stderr.write(`${had ? '\r\u001B[K' : ''}${line}`);
    },
    colours: picocolors.createColors(!isPlain),
    isOutTerminal: stdout.isTTY,
    isErrTerminal: stderr.isTTY,
    get width() {
      return stdout.isTTY ? stdout.columns : undefined;
    },
    get statusWidth() {
      // With room for the `^C` that a terminal shows: a line that wraps could not be erased.
      return (stderr.isTTY ? stderr.columns : 80) - 3;
    },
    canAsk: stdin.isTTY && stderr.isTTY,
  };
}

/** Whether the reader of the pipe, or the terminal, has gone. */
function isGone(error: Error): boolean {
  return ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'].includes((error as NodeJS.ErrnoException).code ?? '');
}
