/**
 * Takes the signals that come before a command listens to them itself: one to stop ends the process, and SIGHUP changes
 * nothing, because nothing has been read yet that could be read anew.
 */
export function takeEarlySignals(end: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) end();
    });
  }
  process.on('SIGHUP', () => undefined);
}
