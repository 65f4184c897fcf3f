/** Ctrl-C and its like. */
export interface Interruption {
  /** Aborted when somebody asks to stop: what is under way is finished, nothing new is begun. */
  readonly asked: AbortSignal;
  /** Aborted when somebody asks again: what is under way is given up. */
  readonly urgent: AbortSignal;
}

/** Listens to the signals that ask to stop; they no longer end the process themselves. */
export function listenForInterruption(): Interruption {
  const asked = new AbortController();
  const urgent = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      (asked.signal.aborted ? urgent : asked).abort();
    });
  }
  return { asked: asked.signal, urgent: urgent.signal };
}
