import { type Check, both, countsOf, has, isCount, isFlag, isText, listOf, oneOf, orNull } from './checks.js';
import { type ProblemCode, problemCodes } from './problems.js';
import { type PlanState, planStates, type ListState, listStates, type PlanAction, planActions } from './plan-table.js';
import { type DeviceKind, deviceKinds, type ButtonKind, buttonKinds } from './words.js';
import { type ChangeEntry, isChangeEntry } from './shapes.js';

/** Written by `npm run docs`, from the schemas in src/http/routes: data, and its checks. */

/** Changes of lists that someone proposed and someone else approves. */
export interface Plan {
  /** Later plans have higher numbers. */
  readonly id: string;
  /** Names all that the plan is to do. An approval is for one digest. */
  readonly digest: string;
  /**
   * `checking`: its lists are being read. `partly-applied`: it was stopped, or some lists could not be set; it can
   * go on while `may` has `apply`. `withdrawn`: rejected by its own proposer. `outdated`: when it was proposed, a
   * list was another one than it names, or its device was missing.
   */
  readonly state: PlanState;
  readonly title: string;
  readonly reason: string;
  /** Who proposed it. */
  readonly user: string;
  /** When it was proposed. RFC 3339. */
  readonly time: string;
  /** From then on it cannot be approved or applied. RFC 3339. */
  readonly expires: string;
  /** How many of its lists are in each state; a state without a list is left out. */
  readonly lists: Readonly<Partial<Record<ListState, number>>>;
  readonly approval: {
    readonly user: string;
    /** RFC 3339. */
    readonly time: string;
  } | null;
  /** Who rejected or withdrew it, and why. */
  readonly rejection: {
    readonly user: string;
    /** RFC 3339. */
    readonly time: string;
    readonly reason: string;
  } | null;
  /** Who applies it, and how far that is. */
  readonly application: {
    readonly user: string;
    /** RFC 3339. */
    readonly time: string;
    /** How many lists are sent in an hour at most; 0 is no limit. */
    readonly perHour: number;
    /** Whether it is to stop after the lists that are under way. */
    readonly stopping: boolean;
    /** Its run in the history. */
    readonly run: string | null;
    /** Null while it is under way. */
    readonly ended: string | null;
    /** Why it ended before its last list. */
    readonly why: string | null;
  } | null;
  /** What the user who asks may do with it now. */
  readonly may: readonly PlanAction[];
}
export const isPlan: Check<Plan> = has({
  id: isText,
  digest: isText,
  state: oneOf(planStates),
  title: isText,
  reason: isText,
  user: isText,
  time: isText,
  expires: isText,
  lists: countsOf(oneOf(listStates)),
  approval: orNull(has({ user: isText, time: isText })),
  rejection: orNull(has({ user: isText, time: isText, reason: isText })),
  application: orNull(
    has({
      user: isText,
      time: isText,
      perHour: isCount,
      stopping: isFlag,
      run: orNull(isText),
      ended: orNull(isText),
      why: orNull(isText),
    }),
  ),
  may: listOf(oneOf(planActions)),
});

/** A plan, with a page of its lists. */
export interface PlanWithLists extends Plan {
  readonly changes: readonly {
    readonly device: string;
    readonly deviceKind: DeviceKind;
    /** The device's key; null until the list was read. */
    readonly uuid: string | null;
    readonly list: ButtonKind;
    readonly ifMatch: string;
    /** The list when it was proposed; null until it was read. */
    readonly before: readonly ChangeEntry[] | null;
    /** The list to set. */
    readonly after: readonly ChangeEntry[];
    readonly difference: {
      readonly added: readonly ChangeEntry[];
      readonly removed: readonly ChangeEntry[];
      readonly changed: readonly { readonly before: ChangeEntry; readonly after: ChangeEntry }[];
    } | null;
    /**
     * `open`: it is to be set. `changed`: the plan has set it. `already`: it was as planned. `changed-meanwhile`:
     * someone else changed it; the plan leaves it alone. `refused`: it was not set. `uncertain`: it may be set.
     */
    readonly state: ListState;
    /** Why it is not as planned. */
    readonly problem: { readonly code: ProblemCode; readonly detail: string } | null;
    /** The newest change in the history that may have set the list since it was read; not by this plan. */
    readonly changedSince: string | null;
  }[];
}
export const isPlanWithLists: Check<PlanWithLists> = both(
  isPlan,
  has({
    changes: listOf(
      has({
        device: isText,
        deviceKind: oneOf(deviceKinds),
        uuid: orNull(isText),
        list: oneOf(buttonKinds),
        ifMatch: isText,
        before: orNull(listOf(isChangeEntry)),
        after: listOf(isChangeEntry),
        difference: orNull(
          has({
            added: listOf(isChangeEntry),
            removed: listOf(isChangeEntry),
            changed: listOf(has({ before: isChangeEntry, after: isChangeEntry })),
          }),
        ),
        state: oneOf(listStates),
        problem: orNull(has({ code: oneOf(problemCodes), detail: isText })),
        changedSince: orNull(isText),
      }),
    ),
  }),
);
