import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { type ButtonRules, sameButtons } from '../domain/buttons.js';
import { named } from '../domain/device.js';
import { endOf } from '../domain/list-states.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { CallManager } from '../use-cases/call-manager.js';
import type { ReplaceButtons } from '../use-cases/replace-buttons.js';
import type { ListFound } from '../use-cases/write-journal.js';
import type { ChangeList } from './change.js';
import { type Failure, failureOf } from './failures.js';
import { foundIn } from './difference.js';
import { problemOf } from './read-lists.js';
import type { Ended } from './store/change-store.js';
import { tookAnother } from './undo-change.js';

/** What setting the lists of a change needs. */
export interface SetParts {
  readonly replaceButtons: ReplaceButtons;
  readonly callManager: Pick<CallManager, 'buttons'>;
  readonly observe: Observe;
  /** Runs with its own context for each try; what it writes is this list of the change. */
  readonly ask: <Result>(list: ChangeList, work: (context: CallContext) => Promise<Result>) => Promise<Result>;
  /** Stores what a read showed about a list that an earlier try may have set. */
  readonly found: (list: ChangeList, found: ListFound) => Promise<void>;
}

/** What one try to set a list gave. If the failure says nothing about this list alone, the list may be tried again. */
export interface Tried {
  readonly ended: Ended;
  readonly failure: Failure | undefined;
}

/**
 * Sets one list of a change, if it is still as it was when it was read. A list that an earlier try may have set is read
 * first: nothing is sent twice. Never rejects.
 */
export async function setList(list: ChangeList, parts: SetParts): Promise<Tried> {
  const isInDoubt = list.state === 'sending' || list.state === 'uncertain';
  try {
    if (isInDoubt) {
      const found = await parts.ask(list, (context) => lookAt(list, parts, context));
      await parts.found(list, found);
      if (found !== 'before') return { ended: found === 'after' ? set : doubtful(list), failure: undefined };
    }
    const ended = await parts.ask(list, (context) => send(list, parts.replaceButtons, context));
    // If it is as asked for now, the earlier try has set it after it was read.
    return { ended: isInDoubt ? set : ended, failure: undefined };
  } catch (thrown) {
    const failure = failureOf(thrown, parts.observe);
    // That a list cannot be read or sent now proves nothing about an earlier try.
    if (isInDoubt && !failure.isUnknown) return { ended: doubtful(list), failure };
    const ended = endOf(failure.error);
    return { ended: { ...ended, problem: problemOf(list.device, failure.error) }, failure };
  }
}

const set: Ended = { state: 'changed', problem: undefined };
const already: Ended = { state: 'already', problem: undefined };

/** The end of a list that may have been set, and is neither as before nor as asked for. */
function doubtful({ device, problem }: ChangeList): Ended {
  const detail =
    `The answer to the write was lost, and ${named(device)} could not be read, or has another list now. ` +
    'It may have been set.';
  return { state: 'uncertain', problem: problem ?? { code: 'outcome-unknown', detail } };
}

/** @returns which list the device has now */
async function lookAt(list: ChangeList, { callManager }: SetParts, context: CallContext): Promise<ListFound> {
  const present = await callManager.buttons[list.kind].readForChange(list.device, context);
  return list.uuid !== null && present.uuid !== list.uuid ? 'other' : foundIn(list, present.entries);
}

/**
 * Sends a list, if the device still has the list from before. It compares the lists and not their tags, because tags may
 * change with a release.
 */
async function send<Kind extends ButtonKind>(
  { device, kind, before, after, uuid }: ChangeList<Kind>,
  replaceButtons: ReplaceButtons,
  context: CallContext,
): Promise<Ended> {
  const rules: ButtonRules<EntryOf[Kind]> = rulesOf(kind);
  const revise = (present: readonly EntryOf[Kind][]): readonly EntryOf[Kind][] | undefined => {
    if (after && sameButtons(rules, present, after)) return present;
    return before && after && sameButtons(rules, present, before) ? after : undefined;
  };
  // Because of the condition, nothing is sent if nothing must change.
  const edit = { revise, condition: { tags: '*' }, uuid: uuid ?? undefined } as const;
  const { changeId, uuid: took } = await replaceButtons.set(kind, device, edit, context);
  if (took !== (uuid ?? took)) return endOf(tookAnother({ device }, took, undefined));
  return changeId === undefined ? already : set;
}
