import type { Here } from './here.js';

/** Ctrl-C and similar signals. */
export interface Interruption {
  /** Aborts at the first signal: nothing new is begun. */
  readonly asked: AbortSignal;
  /** Aborts at the second signal: a call that has an effect is no longer waited for. */
  readonly urgent: AbortSignal;
}

/**
 * Listens to the signals that ask to stop, so that they do not end the process themselves.
 * @param isWatched whether someone sees the command on a terminal. Otherwise, closing a terminal is no reason to stop:
 * the process may have been started by nohup.
 */
export function listenForInterruption(here: Pick<Here, 'on'>, isWatched: boolean): Interruption {
  const asked = new AbortController();
  const urgent = new AbortController();
  const stop = (): void => {
    (asked.signal.aborted ? urgent : asked).abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) here.on(signal, stop);
  here.on('SIGHUP', isWatched ? stop : () => undefined);
  return { asked: asked.signal, urgent: urgent.signal };
}
