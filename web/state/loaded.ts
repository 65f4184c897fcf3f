import { useEffect, useState } from 'preact/hooks';
import { PhoneProxyError } from '../../src/client/index.js';
import { healthIn } from '../calls/health.js';
import { reportOutage } from './health.js';

/** Data that is being loaded. */
export type Loaded<Value> =
  | { readonly phase: 'waiting' }
  | {
      readonly phase: 'there';
      readonly value: Value;
      readonly isRenewing: boolean;
      /** In milliseconds since 1970. */
      readonly readAt: number;
    }
  | { readonly phase: 'failed'; readonly error: PhoneProxyError };

/**
 * Loads something, and loads it again when a key changes or `again` is called. A load that is no longer wanted is
 * canceled. The old value stays while the same data is loaded again.
 */
export function useLoaded<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  keys: readonly (string | number | undefined)[],
): { readonly loaded: Loaded<Value>; readonly again: () => void } {
  const key = JSON.stringify(keys);
  const [held, setHeld] = useState<{ readonly key: string; readonly loaded: Loaded<Value> }>();
  const [round, setRound] = useState(0);
  const again = (): void => {
    setRound((before) => before + 1);
  };
  useEffect(() => {
    const giveUp = new AbortController();
    let endOutage: (() => void) | undefined;
    const show = (loaded: Loaded<Value>): void => {
      if (!giveUp.signal.aborted) setHeld({ key, loaded });
    };
    setHeld((before) =>
      before?.key === key && before.loaded.phase === 'there'
        ? { key, loaded: { ...before.loaded, isRenewing: true } }
        : { key, loaded: { phase: 'waiting' } },
    );
    read(giveUp.signal).then(
      (value) => {
        show({ phase: 'there', value, isRenewing: false, readAt: Date.now() });
      },
      (error: unknown) => {
        if (!(error instanceof PhoneProxyError)) {
          if (!giveUp.signal.aborted) throw error;
          return;
        }
        show({ phase: 'failed', error });
        if (!giveUp.signal.aborted && healthIn(error) !== undefined) endOutage = reportOutage({ error, again });
      },
    );
    return () => {
      giveUp.abort();
      endOutage?.();
    };
  }, [key, round]);
  return { loaded: held?.key === key ? held.loaded : { phase: 'waiting' }, again };
}

/** @returns the loaded value; undefined until it is there */
export function valueOf<Value>(loaded: Loaded<Value>): Value | undefined {
  return loaded.phase === 'there' ? loaded.value : undefined;
}

/** @returns when the oldest of several values was read; undefined until all are there */
export function readAtOf(...all: readonly Loaded<unknown>[]): number | undefined {
  const times = all.flatMap((loaded) => (loaded.phase === 'there' ? loaded.readAt : []));
  return times.length === all.length ? Math.min(...times) : undefined;
}
