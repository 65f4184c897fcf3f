import { randomUUID } from 'node:crypto';
import { runLimits } from '../client/engine/retries.js';
import { isServiceError } from '../domain/errors.js';
import type { History } from '../history/history.js';
import { type Observe, unexpected } from '../observability/observations.js';
import { type CallContext, type CallOptions, openCall } from '../use-cases/call-context.js';
import type { CallManager } from '../use-cases/call-manager.js';
import type { ReplaceButtons } from '../use-cases/replace-buttons.js';
import { applyLists, type ListToSet } from './apply-plan.js';
import { Pace } from './pace.js';
import { listsToSet, type Plan, planBounds, type PlanList, type StateOfWork, statesOfWork } from './plan.js';
import { readListAgain } from './read-lists.js';
import type { Holder, PlanStore } from './store/plan-store.js';

export interface PlanWorkOptions {
  readonly history: History;
  readonly store: PlanStore;
  readonly callManager: Pick<CallManager, 'buttons'>;
  readonly replaceButtons: ReplaceButtons;
  readonly observe: Observe;
  /** Whether a user may change buttons now. */
  readonly mayWrite: (user: string) => boolean;
  /** How long one list may take, in milliseconds. */
  readonly listMs: number;
  /** Ends lists that are being sent, when the service stops and its grace period is over. */
  readonly graceOver: AbortSignal;
}

/** How often the service looks for work that no instance is doing, in milliseconds. */
const lookMs = 5_000;
/** How often a running plan's claim is extended, in milliseconds: several times before it would expire. */
const holdMs = 5_000;
/**
 * How many plans one instance works on at the same time. An application may last for days, by its pace: no check waits
 * for it.
 */
const mostAtOnce: Readonly<Record<StateOfWork, number>> = { checking: 2, applying: 16 };
/** How many lists are read from the store at once. */
const listsAtOnce = 100;

/** Why the work on a plan ends before the end of its lists. */
type End = 'stopped' | 'lost' | 'right' | 'closing';

/** One plan that is worked on. */
interface Held {
  readonly plan: Plan;
  readonly holder: Holder;
  readonly end: AbortController;
  /** Why it ends; the first reason counts. */
  because: End | undefined;
}

/**
 * Checks and applies plans after their callers have been answered. Any instance that finds a plan without a worker
 * continues where the previous one ended.
 */
export class PlanWork {
  readonly #options: PlanWorkOptions;
  readonly #instance = randomUUID();
  readonly #running = new Map<Promise<void>, Held>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isAskedAgain = false;
  #mayHaveClosed = true;
  #isClosing = false;

