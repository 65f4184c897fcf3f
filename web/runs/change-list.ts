import type { Calls, Failure, Result as EngineResult, Standing } from '../../src/client/engine/ports.js';
import { failureOf, type PhoneProxyError, type Replaced } from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import type { ListRead } from '../editing/draft.js';
import { type ChosenList, deviceIdOf, standingOf, withChanges } from './chosen.js';
import type { Lists } from './lists.js';
import type { Result } from './results.js';

/** A failed call, with its error. */
export interface FailedCall extends Failure {
  readonly error: PhoneProxyError;
}

/** @throws any error that is not a failed call, because it is a bug of this page */
export function failedCallOf(thrown: unknown): FailedCall {
  const error = failedCall(thrown);
  return { ...failureOf(error), error };
}

/**
 * The calls that change the selected buttons of a list. Before each try, the list is read. It is changed only if the
 * buttons are still as they were shown.
 */
export function listCalls(lists: Lists): Calls<ChosenList, ListRead, Replaced['afterUpdate'], FailedCall> {
  return {
    deviceOf: deviceIdOf,
    basisOf: () => undefined,
    look: (list) => look(list, lists),
    send: async (list, { entries, etag }) => ({
      isNew: true,
      after: await lists.replace(list, withChanges(entries, list.buttons), etag),
    }),
    failureOf: failedCallOf,
  };
}

async function look(list: ChosenList, lists: Lists): Promise<Standing<ListRead>> {
  const basis = await lists.read(list);
  const standing = standingOf(basis.entries, list.buttons);
  if (standing === 'as-seen') return { is: 'as-before', basis };
  return { is: standing === 'already' ? 'as-wanted' : 'other' };
}

/** @returns the result to show for a list that had its turn */
export function resultOf(result: EngineResult<Replaced['afterUpdate'], FailedCall>): Result {
  switch (result.state) {
    case 'changed':
      return { state: 'changed', afterUpdate: result.after };
    case 'refused':
      return { state: 'refused', error: result.failure.error };
    case 'uncertain':
      if (result.read === 'as-before') return { state: 'unchanged' };
      return { state: 'unknown', error: result.doubt.error };
    case 'left':
      return { state: 'already' };
    case 'already':
    case 'changed-meanwhile':
    case 'not-reached':
      return { state: result.state };
  }
}

/** Reads a list to find out whether it was changed. */
export async function readOutcome(list: ChosenList, lists: Lists): Promise<Result> {
  try {
    const { is } = await look(list, lists);
    if (is === 'as-wanted') return { state: 'changed', afterUpdate: undefined };
    return { state: is === 'as-before' ? 'unchanged' : 'changed-meanwhile' };
  } catch (thrown) {
    return { state: 'unknown', error: failedCall(thrown) };
  }
}
