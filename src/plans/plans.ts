import { errorCatalogue } from '../domain/error-catalogue.js';
import { isServiceError, RequestRefused, ServiceError } from '../domain/errors.js';
import { refuseWithout } from '../domain/rights.js';
import type { History } from '../history/history.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { CallManager } from '../use-cases/call-manager.js';
import type { Observe } from '../observability/observations.js';
import { digestOf } from './digest.js';
import {
  type Actor,
  type Approval,
  mostReadAtOnce,
  type Plan,
  type PlanAction,
  type ProposedList,
  refusalOf,
  transitions,
} from './plan.js';
import { type ListRead, readList } from './read-lists.js';
import type { PlanFilter } from './store/plan-filter.js';
import type { ListPage, PlanPage, PlanStore } from './store/plan-store.js';

/** A plan as its proposer gives it. */
export interface Proposal {
  readonly title: string;
  readonly reason: string;
  readonly lists: readonly ProposedList[];
}

export interface PlansOptions {
  readonly history: History;
  readonly store: PlanStore;
  readonly callManager: Pick<CallManager, 'buttons'>;
  readonly observe: Observe;
  readonly approval: Approval;
  /** After how many milliseconds a plan expires. */
  readonly expireMs: number;
  /** Called when there is something to check, to apply or to delete. */
  readonly onWork: () => void;
}

/** How many lists of a plan are read at the same time. */
const readAtOnce = 2;

/** Plans that someone else approves: the actions of callers. Every failure is a ServiceError. */
export class Plans {
  readonly #options: PlansOptions;

  constructor(options: PlansOptions) {
    this.#options = options;
  }

  get approval(): Approval {
    return this.#options.approval;
  }

