import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Change,
  type ChangeCalls,
  type ChangeList,
  type ChangeRead,
  type PhoneProxyError,
} from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import { client } from './session.js';
import { countWaiting } from './waiting-changes.js';

/** How many lists are read at a time. */
export const listsInPage = 100;
/** How long one call waits for something new, in seconds. */
const waitSeconds = 20;
/** The pause after a call that failed, in milliseconds. */
const pauseMs = 5_000;

/** A change, and the lists that were read so far. */
export interface ReadingChange {
  readonly change: Change;
  readonly lists: readonly ChangeList[];
  /** Whether every list was read. */
  readonly isWhole: boolean;
  /** Why not all of it could be read. */
  readonly error: PhoneProxyError | undefined;
  /** Shows the change of an answer. */
  readonly heard: (change: Change) => void;
}

/** Whether the service reads or sets the lists of a change, so that it changes by itself. */
export function isUnderWay({ state }: Pick<Change, 'state'>): boolean {
  return state === 'reading' || state === 'running';
}

/**
 * Reads the lists of a change page by page, and its progress while the service works on it.
 * @param first the change, with its first lists
 * @param again reads the change again, after the service finished its work
 */
export function useReadingChange(first: ChangeRead, again: () => void): ReadingChange {
  const [change, setChange] = useState<Change>(first.change);
  const [{ lists, isWhole }, setLists] = useState(listsIn(first));
  const [error, setError] = useState<PhoneProxyError>();
  const latest = useRef<ReadLists>({ lists, isWhole });
  latest.current = { lists, isWhole };
  useEffect(() => {
    const giveUp = new AbortController();
    setChange(first.change);
    setError(undefined);
    // If all lists were read before, they stay until all are read again.
    const show = (now: ReadLists): void => {
      setLists((before) => (before.isWhole && !now.isWhole ? before : now));
    };
    show(listsIn(first));
    readOn(first, client(), giveUp.signal, show).catch((thrown: unknown) => {
      if (!giveUp.signal.aborted) setError(failedCall(thrown));
    });
    return () => {
      giveUp.abort();
    };
  }, [first]);
  const isWatched = isUnderWay(change);
  useEffect(() => {
    if (!isWatched) return undefined;
    const giveUp = new AbortController();
    void watch(first, client(), giveUp.signal, async (now) => {
      if (isUnderWay(now.change)) {
        setChange(now.change);
        if (now.next === undefined) setLists(listsIn(now));
        else if (now.change.state === 'running') {
          const { lists: known, isWhole: isKnown } = latest.current;
          if (isKnown)
            setLists({ lists: await readUnderWay(known, now.change, client(), giveUp.signal), isWhole: true });
        }
        return;
      }
      // Its page may be another one now, so that it is shown at once, and no button of the old page is pressed.
      again();
      void countWaiting();
    });
    return () => {
      giveUp.abort();
    };
  }, [change.id, isWatched]);
  return { change, lists, isWhole, error, heard: setChange };
}

interface ReadLists {
  readonly lists: readonly ChangeList[];
  readonly isWhole: boolean;
}

function listsIn({ change, next }: ChangeRead): ReadLists {
  return { lists: change.lists, isWhole: next === undefined };
}

/** Reads the pages after the first one. @param onLists gets all lists that were read so far */
export async function readOn(
  first: ChangeRead,
  calls: Pick<ChangeCalls, 'readChange'>,
  signal: AbortSignal,
  onLists: (read: ReadLists) => void,
): Promise<void> {
  const { id } = first.change;
  let { lists, isWhole } = listsIn(first);
  let { next } = first;
  while (next !== undefined) {
    const page = await calls.readChange(id, { limit: listsInPage, after: next, signal });
    next = page.next;
    lists = [...lists, ...page.change.lists];
    isWhole = next === undefined;
    signal.throwIfAborted();
    onLists({ lists, isWhole });
  }
}

/** How many pages of lists are read again at a time while they are set. */
const mostPagesAgain = 5;

/**
 * Reads the lists again that may have been set since: they are set in their order, so from the first one that is not
 * done up to a page in which nothing has begun.
 * @returns all lists
 */
export async function readUnderWay(
  known: readonly ChangeList[],
  { id }: Change,
  calls: Pick<ChangeCalls, 'readChange'>,
  signal: AbortSignal,
): Promise<readonly ChangeList[]> {
  const lists = new Map(known.map((list) => [list.position, list]));
  const from = known.find(({ state }) => state === 'open' || state === 'sending')?.position ?? 0;
  let after = from === 0 ? undefined : String(from - 1);
  for (let pages = 0; pages < mostPagesAgain; pages += 1) {
    const { change, next } = await calls.readChange(id, { limit: listsInPage, after, signal });
    for (const list of change.lists) lists.set(list.position, list);
    const last = change.lists.at(-1);
    if (next === undefined || last === undefined || last.state === 'open') break;
    after = String(last.position);
  }
  return known.map(({ position, ...list }) => lists.get(position) ?? { position, ...list });
}

/** Waits for what is new of a change, again and again, until it ends or is given up. Never rejects. */
export async function watch(
  { change: { id, counts }, etag }: ChangeRead,
  calls: Pick<ChangeCalls, 'waitForChange'>,
  signal: AbortSignal,
  onRead: (read: ChangeRead) => unknown,
): Promise<void> {
  // A large change is read with only one of its lists.
  const limit = counts.total <= listsInPage ? listsInPage : 1;
  let known = etag;
  const hasEnded = (): boolean => signal.aborted;
  while (!hasEnded()) {
    try {
      const read = await calls.waitForChange(id, known, { seconds: waitSeconds, limit, signal });
      if (!read || hasEnded()) continue;
      known = read.etag;
      await onRead(read);
      if (!isUnderWay(read.change)) return;
    } catch (thrown) {
      if (hasEnded()) return;
      failedCall(thrown);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
