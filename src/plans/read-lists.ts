import { withRetries } from '../client/engine/retries.js';
import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import { isServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { ButtonsOfDevices, CallManager } from '../use-cases/call-manager.js';
import { listTag } from '../use-cases/replace-buttons.js';
import { failureOf } from './failures.js';
import type { Pace } from './pace.js';
import type { ProposedList } from './plan.js';
import type { NewList } from './store/plan-store.js';

/** What was read of a list that a plan is to set. */
export type ListRead = Pick<NewList, 'read' | 'state' | 'problem'>;

/** What reads the lists of plans. */
export interface ReadParts {
  readonly callManager: Pick<CallManager, 'buttons'>;
  readonly observe: Observe;
  /** Asks with a context of its own for each list. */
  readonly ask: <Result>(work: (context: CallContext) => Promise<Result>) => Promise<Result>;
  /** The newest change in the history. */
  readonly newestChange: () => Promise<string>;
}

/**
 * Reads a list from the publisher, and holds it against what the plan names.
 * @throws ServiceError where that is not known; a device that is not there is told of the list
 */
export async function readList<Kind extends ButtonKind>(
  { device, kind, ifMatch, after }: ProposedList<Kind>,
  { callManager, ask, newestChange }: ReadParts,
): Promise<ListRead> {
  const buttons: ButtonsOfDevices<EntryOf[Kind]> = callManager.buttons[kind];
  // Before it is read, so that no change falls in between.
  const since = await newestChange();
  try {
    const { uuid, entries } = await ask((context) => buttons.readForChange(device, context));
    const read = { uuid, before: entries, since };
    if (listTag(kind, entries) === ifMatch || sameButtons(rulesOf(kind), entries, after)) {
      return { read, state: 'open', problem: undefined };
    }
    const detail = `The ${rulesOf(kind).plural} are others than those that ifMatch names.`;
    return { read, state: 'changed-meanwhile', problem: { code: 'changed-meanwhile', detail } };
  } catch (thrown) {
    if (!isServiceError(thrown, 'phone-not-found', 'profile-not-found')) throw thrown;
    const problem = { code: thrown.code, detail: thrown.facts.detail };
    return { read: undefined, state: 'refused', problem };
  }
}

/**
 * The same, again after failures that pass.
 * @returns undefined where it could not be read, or is to be read no more
 */
export async function readListAgain(list: ProposedList, parts: ReadParts, pace: Pace): Promise<ListRead | undefined> {
  const answered = await withRetries(
    () => readList(list, parts),
    (thrown) => failureOf(thrown, parts.observe),
    (seconds) => {
      pace.pause(seconds);
      return pace.rest();
    },
  );
  return 'value' in answered ? answered.value : undefined;
}