  /**
   * Stores a plan. Nothing is written to the call manager. If it has only a few lists, they are read first.
   * @throws ServiceError `plan-not-settable`, `too-many-plans`, `history-unavailable`, or why a list cannot be read
   */
  async propose({ title, reason, lists }: Proposal, context: CallContext): Promise<Plan> {
    const { expireMs, onWork } = this.#options;
    const read = lists.length <= mostReadAtOnce ? await this.#readAll(lists, context) : undefined;
    if (read) refuseMissing(read);
    const isOutdated = read?.some(({ state }) => state !== 'open') === true;
    const plan = {
      ...{ title, reason, user: context.user, digest: digestOf({ title, reason, lists }), expiresMs: expireMs },
      state: read ? (isOutdated ? 'outdated' : 'proposed') : 'checking',
      lists: lists.map((list, at) => ({ ...list, ...(read?.[at] ?? unread) })),
    } as const;
    const proposed = await toldAsUnknown(
      this.#ask(context, async (plans) => {
        const kept = await plans.propose(plan);
        return kept && plans.get(kept.id);
      }),
      'Propose the same plan again: within an hour it is stored only once.',
    );
    if (!proposed) {
      const { detail } = errorCatalogue['too-many-plans'].example;
      throw new RequestRefused('too-many-plans', { detail });
    }
    onWork();
    return proposed;
  }

  /** @throws ServiceError `plan-not-found` */
  async get(id: string, context: CallContext): Promise<Plan> {
    const plan = await this.#ask(context, (plans) => plans.get(id));
    if (plan) return plan;
    throw notFound();
  }

  /** @returns undefined if `before` is higher than every id so far */
  list(filter: PlanFilter, limit: number, context: CallContext): Promise<PlanPage | undefined> {
    const { history, store } = this.#options;
    const { before } = filter;
    return history.asked.search(context, async () => {
      if (before !== undefined && !(await store.hasGiven(before))) return undefined;
      return store.list(filter, limit);
    });
  }

  /** @param after the place after which to begin */
  lists(id: string, after: number, limit: number, context: CallContext): Promise<ListPage> {
    return this.#ask(context, (plans) => plans.lists(id, after, limit));
  }

  /**
   * Approves exactly the plan with this digest. Approving it again does no harm.
   * @throws ServiceError `own-plan`, `other-digest`, `plan-state`
   */
  async approve(id: string, digest: string, actor: Actor, context: CallContext): Promise<Plan> {
    const plan = await this.#allowed(id, 'approve', actor, context);
    if (plan.digest !== digest) throw otherDigest();
    if (plan.state === 'approved' && plan.approval?.user === actor.user) return plan;
    return this.#move(plan, 'approve', context, (plans) => plans.approve(id, digest, actor.user));
  }

  /** Rejects a plan of someone else, or withdraws the user's own. @throws ServiceError `plan-state` */
  async reject(id: string, reason: string, actor: Actor, context: CallContext): Promise<Plan> {
    const isOwn = (await this.get(id, context)).user === actor.user;
    const [action, to] = isOwn ? (['withdraw', 'withdrawn'] as const) : (['reject', 'rejected'] as const);
    const plan = await this.#allowed(id, action, actor, context);
    return this.#move(plan, action, context, (plans) => plans.close(id, to, actor.user, reason));
  }

  /** Begins to apply a plan, or continues. @throws ServiceError `plan-state` */
  async apply(id: string, perHour: number, actor: Actor, context: CallContext): Promise<Plan> {
    const plan = await this.#allowed(id, 'apply', actor, context);
    const applied = await this.#move(plan, 'apply', context, (plans) => plans.apply(id, actor.user, perHour));
    this.#options.onWork();
    return applied;
  }

  /** Ends an application after the lists that are being sent. @throws ServiceError `plan-state` */
  async stop(id: string, actor: Actor, context: CallContext): Promise<Plan> {
    const plan = await this.#allowed(id, 'stop', actor, context);
    const stopped = await this.#move(plan, 'stop', context, (plans) => plans.stop(id));
    this.#options.onWork();
    return stopped;
  }

  /** @returns the plan, if it is in the right state and the user may do this with it */
  async #allowed(id: string, action: PlanAction, actor: Actor, context: CallContext): Promise<Plan> {
    const plan = await this.get(id, context);
    const refusal = refusalOf(action, plan, actor, this.approval);
    if (refusal === 'right') refuseWithout(transitions[action].needs, actor.right, `${action} this plan`);
    if (refusal !== undefined) throw new RequestRefused('own-plan', errorCatalogue['own-plan'].example);
    return plan;
  }

  /** The store checks the state, because someone else may have been faster. */
  async #move(
    { id }: Plan,
    action: PlanAction,
    context: CallContext,
    move: (plans: PlanStore) => Promise<boolean>,
  ): Promise<Plan> {
    const [isDone, plan] = await toldAsUnknown(
      this.#ask(context, async (plans) => [await move(plans), await plans.get(id)] as const),
      `Read the plan before you ${action} it again.`,
    );
    if (!plan) throw notFound();
    if (isDone) return plan;
    const from = transitions[action].from.join(' or ');
    const detail = `The plan is ${plan.state}. To ${action} a plan is possible while it is ${from}${unless[action] ?? ''}.`;
    throw new RequestRefused('plan-state', { detail });
  }

  #ask<Result>(context: CallContext, ask: (plans: PlanStore) => Promise<Result>): Promise<Result> {
    const { history, store } = this.#options;
    return history.asked.ask('plan', context, () => ask(store));
  }

  async #readAll(lists: readonly ProposedList[], context: CallContext): Promise<readonly ListRead[]> {
    const { callManager, observe, history } = this.#options;
    const newestChange = (): Promise<string> => history.newestChange(context);
    const parts = {
      callManager,
      observe,
      newestChange,
      ask: <R>(work: (own: CallContext) => Promise<R>) => work(context),
    };
    const read: ListRead[] = [];
    const waiting = lists.entries();
    const worker = async (): Promise<void> => {
      for (const [at, list] of waiting) read[at] = await readList(list, parts);
    };
    await Promise.all(Array.from({ length: readAtOnce }, worker));
    return read;
  }
}

/** The other conditions of an action, as the end of a sentence. */
const unless: Readonly<Partial<Record<PlanAction, string>>> = {
  apply: ', has not expired, and has lists left to be set',
};

const unread: ListRead = { read: undefined, state: 'unread', problem: undefined };

/** @throws ServiceError `plan-not-settable` */
function refuseMissing(read: readonly ListRead[]): void {
  const fields = read.flatMap(({ state, problem }, at) =>
    state === 'refused' && problem ? [{ field: `body.changes[${at}].device`, detail: problem.detail }] : [],
  );
  if (fields.length === 0) return;
  const detail = fields.map((one) => `${one.field}: ${one.detail}`).join(' ');
  throw new RequestRefused('plan-not-settable', { detail, fields });
}

/**
 * @param whatNow what the caller can do after a failure of the store
 * @throws ServiceError `history-unavailable` that says so if the store may have changed the plan without an answer
 */
async function toldAsUnknown<Result>(changing: Promise<Result>, whatNow: string): Promise<Result> {
  return changing.catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'history-unavailable')) throw thrown;
    const detail = `The history of changes did not answer. It is not known whether it has done this. ${whatNow}`;
    throw new ServiceError('history-unavailable', { ...thrown.facts, detail, effect: 'unknown' });
  });
}

function notFound(): RequestRefused {
  return new RequestRefused('plan-not-found', { detail: 'There is no plan of this id.' });
}

function otherDigest(): RequestRefused {
  return new RequestRefused('other-digest', errorCatalogue['other-digest'].example);
}
