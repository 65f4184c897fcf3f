import { useEffect, useState } from 'preact/hooks';
import { type CallOptions, PhoneProxyError } from '../../src/client/index.js';
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
      /** Whether it is from the inventory, because the call manager does not answer. */
      readonly isKept: boolean;
    }
  | { readonly phase: 'failed'; readonly error: PhoneProxyError };

/** How a lookup is asked: live, or from an inventory of at most a week if the call manager does not answer. In seconds. */
const liveOrKept = 'max-age=0, stale-if-error=604800';

/**
 * Loads something, and loads it again when a key changes or `again` is called. A load that is no longer wanted is
 * canceled. The old value stays while the same data is loaded again.
 * @param read gets the options of a lookup that the inventory may answer if the call manager cannot; for any other
 * call, it uses only the signal
 */
export function useLoaded<Value>(
  read: (signal: AbortSignal, orKept: CallOptions) => Promise<Value>,
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
    let oldest = 0;
    const onAge = (seconds = 0): void => {
      oldest = Math.max(oldest, seconds);
    };
    const { signal } = giveUp;
    read(signal, { signal, cacheControl: liveOrKept, onAge }).then(
      (value) => {
        const readAt = Date.now() - oldest * 1000;
        show({ phase: 'there', value, isRenewing: false, readAt, isKept: oldest > 0 });
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

/** Whether any of several values is from the inventory. */
export function isKeptIn(...all: readonly Loaded<unknown>[]): boolean {
  return all.some((loaded) => loaded.phase === 'there' && loaded.isKept);
}

/** @returns when the oldest of several values was read; undefined until all are there */
export function readAtOf(...all: readonly Loaded<unknown>[]): number | undefined {
  const times = all.flatMap((loaded) => (loaded.phase === 'there' ? loaded.readAt : []));
  return times.length === all.length ? Math.min(...times) : undefined;
}
