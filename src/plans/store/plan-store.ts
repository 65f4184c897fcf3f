import type {
  ListProblem,
  ListState,
  Plan,
  PlanList,
  PlanState,
  ProposedList,
  ReadList,
  StateOfWork,
} from '../plan.js';
import type { PlanFilter } from './plan-filter.js';

/** A plan before it is stored. */
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

/** The result of a proposal: the new plan, or an existing one that is the same; undefined if too many are open. */
export type Proposed = { readonly id: string; readonly isNew: boolean } | undefined;

export interface PlanPage {
  /** Newest first. */
  readonly plans: readonly Plan[];
  /** The start of the next page, as `before` of its filter; undefined on the last page. */
  readonly next: string | undefined;
}

/** A page of a plan's lists. */
export interface ListPage {
  /** In the order of the plan. */
  readonly lists: readonly PlanList[];
  /** The place after which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/**
 * The worker that holds a plan, so that no one else works on it. Each time a plan is taken, the holder gets a new name.
 */
export interface Holder {
  readonly instance: string;
  readonly name: string;
}

/** The state of a held plan: `lost` if the claim has expired. */
export type Held = 'held' | 'stopping' | 'lost';

/**
 * Where plans are stored. Each change of a state is made only if the plan is still in the expected state. So if two
 * callers do the same at the same time, only one succeeds. Every method rejects with StoreUnavailable if the store
 * cannot do it, or not in time.
 */
export interface PlanStore {
  /** Stores a plan, unless it is stored already or too many are open, in all or of its user. */
  propose(plan: NewPlan): Promise<Proposed>;
  /** @returns whether a text is or was the id of a plan */
  hasGiven(id: string): Promise<boolean>;
  get(id: string): Promise<Plan | undefined>;
  /** @param limit how many at most */
  list(filter: PlanFilter, limit: number): Promise<PlanPage>;
  /**
   * @param after the place after which to begin
   * @param limit how many at most
   * @returns a page of lists, with limited bytes
   */
  lists(id: string, after: number, limit: number): Promise<ListPage>;

  /** @returns whether the plan is approved now. Before, it must be proposed, have this digest, and not be expired */
  approve(id: string, digest: string, user: string): Promise<boolean>;
  /** Rejects or withdraws a plan that no one has begun to apply. @returns whether that was possible */
  close(id: string, to: 'rejected' | 'withdrawn', user: string, reason: string): Promise<boolean>;
  /** @returns whether its application begins, or continues */
  apply(id: string, user: string, perHour: number): Promise<boolean>;
  /** Requests the end of an application. @returns whether one is running */
  stop(id: string): Promise<boolean>;

  /**
   * Takes a plan in one of these states that no one holds. Plans that were released come after all others, so that one
   * that always fails keeps none from its turn.
   * @returns its id
   */
  take(holder: Holder, states?: readonly StateOfWork[]): Promise<string | undefined>;
  /** Extends the claim on the plan. */
  hold(id: string, holder: Holder): Promise<Held>;
  /** Releases the plan in its present state, so that others can continue. */
  release(id: string, holder: Holder): Promise<void>;
  /** Stores what was read of a list. @returns whether the plan is still held */
  keepRead(id: string, holder: Holder, list: Pick<NewList, 'read' | 'state' | 'problem'> & Placed): Promise<boolean>;
  /**
   * Ends the check: the plan is `proposed`, or `outdated` if a list differs from the one that it names.
   * @returns whether every list was read
   */
  endCheck(id: string, holder: Holder): Promise<boolean>;
  /** Stores the run of its application. @returns whether the plan is still held */
  keepRun(id: string, holder: Holder, run: string): Promise<boolean>;
  /** Stores that a list is about to be sent. @returns whether the plan is still held */
  intend(id: string, holder: Holder, place: number): Promise<boolean>;
  /** Stores the result of a list. @returns whether the plan is still held */
  settle(id: string, holder: Holder, list: Pick<NewList, 'state' | 'problem'> & Placed): Promise<boolean>;
  /** Ends the application. @param why undefined after the last list */
  finish(id: string, holder: Holder, why: string | undefined): Promise<void>;
  /**
   * Deletes closed plans beyond the limit, some at a time: the oldest of the users who have the most, so that no user
   * can push out the plans of another. @returns how many
   */
  deleteClosed(kept: ClosedKept): Promise<number>;
}

/** How many closed plans are kept. */
export interface ClosedKept {
  readonly plans: number;
  readonly bytes: number;
}

interface Placed {
  readonly place: number;
}
