import { randomUUID } from 'node:crypto';
import { isServiceError } from '../domain/errors.js';
import { unexpected } from '../observability/observations.js';
import { type CallContext, type CallOptions, openCall } from '../use-cases/call-context.js';
import { Application } from './application.js';
import { type ChangeList, type ListState, type StateOfWork, statesOfWork } from './change.js';
import { type ChangeWorkOptions, endWork, type HeldChange, type PartOfWork } from './held-change.js';
import type { Progress } from './finding.js';
import { Pace, Places } from './pace.js';
import { readChange } from './read-change.js';
import type { ChangeStore, ListsWanted } from './store/change-store.js';

/** How often the service looks for work that no instance is doing, in milliseconds. */
const lookMs = 5_000;
/** How often the claim on a change is extended, in milliseconds: several times before it would expire. */
const holdMs = 5_000;
/** How many changes one instance works on at the same time. An application may last for days: no reading waits for it. */
const mostAtOnce: Readonly<Record<StateOfWork, number>> = { reading: 2, running: 16 };
/** How long a change keeps its place while others wait for one, in milliseconds. */
const turnMs = 10_000;
/** How many lists are read from the store at once. */
const listsAtOnce = 100;
/** How many changes that are being read keep what was found for them after their turn. */
const mostKept = 4;
/** How many devices one instance reads for changes at the same time, and how many it sets. */
const [mostRead, mostSet] = [2, 4];

/**
 * Reads and sets the lists of changes after their callers have been answered. Any instance that finds a change without a
 * worker goes on where the previous one ended.
 */
export class ChangeWork implements PartOfWork {
  readonly #options: ChangeWorkOptions;
  readonly #instance = randomUUID();
  readonly #running = new Map<Promise<void>, HeldChange>();
  readonly #reading = new Places(mostRead);
  readonly #setting = new Places(mostSet);
  readonly #pace: Pace;
  /** What was found for changes that are being read, and for those whose turn is over. */
  readonly #progress = new Map<string, Progress>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isAskedAgain = false;
  #isClosing = false;

