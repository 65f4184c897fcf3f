import { randomUUID } from 'node:crypto';
import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import type { DeviceKey } from '../domain/device.js';
import type { KeptDismissal } from '../domain/finding.js';
import type { Place } from '../domain/place.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import { untilAborted, whenAborted } from '../use-cases/time-limit.js';
import type {
  ElsewhereJournal,
  IntendedWrite,
  JournalTurn,
  ListFound,
  RecordedWrite,
  SeenChange,
  WriteJournal,
  WriteOutcome,
} from '../use-cases/write-journal.js';
import type { Change } from './change.js';
import type { ChangeFilter, RunFilter } from './store/change-filter.js';
import { AskedStore, type Caller, historyUnavailable, late, type NamedCaller } from '../store/asked.js';
import type { Lock } from '../store/sql.js';
import { BeginUnanswered, type ChangePage, type ChangeStore, RunGone } from './store/change-store.js';
import { LateOutcomes } from './late-outcomes.js';
import { noSuchRun, type Run, type RunPage, type RunResult } from './run.js';
import { told } from './seen-changes.js';

/** The history of changes: stores each write of this service, and lists the stored ones. */
export class History implements WriteJournal, ElsewhereJournal {
  readonly #store: ChangeStore;
  readonly #observe: Observe;
  readonly #now: () => Date;
  readonly #late = new LateOutcomes();
  /** The store, for callers. Others with tables in it ask it in the same turns. */
  readonly asked: AskedStore;

  constructor(store: ChangeStore, observe: Observe, now = () => new Date()) {
    this.#store = store;
    this.#observe = observe;
    this.asked = new AskedStore(observe);
    this.#now = now;
  }

  /** The number of changes with an outcome that could not be stored yet. */
  get unsettled(): number {
    return this.#late.size;
  }

  async enter(device: DeviceKey, context: CallContext): Promise<JournalTurn> {
    const lock = await this.#ask('lock', { span: context.span }, () => this.#store.lockDevice(device, context));
    let work = Promise.resolve();
    return {
      verify: () => verified(lock, context),
      hasRead: (kind, entries, key) => {
        // A write to another device that had the name does not count.
        const isOf = ({ uuid, ...of }: Change): boolean => of.kind === kind && (uuid === null || uuid === key);
        const doubtful = lock.unproven.filter(isOf);
        work = this.#proveBy(doubtful, entries);
      },
      mayHaveSet: async (kind, entries, key) => {
        const ofList = () => this.#store.listOf(key, device, kind, mostOfList);
        const newest = await this.#ask('list', {}, ofList).catch(() => []);
        return newest.some((change) => change.outcome === 'outcome-unknown' && foundIn(change, entries) === 'after');
      },
      begin: (intended) => this.#begin(lock, intended, context),
      leave: () => {
        // The caller does not wait for this work. The next writer to the device waits for it, because it needs the
        // lock.
        void work.then(() => lock.release());
      },
    };
  }

  /**
   * @returns a change, or undefined if no change has the id
   * @throws ServiceError `history-unavailable`
   */
  get(id: string, caller: Caller): Promise<Change | undefined> {
    return this.#ask('get', caller, () => this.#store.get(id));
  }

