import type { Failure } from './ports.js';

/** What all who change many lists keep to. */
export const runLimits = {
  /** So many devices are changed at once; the lists of one device one after the other. */
  atOnce: 2,
  /** How often one call is made at most. */
  mostTries: 4,
  /** So many lists in a row that could not be changed end a run. */
  mostFailuresInARow: 5,
} as const;

/**
 * @param tries how often the call was made
 * @returns after how many seconds it is made again: as the service says, or 1, 2, 4
 */
export function secondsBeforeNext({ afterSeconds }: Pick<Failure, 'afterSeconds'>, tries: number): number {
  return afterSeconds ?? 2 ** (tries - 1);
}

/** What came of a call; `isStopped` where no one waited for the next try. */
export type Answered<Value, F> = { readonly value: Value } | { readonly failure: F; readonly isStopped: boolean };

/**
 * Makes a call that can be repeated, again after failures that pass.
 * @param wait waits before the next try. @returns whether to go on
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
