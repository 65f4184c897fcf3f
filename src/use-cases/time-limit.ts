import { setMaxListeners } from 'node:events';

/** A time limit, from now on. */
export interface TimeLimit {
  /** The moment, on the clock of performance.now() in milliseconds, at which the time is over. */
  readonly deadline: () => number;
  /** Is aborted at the deadline, or when `end` is called. */
  readonly signal: AbortSignal;
  /** Ends it early. */
  readonly end: () => void;
  /** Removes the timer. */
  readonly release: () => void;
}

/** @param ms how long, in milliseconds */
export function timeLimit(ms: number): TimeLimit {
  const controller = new AbortController();
  // As many requests to the call manager may wait for it as AXL_MAX_CONCURRENCY allows. Node would warn of more than ten.
  setMaxListeners(0, controller.signal);
  const end = (): void => {
    controller.abort();
  };
  let deadline = performance.now() + ms;
  const timer = setTimeout(() => {
    // By this clock, a timer may fire a little early. After that, readers must see the deadline as passed.
    deadline = Math.min(deadline, performance.now());
    end();
  }, ms);
  const release = (): void => {
    clearTimeout(timer);
  };
  return { deadline: () => deadline, signal: controller.signal, end, release };
}

/**
 * Calls a listener when a signal is aborted; at once if it is aborted already.
 * @returns a function that removes the listener
 */
export function whenAborted(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener);
  return () => {
    signal.removeEventListener('abort', listener);
  };
}

/**
 * Waits for a result until a signal is aborted.
 * @param aborted is called if the signal is aborted before there is a result; if it does not reject, the wait continues
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
