import { useEffect, useRef, useState } from 'preact/hooks';
import { type Change, type ChangeToAsk, fitTitle, type Intent, type PhoneProxyError } from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import { status } from './health.js';
import { goTo, hashOf, type Route, route } from './route.js';
import { client, clearWithUser } from './session.js';

/**
 * @returns gives each change a key, and the same key while the same change is asked for again: if the answer is lost,
 * it is not made twice
 */
export function useKeys(): (change: ChangeToAsk) => string {
  const last = useRef({ body: '', key: '' });
  return (change) => {
    const body = JSON.stringify(change);
    if (body !== last.current.body) last.current = { body, key: crypto.randomUUID() };
    return last.current.key;
  };
}

/** Where drafts were asked for, by id; only in memory. */
const askedAt = new Map<string, Route>();

/** @returns the page where a draft was asked for; the changes if that is not known */
export function pageBefore(id: string): Route {
  return askedAt.get(id) ?? { at: 'changes', filter: {} };
}

/** Whether the service can work out changes, which needs a history. */
export function mayReview(): boolean {
  return status.value?.history === true;
}

/** The way from what is meant to the difference. */
export interface Review {
  readonly isBusy: boolean;
  /** Why there is no draft. */
  readonly error: PhoneProxyError | undefined;
  /** Has the service work out what is meant, as a draft, and shows its page. Nothing is changed. */
  readonly review: (intent: Intent & Pick<ChangeToAsk, 'title'>) => Promise<void>;
  /** The same for a file of buttons. */
  readonly reviewFile: (file: File) => Promise<void>;
}

export function useReview(): Review {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<PhoneProxyError>();
  const keyOf = useKeys();
  const [giveUp] = useState(() => new AbortController());
  useEffect(
    () => () => {
      giveUp.abort();
    },
    [],
  );
  const show = async (ask: (signal: AbortSignal) => Promise<Change>): Promise<void> => {
    const here = route.peek();
    const { signal } = giveUp;
    setBusy(true);
    setError(undefined);
    try {
      const { id } = await ask(signal);
      askedAt.set(id, here);
      if (hashOf(route.peek()) === hashOf(here)) goTo({ at: 'change', id });
    } catch (thrown) {
      if (!signal.aborted) setError(failedCall(thrown));
    }
    setBusy(false);
  };
  return {
    ...{ isBusy, error },
    review: (intent) => {
      const change = { ...intent, draft: true };
      return show((signal) => client().askForChange(change, { idempotencyKey: keyOf(change), signal }));
    },
    reviewFile: (file) =>
      show((signal) => client().importCsv(file, { title: fitTitle(file.name), draft: true, signal })),
  };
}

clearWithUser(() => {
  askedAt.clear();
});
