import { useEffect, useState } from 'preact/hooks';
import { PhoneProxyError } from '../../src/client/index.js';

/** Something that is asked for. */
export type Loaded<Value> =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'there'; readonly value: Value; readonly isRenewing: boolean }
  | { readonly phase: 'failed'; readonly error: PhoneProxyError };

/**
 * Asks for something, and again whenever a key changes or `again` is called; what is no longer wanted is given up.
 * What was there stays while the same is asked for again.
 */
export function useLoaded<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  keys: readonly (string | number | undefined)[],
): { readonly loaded: Loaded<Value>; readonly again: () => void } {
  const key = JSON.stringify(keys);
  const [held, setHeld] = useState<{ readonly key: string; readonly loaded: Loaded<Value> }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const giveUp = new AbortController();
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
        show({ phase: 'there', value, isRenewing: false });
      },
      (error: unknown) => {
        if (error instanceof PhoneProxyError) show({ phase: 'failed', error });
        else if (!giveUp.signal.aborted) throw error;
      },
    );
    return () => {
      giveUp.abort();
    };
  }, [key, round]);
  const again = (): void => {
    setRound((before) => before + 1);
  };
  return { loaded: held?.key === key ? held.loaded : { phase: 'waiting' }, again };
}
