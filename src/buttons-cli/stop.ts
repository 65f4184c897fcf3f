/** The exit codes of the command line. */
export const exitCodes = {
  done: 0,
  error: 1,
  findings: 2,
  someNotChanged: 3,
  refusedLogin: 4,
  interrupted: 130,
} as const;

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'Done, or nothing to do',
  error: 'An error, or nothing matches, or you answered no',
  findings: 'With --detailed-exitcode: there is a finding',
  someNotChanged: 'Some lists were not changed, or a number or device was not found',
  refusedLogin: 'The login was refused, or may not do that',
  interrupted: 'Interrupted',
};

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command; the message is for the terminal, in whole sentences or lines. */
export class Stop extends Error {
  override readonly name = 'Stop';

  constructor(
    message: string,
    readonly exitCode: ExitCode = exitCodes.error,
    /** True if nothing was changed. If the command is one that changes something, the message says that. */
    readonly isUntouched = false,
    /** What is wrong with a file, line by line, if that is the reason. */
    readonly problems?: readonly { readonly line: number; readonly problem: string }[],
  ) {
    super(message);
  }
}

/** @returns the message at the end of a command */
export function messageOf({ message, isUntouched }: Stop, isChanging: boolean): string {
  if (!isUntouched || !isChanging) return message;
  return /[.)]$/.test(message) ? `${message} Nothing was changed.` : `${message}; nothing was changed`;
}

/**
 * @param what for example, a file
 * @param done `read`, `written`
 * @param thrown the system's error; only its code is shown, because its message may quote secret input
 */
export function cannotBe(what: string, done: string, thrown: unknown): Stop {
  const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
  return new Stop(`${what} cannot be ${done} (${code})`);
}

/** @returns the Stop of a command that was interrupted before it changed anything */
export function interruptedEarly(): Stop {
  return new Stop('interrupted', exitCodes.interrupted, true);
}
