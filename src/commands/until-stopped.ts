import { type Observe, unexpected } from '../observability/observations.js';

/**
 * Waits for SIGTERM or SIGINT, or for an error that nobody caught, and stops. A second signal ends at once.
 * @param stop finishes what runs, within its grace period
 * @returns the exit code: 0 after a signal, 1 after an error
 */
export function untilStopped(stop: (reason: string) => Promise<void>, observe: Observe): Promise<number> {
  return new Promise((resolve) => {
    let exitCode: number | undefined;
    const end = (reason: string, code: number): void => {
      if (exitCode !== undefined) {
        exitCode = Math.max(exitCode, code);
        if (code === 0) resolve(exitCode);
        return;
      }
      exitCode = code;
      stop(reason).then(
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
