import { type Check, has, isCount, isFlag, isObject, isText, listOf, oneOf, orNull, type Shaped } from './checks.js';
import { listStates, planActions, planStates } from './plan-table.js';
import { buttonKinds, deviceKinds, isChangeEntry, isProblemCode } from './shapes.js';

/** What comes over the wire of plans: a table of checks for each, from which its type follows. */

const deed = {
  user: isText,
  /** RFC 3339. */
  time: isText,
};

const plan = {
  /** Later plans have higher numbers. */
  id: isText,
  /** Names all that the plan is to do; an approval is for one digest. */
  digest: isText,
  state: oneOf(planStates),
  title: isText,
  reason: isText,
  /** Who has proposed it. */
  user: isText,
  /** When it was proposed, RFC 3339. */
  time: isText,
  /** From then on it can be neither approved nor applied, RFC 3339. */
  expires: isText,
  /** How many of its lists are in which state; a state without a list is left out. */
  lists: isListCounts,
  approval: orNull(has(deed)),
  /** Who has rejected or withdrawn it, and why. */
  rejection: orNull(has({ ...deed, reason: isText })),
  /** Who applies it, and how far that is. */
  application: orNull(
    has({
      ...deed,
      /** How many lists are sent in an hour at most; 0 is any number. */
      perHour: isCount,
      /** Whether it stops after the lists that are under way. */
      stopping: isFlag,
      /** Its run in the history. */
      run: orNull(isText),
      /** Null while it is under way. */
      ended: orNull(isText),
      /** Why it ended before its last list. */
      why: orNull(isText),
    }),
  ),
  /** What the user who asks may do with it now. */
  may: listOf(oneOf(planActions)),
};

/** Changes of lists that somebody has proposed, and somebody else approves. */
export interface Plan extends Shaped<typeof plan> {}
export const isPlan: Check<Plan> = has(plan);

const planWithLists = {
  ...plan,
  changes: listOf(
    has({
      device: isText,
      deviceKind: oneOf(deviceKinds),
      /** The device's key; null until the list was read. */
      uuid: orNull(isText),
      list: oneOf(buttonKinds),
      ifMatch: isText,
      /** The list when it was proposed; null until it was read. */
      before: orNull(listOf(isChangeEntry)),
      /** The list to set. */
      after: listOf(isChangeEntry),
      difference: orNull(
        has({
          added: listOf(isChangeEntry),
          removed: listOf(isChangeEntry),
          changed: listOf(has({ before: isChangeEntry, after: isChangeEntry })),
        }),
      ),
      state: oneOf(listStates),
      /** Why it is not as planned. */
      problem: orNull(has({ code: isProblemCode, detail: isText })),
      /** The newest change in the history that may have set it since, and is not of this plan. */
      changedSince: orNull(isText),
    }),
  ),
};

/** A plan, with a page of its lists. */
export interface PlanWithLists extends Shaped<typeof planWithLists> {}
export const isPlanWithLists: Check<PlanWithLists> = has(planWithLists);

type ListCounts = Readonly<Partial<Record<(typeof listStates)[number], number>>>;

function isListCounts(value: unknown): value is ListCounts {
  const states: readonly string[] = listStates;
  return isObject(value) && Object.entries(value).every(([state, count]) => states.includes(state) && isCount(count));
}
