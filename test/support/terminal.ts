import picocolors from 'picocolors';
import type { Terminal } from '../../src/buttons-cli/output/terminal.js';

/** A terminal of the command line that stores its output. */
export interface KeptTerminal extends Terminal {
  readonly errors: readonly string[];
  /** Each line of `status`; undefined if it was removed. */
  readonly statuses: readonly (string | undefined)[];
}

/**
 * @param width of standard output; without it, standard output is no terminal
 * @param statusWidth of the line of `status`; without it, standard error is no terminal
 */
export function terminalOf({ width, statusWidth }: { width?: number; statusWidth?: number }): KeptTerminal {
  const errors: string[] = [];
  const statuses: (string | undefined)[] = [];
  return {
    ...{ errors, statuses, width },
    out: () => Promise.resolve(),
    err: (text) => {
      errors.push(text);
    },
    status: (line) => {
      statuses.push(line);
    },
    colours: picocolors.createColors(false),
    isOutTerminal: width !== undefined,
    isErrTerminal: statusWidth !== undefined,
    statusWidth: statusWidth ?? 80,
    canAsk: false,
  };
}
