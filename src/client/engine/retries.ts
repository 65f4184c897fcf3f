import type { Failure } from './ports.js';

/** The limits for every program that changes many lists. */
export const runLimits = {
  /**
   * How many devices are read or changed at the same time; the lists of one device are sent one after another. Each
   * change is a read, a write and a read at the call manager, so three take as long as two without the last read.
   */
  atOnce: 3,
  /** How many times one call is tried. */
  mostTries: 4,
  /** How many failures in a row end a run. */
  mostFailuresInARow: 5,
} as const;

/**
 * @param tries how many times the call was tried
 * @returns after how many seconds it is tried again: as the service says, or 1, 2, 4
 */
export function secondsBeforeNext({ afterSeconds }: Pick<Failure, 'afterSeconds'>, tries: number): number {
  return afterSeconds ?? 2 ** (tries - 1);
}

/** The result of a call; `isStopped` if the wait for the next try was stopped. */
export type Answered<Value, F> = { readonly value: Value } | { readonly failure: F; readonly isStopped: boolean };

/**
 * Makes a call, and repeats it after temporary failures. The call must be safe to repeat.
 * @param wait waits before the next try.
 * @returns whether to continue
 */
export async function withRetries<Value, F extends Failure>(
  call: () => Promise<Value>,
  failureOf: (thrown: unknown) => F,
  wait: (seconds: number, because: F) => Promise<boolean>,
): Promise<Answered<Value, F>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { value: await call() };
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (!failure.again || tries === runLimits.mostTries) return { failure, isStopped: false };
      if (!(await wait(secondsBeforeNext(failure, tries), failure))) return { failure, isStopped: true };
    }
  }
}