  constructor(options: ChangeWorkOptions) {
    this.#options = options;
    const { history, perHour } = options;
    this.#pace = new Pace(async (most) => {
      const single = history.takeWritten();
      if (single > 0) await this.ask((store) => store.subtractFromBucket(single));
      return this.ask((store) => store.takeFromBucket(perHour, most));
    });
  }

  /** Whether the service stops. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.wake();
    }, lookMs).unref();
    this.wake();
  }

  /** Looks for work now, because changes have come, or one is to stop. */
  wake(): void {
    for (const held of this.#running.values()) void this.hold(held);
    this.#isAskedAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#isAskedAgain && !this.#isClosing) this.wake();
    });
  }

  /** @returns what a change waits for, as far as this instance knows; a sentence. Undefined if it does not wait */
  async waitsFor(id: string, state: StateOfWork): Promise<string | undefined> {
    const held = [...this.#running.values()].find(({ change }) => change.id === id);
    if (held) return held.waitsFor;
    const waits = this.#isFull(state) && (await this.ask((store) => store.isAnyFree(this.#instance, [state], id)));
    return waits ? 'It waits for its turn, because this service works on other changes.' : undefined;
  }

  /** Begins no more lists. Another instance, or this one after its next start, does the rest. */
  stop(): void {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const held of this.#running.values()) endWork(held, 'closing');
  }

  /** Waits for the lists that are being sent. */
  async close(): Promise<void> {
    this.stop();
    await this.#looking;
    await Promise.all(this.#running.keys());
  }

  /** Extends the claim on a change, and reads whether it must stop. Never rejects. @returns whether to go on */
  async hold(held: HeldChange): Promise<boolean> {
    try {
      const state = await this.ask((store) => store.hold(held.change.id, held.holder));
      if (state !== 'held') endWork(held, state === 'lost' ? 'lost' : 'stopped');
      return state === 'held';
    } catch {
      return false;
    }
  }

  /** Asks the store, and observes it. @throws ServiceError `history-unavailable` */
  ask<Result>(ask: (store: ChangeStore) => Promise<Result>): Promise<Result> {
    const { history, store } = this.#options;
    return history.asked.ask('change', {}, () => ask(store));
  }

  /** Goes through lists of a change page by page, so that a change is never whole in memory. */
  async *pages(id: string, states?: readonly ListState[]): AsyncGenerator<readonly ChangeList[]> {
    for (let after: number | undefined = -1; after !== undefined;) {
      const wanted: ListsWanted = { after, limit: listsAtOnce, states };
      const page = await this.ask((store) => store.lists(id, wanted));
      yield page.lists;
      after = page.next;
    }
  }

  /** Runs work for a user, with a new context. */
  async as<Result>(
    options: Pick<CallOptions, 'user' | 'of' | 'undoes' | 'endedBy' | 'isBackground'>,
    work: (context: CallContext) => Promise<Result>,
  ): Promise<Result> {
    const { context, release } = openCall({
      requestId: randomUUID(),
      timeoutMs: this.#options.listMs,
      ...options,
    });
    return work(context).finally(release);
  }

  async #look(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        while (!this.#isClosing && (await this.#takeOne()));
        if (this.#isClosing) return;
        for (const state of statesOfWork) if (this.#isFull(state)) await this.#giveTurn(state);
      }
    } catch (thrown) {
      // If the store cannot be reached, this is retried later. Metrics and log show the failure.
      if (!isServiceError(thrown)) this.#options.observe(unexpected(thrown));
    }
  }

  /** @returns whether there was a change */
  async #takeOne(): Promise<boolean> {
    const states = statesOfWork.filter((state) => !this.#isFull(state));
    if (states.length === 0) return false;
    const holder = { instance: this.#instance, name: randomUUID() };
    const id = await this.ask((store) => store.take(holder, states));
    if (id === undefined) return false;
    const change = await this.ask((store) => store.get(id));
    if (!change) return false;
    // It may have been withdrawn in the meantime.
    if (change.state !== 'reading' && change.state !== 'running') return true;
    const held: HeldChange = {
      ...{ change, holder, end: new AbortController(), since: performance.now(), because: undefined },
      waitsFor: undefined,
    };
    // The service may have begun to stop in the meantime.
    if (this.#isClosing) endWork(held, 'closing');
    const work = this.#workAt(held).then((isOver) => {
      this.#running.delete(work);
      // Another change may have waited for the end of this one. A change that was released is not taken again at once,
      // but after a while.
      if ((isOver || held.because === 'turn') && !this.#isClosing) this.wake();
    });
    this.#running.set(work, held);
    return true;
  }

  /** Ends the turn of the change that has had its place the longest, if another change waits for one. */
  async #giveTurn(state: StateOfWork): Promise<void> {
    const [longest] = this.#at(state).sort((one, other) => one.since - other.since);
    if (!longest || longest.because !== undefined || performance.now() - longest.since < turnMs) return;
    if (await this.ask((store) => store.isAnyFree(this.#instance, [state]))) endWork(longest, 'turn');
  }

  /** @returns what earlier turns of a change have found; only of the last few changes */
  #progressOf(id: string): Progress {
    const progress: Progress = this.#progress.get(id) ?? new Map();
    this.#progress.delete(id);
    this.#progress.set(id, progress);
    for (const other of [...this.#progress.keys()].slice(0, -mostKept)) this.#progress.delete(other);
    return progress;
  }

  #isFull(state: StateOfWork): boolean {
    return this.#at(state).length >= mostAtOnce[state];
  }

  #at(state: StateOfWork): HeldChange[] {
    return [...this.#running.values()].filter(({ change }) => change.state === state);
  }

  /** Never rejects. If the work fails, the change is released and tried again later. @returns whether it is over */
  async #workAt(held: HeldChange): Promise<boolean> {
    const { change, holder } = held;
    const timer = setInterval(() => void this.hold(held), holdMs).unref();
    try {
      if (change.state === 'reading') {
        const parts = { ...this.#options, work: this, places: this.#reading, progress: this.#progressOf(change.id) };
        const isOver = await readChange(held, parts);
        if (isOver) this.#progress.delete(change.id);
        return isOver;
      }
      const parts = { ...this.#options, work: this, places: this.#setting, pace: this.#pace };
      return await new Application(held, parts).run();
    } catch (thrown) {
      if (!isServiceError(thrown)) this.#options.observe(unexpected(thrown));
      return false;
    } finally {
      clearInterval(timer);
      await this.ask((store) => store.release(change.id, holder, held.because !== 'turn')).catch(() => undefined);
    }
  }
}
