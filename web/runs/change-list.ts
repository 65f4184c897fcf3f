import { failureOf, runLimits, secondsBeforeNext } from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import { type ChosenList, standingOf, withChanges } from './chosen.js';
import type { Lists } from './lists.js';
import type { Pace } from './pace.js';
import type { Result } from './results.js';

/**
 * Changes the chosen buttons of one list, only where they still are as they were seen: again after failures that pass,
 * each time on what is read anew.
 */
export async function changeList(list: ChosenList, lists: Lists, pace: Pace): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const result = await changeOnce(list, lists, pace);
    if (result.state !== 'refused') return result;
    const failure = result.error && failureOf(result.error);
    if (!failure?.again || tries === runLimits.mostTries) return result;
    pace.pause(secondsBeforeNext(failure, tries));
    if (!(await pace.rest())) return result;
  }
}

async function changeOnce(list: ChosenList, lists: Lists, pace: Pace): Promise<Result> {
  let isWritten = false;
  try {
    const { entries, etag } = await lists.read(list);
    const standing = standingOf(entries, list.buttons);
    if (standing !== 'as-seen') return { state: standing };
    // Whoever has stopped the run, or signed out, while the list was read sends nothing more.
    if (!(await pace.rest())) return { state: 'not-reached' };
    isWritten = true;
    const afterUpdate = await lists.replace(list, withChanges(entries, list.buttons), etag);
    return { state: 'changed', afterUpdate };
  } catch (thrown) {
    const error = failedCall(thrown);
    const { means } = failureOf(error);
    if (means === 'changed') return { state: 'changed-meanwhile' };
    return { state: isWritten && means === 'unknown' ? 'unknown' : 'refused', error };
  }
}

/** Reads a list of which it is not known whether it was changed. */
export async function readOutcome(list: ChosenList, lists: Lists): Promise<Result> {
  try {
    const { entries } = await lists.read(list);
    const standing = standingOf(entries, list.buttons);
    if (standing === 'already') return { state: 'changed', afterUpdate: undefined };
    return { state: standing === 'as-seen' ? 'unchanged' : standing };
  } catch (thrown) {
    return { state: 'unknown', error: failedCall(thrown) };
  }
}
