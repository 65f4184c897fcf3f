import picocolors from 'picocolors';
import { cannotBe } from '../stop.js';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Where the command writes. */
export interface Terminal {
  /** Results. @throws Stop when nobody takes them */
  out(text: string): Promise<void>;
  /** What is to be known beside the results. */
  err(text: string): void;
  /** For what goes to standard output: none in a pipe. */
  readonly colours: Colours;
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** Whether somebody can be asked. */
  readonly canAsk: boolean;
}

/** @returns the terminal, or the pipes, of this process */
export function processTerminal({ stdin, stdout, stderr, env }: NodeJS.Process): Terminal {
  // What a write is told comes as an event too, and would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  const isPlain = !stdout.isTTY || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return {
    out: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => {
          if (!error) resolve();
          else reject(cannotBe('standard output', 'written', error));
        });
      }),
    err: (text) => {
      stderr.write(`${text}\n`);
    },
    colours: picocolors.createColors(!isPlain),
    isOutTerminal: stdout.isTTY,
    isErrTerminal: stderr.isTTY,
    canAsk: stdin.isTTY && stderr.isTTY,
  };
}
