import { withRetries, runLimits, secondsBeforeNext } from './retries.js';
import type { Calls, Failure, Pace, Result, Standing } from './ports.js';

export interface ItemParts<Item, Basis, After, F extends Failure> {
  readonly calls: Calls<Item, Basis, After, F>;
  readonly pace: Pace<F>;
  /** True if another item of the device was carried out. */
  readonly isUnderWay: boolean;
  /** True if another item has ended the run. */
  readonly hasEnded: () => boolean;
  /** Called before the first call for the item. */
  readonly onBegin: () => void;
  /** Awaited before the first change is sent. @returns true if it may be sent */
  readonly intend: () => Promise<boolean>;
}

/**
 * What is known about an item that may have been changed: the try that may have been carried out, the failure of the
 * last try, and what was read after that.
 */
interface Tried<F> {
  readonly doubt: F | undefined;
  readonly last: F | undefined;
  readonly read?: 'as-before' | F | undefined;
}

/**
 * Carries out one item, and retries after temporary failures. If the outcome is unknown, it reads the list, and sends
 * again only if the list is still as before. Otherwise it reports what it found.
 */
export async function changeItem<Item, Basis, After, F extends Failure>(
  item: Item,
  parts: ItemParts<Item, Basis, After, F>,
): Promise<Result<After, F>> {
  const { calls, pace } = parts;
  let tried: Tried<F> = { doubt: calls.doubtOf?.(item), last: undefined };
  if (!(await pace.rest(parts.isUnderWay)) || parts.hasEnded()) return failed(tried);
  parts.onBegin();
  for (let tries = 1; tries <= runLimits.mostTries; tries += 1) {
    const isUnderWay = parts.isUnderWay || tries > 1;
    let basis = calls.basisOf(item);
    if (calls.look && (tried.doubt !== undefined || basis === undefined)) {
      const seen = await look(item, parts, isUnderWay);
      if (seen.is !== 'as-before') return settledBy(seen, tried);
      basis = seen.basis;
      if (tried.doubt !== undefined) tried = { ...tried, read: 'as-before' };
      // A change is not sent if it would fail again.
      if (tried.last?.again === false) return failed(tried);
    }
    if (basis === undefined) throw new TypeError('an item without a basis has to be read');
    if (!(await pace.turn(isUnderWay)) || parts.hasEnded()) return failed(tried);
    if (tries === 1 && !(await parts.intend())) return { state: 'not-reached' };
    let failure: F;
    try {
      const { isNew, after } = await calls.send(item, basis);
      // If an earlier try may have been carried out and the list is there already, that try has set the list.
      return isNew || tried.doubt !== undefined ? { state: 'changed', after } : { state: 'already' };
    } catch (thrown) {
      failure = calls.failureOf(thrown);
    }
    const { means, again } = failure;
    if (means === 'changed') return refusedAsChanged(item, failure, tried, parts);
    // To send the same list again would not help.
    if (means === 'otherwise') return failed({ doubt: failure, last: failure });
    tried = { doubt: means === 'unknown' ? failure : tried.doubt, last: failure };
    if (means !== 'unknown' && !again) return failed(tried);
    if (again || !calls.look) pace.pause(secondsBeforeNext(failure, tries), failure);
  }
  if (tried.doubt === undefined || !calls.look) return failed(tried);
  const seen = await look(item, parts, true);
  return seen.is === 'as-before' ? failed({ ...tried, read: 'as-before' }) : settledBy(seen, tried);
}

/** The state of a list, or why it is not known. */
type Seen<Basis, F> = Standing<Basis> | { readonly is: 'unread' | 'stopped'; readonly failure: F | undefined };

async function look<Item, Basis, After, F extends Failure>(
  item: Item,
  { calls, pace }: Pick<ItemParts<Item, Basis, After, F>, 'calls' | 'pace'>,
  isUnderWay: boolean,
): Promise<Seen<Basis, F>> {
  const read = calls.look?.bind(calls);
  if (read === undefined || !(await pace.rest(isUnderWay))) return { is: 'stopped', failure: undefined };
  const answered = await withRetries(
    () => read(item),
    (thrown) => calls.failureOf(thrown),
    (seconds, because) => {
      pace.pause(seconds, because);
      return pace.rest(isUnderWay);
    },
  );
  if ('value' in answered) return answered.value;
  return { is: answered.isStopped ? 'stopped' : 'unread', failure: answered.failure };
}

function settledBy<Basis, After, F extends Failure>(
  seen: Exclude<Seen<Basis, F>, { readonly is: 'as-before' }>,
  tried: Tried<F>,
): Result<After, F> {
  switch (seen.is) {
    case 'as-wanted':
      return tried.doubt === undefined ? { state: 'already' } : { state: 'changed', after: undefined };
    case 'other':
      return { state: 'changed-meanwhile', failure: undefined };
    case 'unread':
    case 'stopped':
      return failed(
        tried.doubt === undefined ? { ...tried, last: seen.failure ?? tried.last } : { ...tried, read: seen.failure },
      );
  }
}

/** If an earlier try may have been carried out, the present list may be the one that it has set. */
async function refusedAsChanged<Item, Basis, After, F extends Failure>(
  item: Item,
  failure: F,
  tried: Tried<F>,
  parts: ItemParts<Item, Basis, After, F>,
): Promise<Result<After, F>> {
  const seen = tried.doubt !== undefined && parts.calls.look ? await look(item, parts, true) : undefined;
  return seen?.is === 'as-wanted' ? settledBy(seen, tried) : { state: 'changed-meanwhile', failure };
}

/** The refusal of a later try proves nothing about an earlier try, which may still be in progress. */
function failed<After, F extends Failure>({ doubt, last, read }: Tried<F>): Result<After, F> {
  if (doubt !== undefined) return { state: 'uncertain', doubt, last, read };
  return last === undefined ? { state: 'not-reached' } : { state: 'refused', failure: last };
}
