import { type Observe, unexpected } from '../observability/observations.js';

/** After a second signal the process ends within this time, in milliseconds. */
const hurryMs = 3_000;

/**
 * Waits for SIGTERM or SIGINT, or for an error that nobody caught, and stops. A second signal cuts the stop short, but
 * not so short that nothing would tell of what is cut off.
 * @param stop finishes what runs, within its grace period, or until `early` comes
 * @returns the exit code: 0 after a signal, 1 after an error
 */
export function untilStopped(
  stop: (reason: string, early: AbortSignal) => Promise<void>,
  observe: Observe,
): Promise<number> {
  return new Promise((resolve) => {
    const early = new AbortController();
    let exitCode: number | undefined;
    const end = (reason: string, code: number): void => {
      if (exitCode !== undefined) {
        exitCode = Math.max(exitCode, code);
        if (code === 0 && !early.signal.aborted) {
          early.abort();
          setTimeout(() => {
            resolve(exitCode ?? code);
          }, hurryMs);
        }
        return;
      }
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
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        end(signal, 0);
      });
    }
    const crash = (thrown: unknown): void => {
      observe(unexpected(thrown));
      end('unexpected error', 1);
    };
    process.on('unhandledRejection', crash);
    process.on('uncaughtException', crash);
  });
}
