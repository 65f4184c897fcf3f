import type { DeviceKey } from '../domain/device.js';
import { ServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { IntendedWrite, RecordedWrite, WriteJournal, WriteRecorder } from '../use-cases/write-journal.js';
import type { Change, Outcome } from './change.js';
import type { ChangeFilter, ChangeStore, DeviceLock } from './store/change-store.js';
import { HistoryUnavailable } from './store/history-problems.js';
import { LateOutcomes } from './late-outcomes.js';

/** The history of changes: keeps each write of this service, and shows those that are kept. */
export class History implements WriteJournal {
  readonly #store: ChangeStore;
  readonly #observe: Observe;
  readonly #late: LateOutcomes;

  constructor(store: ChangeStore, observe: Observe) {
    this.#store = store;
    this.#observe = observe;
    this.#late = new LateOutcomes((id, outcome) => this.#ask('settle', () => store.settle(id, outcome)));
  }

  /** How many changes ended in a way that could not be kept yet. */
  get unsettled(): number {
    return this.#late.size;
  }

  async inTurn<Result>(
    device: DeviceKey,
    context: CallContext,
    write: (recorder: WriteRecorder) => Promise<Result>,
  ): Promise<Result> {
    const lock = await this.#ask('lock', () => this.#store.lockDevice(device, context));
    try {
      return await write({ begin: (intended, { requestId, user }) => this.#begin(lock, intended, requestId, user) });
    } finally {
      // The caller need not wait for it; whoever writes to the device next does.
      void lock.release();
    }
  }

  /**
   * @returns a change, or undefined where there is none of that id
   * @throws ServiceError `history-unavailable`
   */
  get(id: string): Promise<Change | undefined> {
    return this.#ask('get', () => this.#store.get(id));
  }

  /**
   * @returns the newest changes first, by their order, not by their time
   * @throws ServiceError `history-unavailable`
   */
  list(filter: ChangeFilter, limit: number): Promise<readonly Change[]> {
    return this.#ask('list', () => this.#store.list(filter, limit));
  }

  /** Keeps once more what could not be kept so far, and closes the store. */
  async close(): Promise<void> {
    await this.#late.close();
    await this.#store.close();
  }

  async #begin(
    lock: DeviceLock,
    { device, kind, before, after }: IntendedWrite,
    requestId: string,
    user: string,
  ): Promise<RecordedWrite> {
    if (!lock.isHeld) throw unavailable('lock lost');
    const intention = { time: new Date(), user, requestId, device, kind, before, after };
    const id = await this.#ask('begin', () => this.#store.begin(intention));
    return { id, settle: (outcome) => this.#settle(id, outcome) };
  }

  async #settle(id: string, outcome: Exclude<Outcome, 'in-progress'>): Promise<void> {
    this.#observe({ kind: 'change', id, outcome });
    await this.#late.keep(id, outcome);
  }

  async #ask<Result>(operation: StoreOperation, ask: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const observed = (cause: string | undefined): void => {
      this.#observe({ kind: 'history', operation, durationMs: performance.now() - started, cause });
    };
    try {
      const result = await ask();
      observed(undefined);
      return result;
    } catch (thrown) {
      if (!(thrown instanceof HistoryUnavailable)) throw thrown;
      observed(thrown.cause);
      throw unavailable(thrown.cause);
    }
  }
}

type StoreOperation = 'lock' | 'begin' | 'settle' | 'get' | 'list';

function unavailable(cause: string): ServiceError {
  return new ServiceError('history-unavailable', {
    detail: 'The history of changes cannot be reached, and without it nothing is changed; nothing was sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause,
  });
}
