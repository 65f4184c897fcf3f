import { type Failure, failureOf } from '../connection/failures.js';
import { mostTries, patiently, secondsBefore } from '../connection/patience.js';
import type { Proxy } from '../connection/proxy.js';
import { sameLists } from '../lists.js';
import type { PlannedList } from '../plan/plan.js';
import type { Waiting } from '../waiting.js';
import type { Interruption } from './interruption.js';
import type { Pace } from './pace.js';
import type { Outcome } from './states.js';

export interface ChangeParts {
  readonly proxy: Proxy;
  readonly pace: Pace;
  readonly interruption: Interruption;
  readonly waiting: Waiting;
}

/** What became of a list; `isLoginRefused` where the run cannot go on. */
export interface ChangeOutcome extends Outcome {
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
export async function changeList(list: PlannedList, parts: ChangeParts, start: ChangeStart): Promise<ChangeOutcome> {
  const { pace } = parts;
  let doubt = start.inDoubt ? 'the run was cut off before the answer came' : undefined;
  let last: Failure | undefined;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const isUnderWay = start.isUnderWay || tries > 1;
    if (doubt !== undefined && (await pace.rest(isUnderWay))) {
      const settled = await lookAt(list, doubt, parts);
      if (settled) return settled;
    }
    if (!(await pace.turn(isUnderWay))) return cutShort(doubt, last);
    if (tries === 1) await start.intend();
    last = await send(list, parts);
    if (last === undefined) return { state: 'changed' };
    if (last.means === 'changed') return { state: 'changed-meanwhile', detail: last.detail };
    if (last.means === 'unknown') doubt = last.detail;
    if (last.means === 'login') return { ...failed(doubt, last), isLoginRefused: true };
    if (!last.again) return failed(doubt, last);
    pace.pause(secondsBefore(last, tries));
  }
  if (doubt !== undefined && (await pace.rest(true))) {
    const settled = await lookAt(list, doubt, parts);
    if (settled) return settled;
  }
  return failed(doubt, last);
}

async function send(list: PlannedList, { proxy, interruption }: ChangeParts): Promise<Failure | undefined> {
  try {
    await proxy.replaceList(list, list.after, list.etag, interruption.urgent);
    return undefined;
  } catch (thrown) {
    if (!interruption.urgent.aborted) return failureOf(thrown);
    return { means: 'unknown', again: false, afterSeconds: undefined, code: undefined, detail: 'interrupted' };
  }
}

/** @returns what became of a list that is in doubt; undefined where it is as before, so that it can be sent again */
async function lookAt(list: PlannedList, doubt: string, parts: ChangeParts): Promise<ChangeOutcome | undefined> {
  const { proxy, interruption, waiting } = parts;
  const answered = await patiently(() => proxy.readList(list, interruption.urgent), interruption.urgent, waiting);
  if ('failure' in answered) {
    const { detail, means } = answered.failure;
    const outcome = { state: 'uncertain', detail: `${doubt}; it could not be read: ${detail}` } as const;
    return means === 'login' ? { ...outcome, isLoginRefused: true } : outcome;
  }
  const { entries } = answered.value;
  if (sameLists(entries, list.after)) return { state: 'changed' };
  if (sameLists(entries, list.before)) return undefined;
  return { state: 'changed-meanwhile', detail: 'The list is neither as before nor as planned.' };
}

/** After an interruption, before the next try. */
function cutShort(doubt: string | undefined, last: Failure | undefined): Outcome {
  if (doubt !== undefined) return { state: 'uncertain', detail: doubt };
  return last === undefined ? { state: 'not-reached' } : { state: 'refused', detail: last.detail };
}

/** A refusal of a later try proves nothing of an earlier one that may still be under way. */
function failed(doubt: string | undefined, last: Failure | undefined): Outcome {
  if (doubt === undefined) return { state: 'refused', detail: last?.detail };
  const isSame = last === undefined || last.detail === doubt;
  return { state: 'uncertain', detail: isSame ? doubt : `${doubt}; then: ${last.detail}` };
}
