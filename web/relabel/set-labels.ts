import { PhoneProxyError } from '../../src/client/index.js';
import { isCode, isOutcomeUnknown, isPassing, retryAfterSeconds } from '../calls/failures.js';
import { type ChosenList, standingOf, withLabel } from './chosen.js';
import type { Lists } from './lists.js';
import type { Pace } from './pace.js';
import type { Result } from './results.js';

/** How often one list is tried at most. */
const mostTries = 4;

/**
 * Gives the chosen buttons of one list their new label, only where they still are as they were seen: again after
 * failures that pass, each time on what is read anew.
 */
export async function setLabels(list: ChosenList, label: string, lists: Lists, pace: Pace): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const result = await setOnce(list, label, lists, pace);
    if (result.state !== 'refused' || !isPassing(result.error) || tries === mostTries) return result;
    pace.pause(retryAfterSeconds(result.error) ?? 2 ** (tries - 1));
    if (!(await pace.rest())) return result;
  }
}

async function setOnce(list: ChosenList, label: string, lists: Lists, pace: Pace): Promise<Result> {
  let isWritten = false;
  try {
    const { entries, etag } = await lists.read(list);
    const standing = standingOf(entries, list.buttons, label);
    if (standing !== 'as-seen') return { state: standing };
    // Whoever has stopped the run, or signed out, while the list was read sends nothing more.
    if (!(await pace.rest())) return { state: 'not-reached' };
    isWritten = true;
    const afterUpdate = await lists.replace(list, withLabel(entries, list.buttons, label), etag);
    return { state: 'changed', afterUpdate };
  } catch (error) {
    if (!(error instanceof PhoneProxyError)) throw error;
    if (isCode(error, 'changed-meanwhile')) return { state: 'changed-meanwhile' };
    return { state: isWritten && isOutcomeUnknown(error) ? 'unknown' : 'refused', error };
  }
}

/** Reads a list of which it is not known whether it was set. */
export async function readOutcome(list: ChosenList, label: string, lists: Lists): Promise<Result> {
  try {
    const { entries } = await lists.read(list);
    const standing = standingOf(entries, list.buttons, label);
    if (standing === 'already') return { state: 'changed', afterUpdate: undefined };
    return { state: standing === 'as-seen' ? 'unchanged' : standing };
  } catch (error) {
    if (!(error instanceof PhoneProxyError)) throw error;
    return { state: 'unknown', error };
  }
}
