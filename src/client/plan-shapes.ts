import { type Check, has, isCount, isFlag, isObject, isText, listOf, oneOf, orNull, type Shaped } from './checks.js';
import { listStates, planActions, planStates } from './plan-table.js';
import { buttonKinds, deviceKinds, isChangeEntry, isProblemCode } from './shapes.js';

/** The data of plans as it is sent: a table of checks for each type, from which the type follows. */

const deed = {
  user: isText,
  /** RFC 3339. */
  time: isText,
};

const plan = {
  /** Later plans have higher numbers. */
  id: isText,
  /** Identifies everything that the plan does; an approval is for one digest. */
  digest: isText,
  state: oneOf(planStates),
  title: isText,
  reason: isText,
  /** Who has proposed it. */
  user: isText,
  /** When it was proposed, RFC 3339. */
  time: isText,
  /** After this time it can be neither approved nor applied, RFC 3339. */
  expires: isText,
  /** The number of its lists by their states. A state without lists is left out. */
  lists: isListCounts,
  approval: orNull(has(deed)),
  /** Who has rejected or withdrawn it, and why. */
  rejection: orNull(has({ ...deed, reason: isText })),
  /** Who applies it, and what has happened so far. */
  application: orNull(
    has({
      ...deed,
      /** How many lists are sent in an hour; 0 is no limit. */
      perHour: isCount,
      /** Whether it will stop after the lists that are being sent now. */
      stopping: isFlag,
      /** Its run in the history. */
      run: orNull(isText),
      /** Null while it is running. */
      ended: orNull(isText),
      /** Why it ended before its last list. */
      why: orNull(isText),
    }),
  ),
  /** What the calling user may do with it now. */
  may: listOf(oneOf(planActions)),
};

/** Changes of lists that one user proposes and another user approves. */
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
      /** Why its state is not as planned. */
      problem: orNull(has({ code: isProblemCode, detail: isText })),
      /** The newest change in the history that may have set the list since and does not belong to this plan. */
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

/** @returns how many lists of a plan are in these states; in all states if none are given */
export function countLists(counts: Plan['lists'], states: readonly (typeof listStates)[number][] = listStates): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}
