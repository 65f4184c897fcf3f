/** What the command ends with; docs/command-line.md has the table. */
export const exitCodes = {
  done: 0,
  error: 1,
  changesPlanned: 2,
  someNotChanged: 3,
  refusedLogin: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command; the message is for the terminal, in whole sentences or lines. */
export class Stop extends Error {
  override readonly name = 'Stop';

  constructor(
    message: string,
    readonly exitCode: ExitCode = exitCodes.error,
  ) {
    super(message);
  }
}

/** @returns the end of a command that was interrupted before it changed anything */
export function interruptedEarly(): Stop {
  return new Stop('interrupted; nothing was changed', exitCodes.interrupted);
}
