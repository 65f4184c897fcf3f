import type { ListProblem, ListState, Plan, PlanList, PlanState, ProposedList, ReadList } from '../plan.js';

/** A plan that is about to be kept. */
export interface NewPlan {
  readonly title: string;
  readonly reason: string;
  readonly user: string;
  readonly digest: string;
  readonly state: Extract<PlanState, 'checking' | 'proposed' | 'outdated'>;
  /** After how many milliseconds it expires. */
  readonly expiresMs: number;
  readonly lists: readonly NewList[];
}

export interface NewList extends ProposedList {
  readonly read: (ReadList & { readonly since: string }) | undefined;
  readonly state: ListState;
  readonly problem: ListProblem | undefined;
}

/** What came of a proposal: the plan that was kept, or is the same; undefined where too many are open. */
export type Proposed = { readonly id: string; readonly isNew: boolean } | undefined;

/** Which plans are asked for; all that is given must hold. */
export interface PlanFilter {
  readonly state?: PlanState | undefined;
  readonly user?: string | undefined;
  /** Only plans that were proposed before the one with this id. */
  readonly before?: string | undefined;
}

export interface PlanPage {
  /** The newest first. */
  readonly plans: readonly Plan[];
  /** Where the next page begins, as `before` of its filter; undefined on the last page. */
  readonly next: string | undefined;
}

/** Some of the lists of a plan. */
export interface ListPage {
  /** In the order of the plan. */
  readonly lists: readonly PlanList[];
  /** Behind which place the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/** Who works at a plan: nobody else does while it holds it. Each time that a plan is taken has a name of its own. */
export interface Holder {
  readonly instance: string;
  readonly name: string;
}

/** How a plan stands that somebody holds: `lost` where it is held no longer. */
export type Held = 'held' | 'stopping' | 'lost';

/**
 * Where plans are kept. Every change of a state is one that names the state before: of two who do the same at once, one
 * does it. Every method rejects with HistoryUnavailable where the store cannot do it, or not in time.
 */
export interface PlanStore {
  /** @returns the id of the newest change in the history; `0` where there is none */
  newestChange(): Promise<string>;
  /** Keeps a plan, unless it is kept already or too many are open. */
  propose(plan: NewPlan): Promise<Proposed>;
  get(id: string): Promise<Plan | undefined>;
  /** @param limit how many at most */
  list(filter: PlanFilter, limit: number): Promise<PlanPage>;
  /**
   * @param after behind which place
   * @param limit how many at most
   * @returns a page of lists, of bounded bytes
   */
  lists(id: string, after: number, limit: number): Promise<ListPage>;

  /** @returns whether it was approved: it was proposed, has this digest, and has not expired */
  approve(id: string, digest: string, user: string): Promise<boolean>;
  /** Rejects or withdraws a plan that nobody has begun to apply. @returns whether it was */
  close(id: string, to: 'rejected' | 'withdrawn', user: string, reason: string): Promise<boolean>;
  /** @returns whether its application begins, or goes on */
  apply(id: string, user: string, perHour: number): Promise<boolean>;
  /** Asks for the end of an application. @returns whether one is under way */
  stop(id: string): Promise<boolean>;

  /** Takes a plan that is to be checked or applied, and that nobody holds. @returns its id */
  take(holder: Holder): Promise<string | undefined>;
  /** Holds it for some time more. */
  hold(id: string, holder: Holder): Promise<Held>;
  /** Gives it back as it is, for others to go on. */
  release(id: string, holder: Holder): Promise<void>;
  /** Keeps what was read of a list. @returns whether the plan is held still */
  keepRead(id: string, holder: Holder, list: Pick<NewList, 'read' | 'state' | 'problem'> & Placed): Promise<boolean>;
  /** Ends the check: the plan is proposed, or outdated where a list is not as it names it. */
  endCheck(id: string, holder: Holder): Promise<void>;
  /** Keeps which run its application is. @returns whether the plan is held still */
  keepRun(id: string, holder: Holder, run: string): Promise<boolean>;
  /** Keeps that a list is about to be sent. @returns whether the plan is held still */
  intend(id: string, holder: Holder, place: number): Promise<boolean>;
  /** Keeps what became of a list. @returns whether the plan is held still */
  settle(id: string, holder: Holder, list: Pick<NewList, 'state' | 'problem'> & Placed): Promise<boolean>;
  /** Ends the application. @param why undefined after the last list */
  finish(id: string, holder: Holder, why: string | undefined): Promise<void>;
  /** Deletes the oldest plans that are over, where there are more than are kept. @returns how many, some at a time */
  deleteClosed(kept: ClosedKept): Promise<number>;
}

/** How much is kept of plans that are over. */
export interface ClosedKept {
  readonly plans: number;
  readonly bytes: number;
}

interface Placed {
  readonly place: number;
}
