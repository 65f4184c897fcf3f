/**
 * What a failed call means for its caller:
 * - `login`: the login is refused, or has no permission; nothing was done, and no other call will work
 * - `changed`: the list is another one; nothing was done
 * - `not-done`: surely not carried out
 * - `unknown`: it may have been carried out, or still may be
 * - `otherwise`: it was carried out, but something else was set
 */
export type FailureMeaning = 'login' | 'changed' | 'not-done' | 'unknown' | 'otherwise';

/** The facts of a failure that decide whether a call is repeated. */
export interface AnyFailure {
  readonly means: FailureMeaning;
  /** Whether the same call may succeed a little later. */
  readonly again: boolean;
  /** After how many seconds, if the service says so. */
  readonly afterSeconds: number | undefined;
}

/** The limits for every program that makes many calls. */
export const callLimits = {
  /** How many calls run at the same time. */
  atOnce: 3,
  /** How many times one call is tried. */
  mostTries: 4,
} as const;

/**
 * @param tries how many times the call was tried
 * @returns after how many seconds it is tried again: as the service says, or 1, 2, 4
 */
export function secondsBeforeNext({ afterSeconds }: Pick<AnyFailure, 'afterSeconds'>, tries: number): number {
  return afterSeconds ?? 2 ** (tries - 1);
}

/** The result of a call; `isStopped` if the wait for the next try was stopped. */
export type Answered<Value, F> = { readonly value: Value } | { readonly failure: F; readonly isStopped: boolean };

/**
 * Makes a call, and repeats it after temporary failures. The call must be safe to repeat.
 * @param wait waits before the next try.
 * @returns whether to continue
 */
export async function withRetries<Value, F extends AnyFailure>(
  call: () => Promise<Value>,
  failureOf: (thrown: unknown) => F,
  wait: (seconds: number, because: F) => Promise<boolean>,
): Promise<Answered<Value, F>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { value: await call() };
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (!failure.again || tries === callLimits.mostTries) return { failure, isStopped: false };
      if (!(await wait(secondsBeforeNext(failure, tries), failure))) return { failure, isStopped: true };
    }
  }
}
