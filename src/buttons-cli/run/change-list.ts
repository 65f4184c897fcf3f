import { runLimits, secondsBeforeNext } from '../../client/index.js';
import { type Failure, failureOf } from '../connection/failures.js';
import { type Clock, givenUp, patiently } from '../connection/patience.js';
import type { Proxy, Replacement } from '../connection/proxy.js';
import { sameLists } from '../lists.js';
import type { PlannedList } from '../plan/plan.js';
import type { Interruption, Pace } from './pace.js';
import type { Settled } from './states.js';

export interface ChangeParts {
  readonly proxy: Proxy;
  /** By which the service's history knows the run; undefined where it keeps none. */
  readonly run: string | undefined;
  readonly pace: Pace;
  readonly interruption: Interruption;
  readonly clock: Clock;
}

/** What became of a list that was to be changed. */
export interface ListChange extends Settled {
  /** Why it was refused, where the service or the call manager said so. */
  readonly failure?: Failure | undefined;
  /** The run cannot go on. */
  readonly isLoginRefused?: boolean;
}

export interface ChangeStart {
  /** Whether an earlier try may have changed the list. */
  readonly inDoubt: boolean;
  /** Whether another list of the device was sent in this run. */
  readonly isUnderWay: boolean;
  /** Is called, and waited for, before the first write. */
  readonly intend: () => Promise<void>;
}

/**
 * Sets one list, only where it is as planned: again after failures that pass, and after a look at the list where it is
 * not known what a try has done.
 */
export async function changeList(list: PlannedList, parts: ChangeParts, start: ChangeStart): Promise<ListChange> {
  const { pace } = parts;
  let doubt = start.inDoubt ? 'the run was cut off before the answer came' : undefined;
  let last: Failure | undefined;
  for (let tries = 1; tries <= runLimits.mostTries; tries += 1) {
    const isUnderWay = start.isUnderWay || tries > 1;
    if (doubt !== undefined && (await pace.rest(isUnderWay))) {
      const settled = await lookAt(list, doubt, parts);
      if (settled) return settled;
      // What reading showed to be as before need not be sent where that would only fail again.
      if (last && !last.again) return { state: 'uncertain', detail: `${doubt}; read since, the list was as before` };
    }
    if (!(await pace.turn(isUnderWay))) return cutShort(doubt, last);
    if (tries === 1) await start.intend();
    const sent = await send(list, parts);
    // After a try that may have been carried out, what is there already is its doing.
    if (sent === 'already') return { state: doubt === undefined ? 'already-ok' : 'changed' };
    if (sent === 'changed') return { state: 'changed' };
    last = sent;
    if (last.means === 'changed') return { state: 'changed-meanwhile', detail: last.detail };
    if (last.means === 'login') return { ...failed(doubt, last), isLoginRefused: true };
    if (last.means === 'unknown') doubt = last.detail;
    else if (!last.again) return failed(doubt, last);
    if (last.again) pace.pause(secondsBeforeNext(last, tries), last.brief);
  }
  if (doubt !== undefined && (await pace.rest(true))) {
    const settled = await lookAt(list, doubt, parts);
    if (settled) return settled;
  }
  return failed(doubt, last);
}

async function send(list: PlannedList, { proxy, run, interruption }: ChangeParts): Promise<Replacement | Failure> {
  try {
    return await proxy.replaceList(list, list.after, list.etag, { run, signal: interruption.urgent });
  } catch (thrown) {
    return interruption.urgent.aborted ? givenUp : failureOf(thrown, proxy.url);
  }
}

/** @returns what became of a list that is in doubt; undefined where it is as before, so that it can be sent again */
async function lookAt(list: PlannedList, doubt: string, parts: ChangeParts): Promise<ListChange | undefined> {
  const { proxy, interruption, clock, pace } = parts;
  const signal = interruption.urgent;
  const onWait = (seconds: number, why: string): void => {
    pace.pause(seconds, why);
  };
  const answered = await patiently(() => proxy.readList(list, signal), { url: proxy.url, signal, clock, onWait });
  if ('failure' in answered) {
    const { detail, means } = answered.failure;
    const outcome = { state: 'uncertain', detail: `${doubt}; it could not be read: ${detail}` } as const;
    return means === 'login' ? { ...outcome, isLoginRefused: true } : outcome;
  }
  const { entries } = answered.value;
  if (sameLists(list.kind, entries, list.after)) return { state: 'changed' };
  if (sameLists(list.kind, entries, list.before)) return undefined;
  return { state: 'changed-meanwhile', detail: 'The list is neither as before nor as planned.' };
}

/** After an interruption, before the next try. */
function cutShort(doubt: string | undefined, last: Failure | undefined): ListChange {
  if (doubt !== undefined) return { state: 'uncertain', detail: doubt };
  return last === undefined ? { state: 'not-reached' } : { state: 'refused', detail: last.detail };
}

/** A refusal of a later try proves nothing of an earlier one that may still be under way. */
function failed(doubt: string | undefined, last: Failure | undefined): ListChange {
  if (doubt === undefined) return { state: 'refused', detail: last?.detail, failure: last };
  const isSame = last === undefined || last.detail === doubt;
  return { state: 'uncertain', detail: isSame ? doubt : `${doubt}; then: ${last.detail}` };
}
