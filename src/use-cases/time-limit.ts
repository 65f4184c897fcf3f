/** The time that somebody gives for something, from now. */
export interface TimeLimit {
  /** The moment, on the clock of performance.now() in milliseconds, at which the time is over. */
  readonly deadline: () => number;
  /** Is aborted at the deadline, or when `end` is called. */
  readonly signal: AbortSignal;
  /** Ends it before its time. */
  readonly end: () => void;
  /** Gives the timer back. */
  readonly release: () => void;
}

/** @param ms how long, in milliseconds */
export function timeLimit(ms: number): TimeLimit {
  const controller = new AbortController();
  const end = (): void => {
    controller.abort();
  };
  let deadline = performance.now() + ms;
  const timer = setTimeout(() => {
    // A timer may fire a little early on this clock; whoever asks must see the deadline as passed.
    deadline = Math.min(deadline, performance.now());
    end();
  }, ms);
  const release = (): void => {
    clearTimeout(timer);
  };
  return { deadline: () => deadline, signal: controller.signal, end, release };
}

/**
 * Calls a listener when a signal is aborted; at once where it is aborted already.
 * @returns what takes the listener away
 */
export function whenAborted(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener);
  return () => {
    signal.removeEventListener('abort', listener);
  };
}

/**
 * Waits for a result, for one who waits no longer than until a signal is aborted.
 * @param aborted is called when the signal is aborted before there is a result; what it does not reject goes on waiting
 */
export function untilAborted<Result>(
  result: Promise<Result>,
  signal: AbortSignal,
  aborted: (reject: (error: Error) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stopListening = whenAborted(signal, () => {
      aborted(reject);
    });
    result.then(
      (value) => {
        stopListening();
        resolve(value);
      },
      (thrown: unknown) => {
        stopListening();
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is passed on as it came
        reject(thrown);
      },
    );
  });
}
