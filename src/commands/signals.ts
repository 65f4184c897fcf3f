import { type Observe, unexpected } from '../observability/observations.js';

/** After a second signal the process ends within this time, in milliseconds. */
const hurryMs = 3_000;

/**
 * A second signal within this time, in milliseconds, counts as the same signal, because Ctrl-C under npm arrives twice.
 */
const sameSignalMs = 1_000;

/**
 * Waits for SIGTERM, SIGINT or an uncaught error, and stops. A second signal shortens the stop, but leaves enough time
 * to log the work that is cut off.
 * @param stop finishes running work within its grace period, or until `early` aborts
 * @returns the exit code: 0 after a signal, 1 after an error
 */
export function untilStopped(
  stop: (reason: string, early: AbortSignal) => Promise<void>,
  observe: Observe,
): Promise<number> {
  return new Promise((resolve) => {
    const early = new AbortController();
    let exitCode: number | undefined;
    let firstSignalAt = -Infinity;
    const begin = (reason: string, code: number): void => {
      exitCode = code;
      stop(reason, early.signal).then(
        () => {
          resolve(exitCode ?? code);
        },
        (thrown: unknown) => {
          observe(unexpected(thrown));
          resolve(1);
        },
      );
    };
    const signalled = (signal: NodeJS.Signals): void => {
      if (performance.now() < firstSignalAt + sameSignalMs || early.signal.aborted) return;
      if (exitCode === undefined) {
        firstSignalAt = performance.now();
        begin(signal, 0);
        return;
      }
      observe({ kind: 'stopping', reason: `${signal} again: ending now` });
      early.abort();
      setTimeout(() => {
        resolve(exitCode ?? 0);
      }, hurryMs);
    };
    process.on('SIGTERM', signalled);
    process.on('SIGINT', signalled);
    const crash = (thrown: unknown): void => {
      observe(unexpected(thrown));
      if (exitCode === undefined) begin('unexpected error', 1);
      exitCode = 1;
    };
    process.on('unhandledRejection', crash);
    process.on('uncaughtException', crash);
  });
}

/**
 * Handles signals that come before a command listens itself. SIGTERM and SIGINT end the process. SIGHUP has no effect,
 * because nothing has been read yet.
 */
export function takeEarlySignals(end: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) end();
    });
  }
  process.on('SIGHUP', () => undefined);
}
