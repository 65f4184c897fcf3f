import type { Change, ChangeRead } from '../../client/index.js';
import { orStop, withRetries } from '../connection/retries.js';
import { showProgress, type WaitShown } from '../output/progress.js';
import { shown } from '../output/shown.js';
import { doneOf } from './change-text.js';
import { type Context, isSilent } from './context.js';

/** How long one call waits for news of a change, in seconds. */
const longestWait = 25;

/** What a watch waits for. */
interface Watched {
  /** For the progress: `reading`, `changing`. */
  readonly what: string;
  /** @returns whether to go on watching */
  readonly goesOn: (change: Change) => boolean;
  readonly doneOf: (change: Change) => number;
}

const reading: Watched = {
  what: 'reading',
  goesOn: ({ state }) => state === 'reading',
  doneOf: ({ counts }) => counts.total - (counts.unread ?? 0),
};

const running: Watched = {
  what: 'changing',
  goesOn: ({ state }) => state === 'reading' || state === 'running',
  doneOf,
};

/** Waits until the service has read the lists of a change. @throws Stop after an interruption, or if it is not known */
export async function whenRead(context: Context, change: Change): Promise<Change> {
  if (!reading.goesOn(change)) return change;
  const read = await watch(context, change, reading);
  return orStop('value' in read ? read : { failure: read.failure, isStopped: true }, context.interruption.asked);
}

/**
 * Shows the progress of a change until it ends.
 * @returns the change as it is then; undefined after an interruption
 * @throws Stop if the service does not answer any more; the change goes on nevertheless
 */
export async function whenEnded(context: Context, change: Change): Promise<Change | undefined> {
  const { interruption } = context;
  const read = await watch(context, change, running);
  if ('value' in read) return interruption.asked.aborted && running.goesOn(read.value) ? undefined : read.value;
  return interruption.asked.aborted ? undefined : orStop(read, interruption.asked);
}

/** Reads a change without its lists. @returns the answer, or why there is none after several tries */
export function readNow({ client, url, interruption, clock }: Context, id: string) {
  const signal = interruption.asked;
  return withRetries(() => client.readChange(id, { limit: 1, signal }), { url, signal, clock });
}

async function watch(context: Context, begun: Change, watched: Watched) {
  const { interruption, clock, terminal, client, url } = context;
  const signal = interruption.asked;
  let change = begun;
  const wait = (): WaitShown | undefined =>
    change.waitsFor === null ? undefined : { reason: shown(change.waitsFor.replace(/^It |\.$/g, '')) };
  // Lists that were done before do not count for the rate.
  const done = watched.doneOf(begun);
  const progress = showProgress(terminal, { what: watched.what, isQuiet: isSilent(context), wait, done });
  try {
    const first = await readNow(context, begun.id);
    if (!('value' in first)) return first;
    let read: ChangeRead = first.value;
    for (;;) {
      change = read.change;
      progress.show(watched.doneOf(change), change.counts.total);
      if (!watched.goesOn(change) || signal.aborted) return { value: change };
      const { etag } = read;
      const call = () => client.waitForChange(begun.id, etag, { seconds: longestWait, limit: 1, signal });
      const news = await withRetries(call, { url, signal, clock });
      if (!('value' in news)) return news;
      read = news.value ?? read;
    }
  } finally {
    progress.end();
  }
}