  constructor(options: PlanWorkOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#lookAgain();
    }, lookMs).unref();
    this.wake();
  }

  /** Looks for work now, because plans have come or have ended. */
  wake(): void {
    this.#mayHaveClosed = true;
    this.#lookAgain();
  }

  #lookAgain(): void {
    for (const held of this.#running.values()) void this.#hold(held);
    this.#isAskedAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Begins no more lists. Another instance, or this one after its next start, does the rest. */
  stop(): void {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const held of this.#running.values()) end(held, 'closing');
  }

  /** Waits for the lists that are being sent. */
  async close(): Promise<void> {
    this.stop();
    await this.#looking;
    await Promise.all(this.#running.keys());
  }

  async #look(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        while (!this.#isClosing && (await this.#takeOne()));
        // Every proposal leads here, so closed plans never become many more.
        if (!this.#mayHaveClosed) continue;
        this.#mayHaveClosed = (await this.#ask((plans) => plans.deleteClosed(planBounds.closed))) > 0;
      }
    } catch (thrown) {
      // If the store cannot be reached, this is retried later. Metrics and log show the failure.
      if (!isServiceError(thrown)) this.#options.observe(unexpected(thrown));
    }
  }

  /** @returns whether there was a plan */
  async #takeOne(): Promise<boolean> {
    const states = statesOfWork.filter((state) => this.#countOf(state) < mostAtOnce[state]);
    if (states.length === 0) return false;
    const holder = { instance: this.#instance, name: randomUUID() };
    const id = await this.#ask((plans) => plans.take(holder, states));
    if (id === undefined) return false;
    const plan = await this.#ask((plans) => plans.get(id));
    if (!plan) return false;
    // It may have been withdrawn in the meantime.
    if (plan.state !== 'checking' && plan.state !== 'applying') return true;
    const held: Held = { plan, holder, end: new AbortController(), because: undefined };
    // The service may have begun to stop in the meantime.
    if (this.#isClosing) end(held, 'closing');
    const work = this.#workAt(held).then((isOver) => {
      this.#running.delete(work);
      // Another plan may have waited for the end of this one. A plan that was released is not taken again at once, but
      // after a while.
      if (isOver && !this.#isClosing) this.wake();
    });
    this.#running.set(work, held);
    return true;
  }

  #countOf(state: StateOfWork): number {
    return [...this.#running.values()].filter(({ plan }) => plan.state === state).length;
  }

  /** Never rejects. If the work fails, the plan is released and tried again later. @returns whether the plan is over */
  async #workAt(held: Held): Promise<boolean> {
    const { plan, holder } = held;
    const timer = setInterval(() => void this.#hold(held), holdMs).unref();
    try {
      return await (plan.state === 'checking' ? this.#check(held) : this.#apply(held));
    } catch (thrown) {
      if (!isServiceError(thrown)) this.#options.observe(unexpected(thrown));
      return false;
    } finally {
      clearInterval(timer);
      await this.#ask((plans) => plans.release(plan.id, holder)).catch(() => undefined);
    }
  }

  /** Extends the claim on a plan, and reads whether it must stop. Never rejects. */
  async #hold(held: Held): Promise<boolean> {
    try {
      const state = await this.#ask((plans) => plans.hold(held.plan.id, held.holder));
      if (state !== 'held') end(held, state === 'lost' ? 'lost' : 'stopped');
      return state === 'held';
    } catch {
      return false;
    }
  }

  /** @returns whether every list was read */
  async #check(held: Held): Promise<boolean> {
    const { plan, holder, end: ending } = held;
    const pace = new Pace(0, ending.signal);
    const lists = (await this.#listsOf(plan)).filter(({ state }) => state === 'unread').values();
    const newestChange = (): Promise<string> => this.#options.history.newestChange({});
    const parts = {
      ...this.#options,
      newestChange,
      ask: this.#asking({ user: plan.user, run: undefined, endedBy: ending.signal }),
    };
    const worker = async (): Promise<void> => {
      for (const list of lists) {
        const read = (await pace.rest()) ? await readListAgain(list, parts, pace) : undefined;
        if (!read) return;
        const { place } = list;
        if (!(await this.#ask((plans) => plans.keepRead(plan.id, holder, { place, ...read })))) return;
      }
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    // If some lists are still unread, the plan stays as it is.
    return this.#ask((plans) => plans.endCheck(plan.id, holder));
  }

  /** @returns true if the application has ended; false if another instance must continue it */
  async #apply(held: Held): Promise<boolean> {
    const { plan, holder, end: ending } = held;
    const { replaceButtons, observe, mayWrite, graceOver: endedBy } = this.#options;
    const { user, perHour, isStopping } = plan.application ?? { user: '', perHour: 0, isStopping: true };
    if (isStopping) end(held, 'stopped');
    const run = await this.#runOf(plan);
    if (!(await this.#ask((plans) => plans.keepRun(plan.id, holder, run)))) return false;
    const lists = (await this.#listsOf(plan)).filter(isToSet);
    const kept = async (keep: (plans: PlanStore) => Promise<boolean>): Promise<void> => {
      if (!(await this.#ask(keep))) throw new HeldByAnother();
    };
    // Several connections store results. The engine waits for the last one, so it must not be stored before the others.
    let settled: Promise<unknown> = Promise.resolve();
    const ended = await applyLists(lists, {
      ...{ replaceButtons, observe, pace: new Pace(perHour, ending.signal) },
      ask: this.#asking({ user, run, endedBy }),
      mayGoOn: async () => {
        if (!mayWrite(user)) end(held, 'right');
        return held.because === undefined && (await this.#hold(held));
      },
      intend: ({ place }) => kept((plans) => plans.intend(plan.id, holder, place)),
      settle: async ({ place }, result) => {
        settled = Promise.all([settled, kept((plans) => plans.settle(plan.id, holder, { place, ...result }))]);
        await settled;
      },
    });
    const isForOthers = ended?.why === 'journal' || (ended?.why === 'stopped' && !isOverBy(held));
    if (isForOthers) return false;
    const why = ended && whyEnded(ended.why, held.because, user);
    await this.#ask((plans) => plans.finish(plan.id, holder, why));
    return true;
  }

  /** @returns the run of a plan. It begins one if the plan has none, or if its run is gone */
  async #runOf({ id, title, application }: Plan): Promise<string> {
    const { history } = this.#options;
    const { run, user = '' } = application ?? {};
    const context = { user, signal: new AbortController().signal, span: undefined };
    if (run !== undefined && (await history.runResult(run, context))) return run;
    return (await history.beginRun(title, context, id)).id;
  }

  async #listsOf({ id }: Plan): Promise<PlanList[]> {
    const found: PlanList[] = [];
    for (let after: number | undefined = -1; after !== undefined;) {
      const behind: number = after;
      const page = await this.#ask((plans) => plans.lists(id, behind, listsAtOnce));
      found.push(...page.lists);
      after = page.next;
    }
    return found;
  }

  /** @returns a function that runs work for a user, with a new context each time */
  #asking({ user, run, endedBy }: Pick<CallOptions, 'user' | 'run' | 'endedBy'>) {
    const { listMs: timeoutMs } = this.#options;
    return async <Result>(work: (context: CallContext) => Promise<Result>): Promise<Result> => {
      const { context, release } = openCall({
        ...{ requestId: randomUUID(), user, run, timeoutMs },
        ...(endedBy && { endedBy }),
      });
      return work(context).finally(release);
    };
  }

  #ask<Result>(ask: (plans: PlanStore) => Promise<Result>): Promise<Result> {
    const { history, store } = this.#options;
    return history.asked.ask('plan', {}, () => ask(store));
  }
}

/** Another instance works on the plan, so nothing may be sent. */
class HeldByAnother extends Error {
  override readonly name = 'HeldByAnother';
}

function end(held: Held, because: End): void {
  held.because ??= because;
  held.end.abort();
}

/** Whether the application ends because someone wants that. Otherwise, another instance continues. */
function isOverBy({ because }: Held): boolean {
  return because === 'stopped' || because === 'right';
}

function isToSet(list: PlanList): list is ListToSet {
  const states: readonly string[] = listsToSet;
  return list.read !== undefined && states.includes(list.state);
}

function whyEnded(
  why: 'stopped' | 'login' | 'same-reason' | 'failures',
  because: End | undefined,
  user: string,
): string {
  if (because === 'right') return `${user} may not change buttons any more.`;
  if (why === 'stopped') return 'It was stopped.';
  if (why === 'login') return 'The call manager side refused the user.';
  return `${runLimits.mostFailuresInARow} lists in a row could not be set.`;
}
