import { changeMany } from '../client/engine/change-many.js';
import type { Calls, Result, RunEnd } from '../client/engine/ports.js';
import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { type ButtonRules, sameButtons } from '../domain/buttons.js';
import { deviceId } from '../domain/device.js';
import { ServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { ReplaceButtons } from '../use-cases/replace-buttons.js';
import { type Failure, failureOf } from './failures.js';
import type { Pace } from './pace.js';
import type { PlanList } from './plan.js';
import type { ListRead } from './read-lists.js';

/** A list to set. It was read when the plan was proposed. */
export type ListToSet<Kind extends ButtonKind = ButtonKind> = PlanList<Kind> & {
  readonly read: NonNullable<PlanList<Kind>['read']>;
};

/** What setting the lists of a plan needs. */
export interface ApplyParts {
  readonly replaceButtons: ReplaceButtons;
  readonly observe: Observe;
  readonly pace: Pace;
  /** Whether the next list may be sent; called before each list. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Runs with its own context for each list, in the run of the plan. */
  readonly ask: <Sent>(work: (context: CallContext) => Promise<Sent>) => Promise<Sent>;
  /** Stores that a list is about to be sent, and its result. If one rejects, the application ends. */
  readonly intend: (list: ListToSet) => Promise<void>;
  readonly settle: (list: ListToSet, result: Pick<ListRead, 'state' | 'problem'>) => Promise<void>;
}

type ListResult = Result<undefined, Failure>;

/**
 * The failure for a list that an earlier instance may have set, because that instance ended before it got the answer.
 */
const cutOff: Failure = {
  ...{ means: 'unknown', again: false, afterSeconds: undefined },
  error: new ServiceError('outcome-unknown', {
    detail: 'The instance that was setting this list has ended before it was told what became of it.',
    effect: 'unknown',
  }),
};

/**
 * Sets the lists of a plan with the engine for many lists. Each list is set only if it is still as it was when the plan
 * was proposed. It is set like any other write, with the same order and locks.
 * @returns why it ended before its last list; undefined if each list has had its turn
 */
export async function applyLists(
  lists: readonly ListToSet[],
  parts: ApplyParts,
): Promise<RunEnd<ListResult> | undefined> {
  const { pace, mayGoOn } = parts;
  const { ended } = await changeMany(lists, {
    calls: callsOf(parts),
    pace: {
      rest: () => pace.rest(),
      turn: async () => (await pace.turn()) && mayGoOn(),
      pause: (seconds) => {
        pace.pause(seconds);
      },
    },
    journal: {
      intend: parts.intend,
      settle: (list, result) => parts.settle(list, told(result)),
    },
  });
  return ended;
}

function callsOf({ replaceButtons, ask, observe }: ApplyParts): Calls<ListToSet, 'as-proposed', undefined, Failure> {
  return {
    deviceOf: ({ device }) => deviceId(device),
    doubtOf: ({ state }) => (state === 'sending' || state === 'uncertain' ? cutOff : undefined),
    // The list is not read here, because the write itself checks it.
    basisOf: () => 'as-proposed',
    send: async (list) => ({ isNew: await ask((context) => setList(list, replaceButtons, context)), after: undefined }),
    failureOf: (thrown) => failureOf(thrown, observe),
  };
}

/**
 * Sets one list, if the device still has the list from before. It compares the lists and not their tags, because tags
 * may change with a release.
 * @returns whether anything was sent
 */
async function setList<Kind extends ButtonKind>(
  { device, kind, after, read: { uuid, before } }: ListToSet<Kind>,
  replaceButtons: ReplaceButtons,
  context: CallContext,
): Promise<boolean> {
  const rules: ButtonRules<EntryOf[Kind]> = rulesOf(kind);
  const revise = (present: readonly EntryOf[Kind][]): readonly EntryOf[Kind][] | undefined => {
    if (sameButtons(rules, present, after)) return present;
    return sameButtons(rules, present, before) ? after : undefined;
  };
  // Because of the condition, nothing is sent if nothing must change.
  const set = await replaceButtons.set(kind, device, { revise, condition: { tags: '*' }, uuid }, context);
  const isThere = set.before !== undefined && sameButtons(rules, set.before, set.entries);
  return !isThere;
}

/** @returns what is stored and shown of a result */
function told(result: ListResult): Pick<ListRead, 'state' | 'problem'> {
  switch (result.state) {
    case 'changed':
    case 'already':
      return { state: result.state, problem: undefined };
    case 'left':
    case 'not-reached':
      return { state: 'open', problem: undefined };
    case 'changed-meanwhile':
    case 'refused':
      return { state: result.state, problem: result.failure && problemOf(result.failure) };
    case 'uncertain':
      return { state: 'uncertain', problem: problemOf(result.last ?? result.doubt) };
  }
}

function problemOf({ error: { code, facts } }: Failure): ListRead['problem'] {
  return { code, detail: facts.detail };
}
