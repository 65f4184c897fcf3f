import { withRetries } from '../client/engine/retries.js';
import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import { isServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { ButtonsOfDevices, CallManager } from '../use-cases/call-manager.js';
import { listTag } from '../domain/list-tag.js';
import { failureOf } from './failures.js';
import type { Pace } from './pace.js';
import type { ProposedList } from './plan.js';
import type { NewList } from './store/plan-store.js';

/** The result of reading a list that a plan sets. */
export type ListRead = Pick<NewList, 'read' | 'state' | 'problem'>;

/** What reading the lists of plans needs. */
export interface ReadParts {
  readonly callManager: Pick<CallManager, 'buttons'>;
  readonly observe: Observe;
  /** Runs with its own context for each list. */
  readonly ask: <Result>(work: (context: CallContext) => Promise<Result>) => Promise<Result>;
  /** The newest change in the history. */
  readonly newestChange: () => Promise<string>;
}

/**
 * Reads a list from the publisher, and compares it with the plan.
 * @throws ServiceError if the list cannot be read; a missing device is a result, not an error
 */
export async function readList<Kind extends ButtonKind>(
  { device, kind, ifMatch, after }: ProposedList<Kind>,
  { callManager, ask, newestChange }: ReadParts,
): Promise<ListRead> {
  const buttons: ButtonsOfDevices<EntryOf[Kind]> = callManager.buttons[kind];
  // Ask for the newest change before the list is read, so that no change in between is missed.
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
 * Reads a list, and retries after temporary failures.
 * @returns undefined if it could not be read, or the work has ended
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