  /**
   * @param limit how many at most
   * @returns a page of changes; undefined if `before` is higher than every id so far
   * @throws ServiceError `history-unavailable`; `overloaded` if too many searches wait
   */
  list(filter: ChangeFilter, limit: number, caller: NamedCaller): Promise<ChangePage | undefined> {
    const { before } = filter;
    return this.asked.search(caller, async () => {
      if (before !== undefined && !(await this.#store.hasGiven('change', before))) return undefined;
      return this.#store.list(filter, limit);
    });
  }

  /**
   * Begins a run: changes that belong together.
   * @param plan the plan that it applies
   * @throws ServiceError `history-unavailable`
   */
  async beginRun(title: string, caller: NamedCaller, plan?: string): Promise<Run> {
    const run = { time: this.#now(), user: caller.user, title, plan };
    return { ...run, id: await this.#ask('begin-run', caller, () => this.#store.beginRun(run)) };
  }

  /**
   * Checks the run that a write names.
   * @throws ServiceError `invalid-request` if its user has no run with this id; `history-unavailable`
   */
  async refuseOtherRuns(id: string, caller: NamedCaller): Promise<void> {
    const run = await this.#ask('get', caller, () => this.#store.getRun(id));
    if (run?.user !== caller.user) throw noSuchRun();
  }

  /**
   * @returns a run with its results, or undefined if no run has the id
   * @throws ServiceError `history-unavailable`
   */
  runResult(id: string, caller: Caller): Promise<RunResult | undefined> {
    return this.#ask('get', caller, () => this.#store.getRunResult(id));
  }

  /**
   * @param limit how many at most
   * @returns a page of runs; undefined if `before` is higher than every id so far
   * @throws ServiceError like `list`
   */
  runs(filter: RunFilter, limit: number, caller: NamedCaller): Promise<RunPage | undefined> {
    const { before } = filter;
    return this.asked.search(caller, async () => {
      if (before !== undefined && !(await this.#store.hasGiven('run', before))) return undefined;
      return this.#store.listRuns(filter, limit);
    });
  }

  /** @throws ServiceError `history-unavailable` */
  async dismiss(dismissal: Omit<KeptDismissal, 'time'>): Promise<KeptDismissal> {
    const kept = { ...dismissal, time: this.#now() };
    await this.#ask('dismiss', {}, () => this.#store.dismiss(kept));
    return kept;
  }

  /**
   * @returns whether the finding was dismissed
   * @throws ServiceError `history-unavailable`
   */
  restoreDismissed(id: string): Promise<boolean> {
    return this.#ask('dismiss', {}, () => this.#store.restoreDismissed(id));
  }

  /** @throws ServiceError `history-unavailable` */
  dismissedIds(most: number): Promise<readonly string[]> {
    return this.#ask('list', {}, () => this.#store.dismissedIds(most));
  }

  /**
   * @param ids of findings, at most a thousand
   * @throws ServiceError `history-unavailable`
   */
  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]> {
    return this.#ask('list', {}, () => this.#store.dismissalsOf(ids));
  }

  async changesAfter(after: string, limit: number): Promise<readonly Change[] | undefined> {
    return this.#ask('list', {}, async () => {
      if (after !== '0' && !(await this.#store.hasGiven('change', after))) return undefined;
      return this.#store.listAfter(after, limit);
    });
  }

  /** @throws ServiceError `history-unavailable` */
  place(landsMs?: number): Promise<Place> {
    return this.#ask('get', {}, () => this.#store.place(landsMs));
  }

  /** @throws ServiceError `history-unavailable` */
  knownAfter(place: Place, limit: number): Promise<readonly Change[]> {
    return this.#ask('list', {}, () => this.#store.knownAfter(place, limit));
  }

  /** @throws ServiceError `history-unavailable` */
  inProgress(limit: number): Promise<readonly Change[]> {
    return this.#ask('list', {}, () => this.#store.inProgress(limit));
  }

  async keepSeen(changes: readonly SeenChange[]): Promise<void> {
    for (let from = 0; from < changes.length; from += seenAtOnce) {
      await Promise.all(changes.slice(from, from + seenAtOnce).map((change) => this.#keepSeen(change)));
    }
  }

  /** @throws ServiceError `history-unavailable` */
  newestChange(caller: Partial<Caller>): Promise<string> {
    return this.#ask('get', caller, () => this.#store.newest());
  }

  /** Settles changes that an ended instance left in progress. This also shows whether the store can be reached. */
  async settleAbandoned(): Promise<void> {
    await this.#ask('settle-abandoned', {}, () => this.#store.settleAbandoned());
  }

  /** Tries once more to store the remaining outcomes, and closes the store. */
  async close(): Promise<void> {
    await this.#late.close();
    await this.#store.close();
  }

  async #begin(
    lock: Lock,
    write: IntendedWrite,
    { requestId, user, signal, span, run, undoes }: CallContext,
  ): Promise<RecordedWrite> {
    if (lock.lost.aborted) throw historyUnavailable('lock lost');
    const intention = { ...write, time: this.#now(), user, requestId, run, undoes };
    const begun = this.#store.begin(intention);
    const id = await this.#ask('begin', { signal, span }, () => begun).catch((thrown: unknown) => {
      // If the intention is stored too late, or without an answer, the caller gets `history-unavailable` and nothing is
      // sent. The outcome in the history is made the same.
      begun.then(
        (late) => this.#settle(late, 'history-unavailable', { span }),
        async (failure: unknown) => {
          if (!(failure instanceof BeginUnanswered)) return;
          const keep = async (): Promise<void> => {
            const id = await this.#ask('settle', { span }, failure.keepAsUnsent);
            this.#observe({ kind: 'change', id, outcome: 'history-unavailable' });
          };
          await this.#late.keep(randomUUID(), keep);
        },
      );
      throw thrown instanceof RunGone ? noSuchRun() : thrown;
    });
    return {
      id,
      settle: (outcome, uuid, after) => {
        const keep = () => this.#store.settle(id, outcome, uuid, after);
        return untilOver(this.#settle(id, outcome, { span }, keep), signal);
      },
      found: async (list) => {
        const found = { list, time: this.#now() };
        await this.#ask('find', { span }, () => this.#store.keepFound(id, found)).catch(() => undefined);
      },
    };
  }

  async #keepSeen(seen: SeenChange): Promise<void> {
    const { uuid, device, kind } = seen;
    const ofList = await this.#ask('list', {}, () => this.#store.listOf(uuid, device, kind, mostOfList));
    const change = told(seen, ofList);
    if (change) await this.#ask('find', {}, () => this.#store.keepSeen(change));
  }

  async #settle(
    id: string,
    outcome: WriteOutcome,
    caller: Partial<Caller>,
    keep = () => this.#store.settle(id, outcome),
  ): Promise<void> {
    this.#observe({ kind: 'change', id, outcome });
    await this.#late.keep(id, () => this.#ask('settle', caller, keep));
  }

  /**
   * Finds the results of earlier writes of unknown outcome by a list that was read while no one else wrote. Never
   * rejects: if a result cannot be stored now, the next read finds it again.
   */
  async #proveBy(unproven: readonly Change[], entries: readonly Entry[]): Promise<void> {
    const time = this.#now();
    for (const change of unproven) {
      const found = { list: foundIn(change, entries), time };
      await this.#ask('find', {}, () => this.#store.keepFound(change.id, found)).catch(() => undefined);
    }
  }

  readonly #ask: AskedStore['ask'] = (operation, caller, ask) => this.asked.ask(operation, caller, ask);
}

/**
 * Waits for work that never rejects, but not longer than the caller's deadline. The work itself continues after that.
 */
function untilOver(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => void whenAborted(signal, resolve))]);
}

/** How many changes made elsewhere are stored at once. */
const seenAtOnce = 32;
/** How many of a list's newest changes are compared with a change made elsewhere. */
const mostOfList = 20;

/** @returns which list a change of unknown outcome has left. The list that was read after the change shows it */
function foundIn({ kind, before, after }: Change, present: readonly Entry[]): ListFound {
  const rules = rulesOf(kind);
  if (after !== null && sameButtons(rules, present, after)) return 'after';
  return before !== null && sameButtons(rules, present, before) ? 'before' : 'other';
}

/** @throws ServiceError `history-unavailable` if the lock is lost, or cannot be proved in time */
async function verified(lock: Lock, { signal }: Caller): Promise<void> {
  const isHeld = !lock.lost.aborted && (await untilAborted(lock.verify(), signal, late).catch(() => false));
  if (!isHeld) throw historyUnavailable('lock lost');
}
