import { setTimeout as delay } from 'node:timers/promises';
import { writingStopped } from '../domain/stored-otherwise.js';
import { type Observe, ofRequest } from '../observability/observations.js';
import type { CallContext } from './call-context.js';
import { whenAborted } from './time-limit.js';

/** Why nothing is written any more. */
export interface WritingStopped {
  /** The device that a write has changed more than it should: `the phone SEP00A1B2C30011`. */
  readonly device: string;
  /** What the call manager did, in words that follow `the call manager`. */
  readonly words: string;
  readonly time: Date;
}

/** Keeps that writing is stopped, for all instances, and also after a restart. */
export interface KeptStop {
  /** @throws ServiceError `history-unavailable` */
  writingStopped(): Promise<WritingStopped | undefined>;
  /** What was kept before stays. @throws ServiceError `history-unavailable` */
  stopWriting(stopped: Omit<WritingStopped, 'time'>): Promise<void>;
  /**
   * @returns whether writing was stopped
   * @throws ServiceError `history-unavailable`
   */
  resumeWriting(): Promise<boolean>;
}

/** For how long a look at what is kept counts, in milliseconds. */
const looksEveryMs = 1_000;
/** How long an answer about something else waits for such a look, in milliseconds. */
const longestWaitMs = 500;

/**
 * Whether this service writes. After a write that has changed more than its list, no instance writes until someone
 * resumes writing. Without a store, this is known only here, and only until a restart.
 */
export class WritingStop {
  readonly #observe: Observe;
  readonly #kept: KeptStop | undefined;
  #known: WritingStopped | undefined;
  /** True while a stop of this instance is not kept yet. */
  #isUnkept = false;
  #keeping: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #freshUntil = 0;
  /** How often this instance has stopped or resumed writing. A look that began before that does not count. */
  #moves = 0;

  constructor(observe: Observe, kept?: KeptStop) {
    this.#observe = observe;
    this.#kept = kept;
  }

  /** Why nothing is written, as far as this instance knows without a look. */
  get known(): WritingStopped | undefined {
    return this.#known;
  }

  /** @returns why nothing is written. If what is kept cannot be read soon, as it was last known. Never rejects */
  async shown(): Promise<WritingStopped | undefined> {
    const look = this.#look().catch(() => undefined);
    await Promise.race([look, delay(longestWaitMs, undefined, { ref: false })]);
    return this.#known;
  }

  /** @throws ServiceError `writing-stopped` if nothing is written; `history-unavailable` if that cannot be read */
  async refuseIfStopped(): Promise<void> {
    await this.#look();
    if (this.#known) throw writingStopped(this.#known.device, this.#known.words);
  }

  /** Stops writing: here at once, and in all instances before it resolves, if the caller waits so long. Never rejects. */
  async stop(stopped: Omit<WritingStopped, 'time'>, context: CallContext): Promise<void> {
    this.#known ??= { ...stopped, time: new Date() };
    this.#moves += 1;
    this.#observe({ kind: 'writing-stopped', ...ofRequest(context), ...stopped });
    if (!this.#kept) return;
    this.#isUnkept = true;
    const callerLeft = new Promise<void>((resolve) => void whenAborted(context.signal, resolve));
    await Promise.race([this.#keep(this.#kept), callerLeft]);
  }

  /**
   * @returns whether writing had been stopped
   * @throws ServiceError `history-unavailable`
   */
  async resume(by: string): Promise<boolean> {
    await this.#keeping;
    const wasKept = await this.#kept?.resumeWriting();
    const wasStopped = this.#kept && !this.#isUnkept ? wasKept === true : this.#known !== undefined;
    this.#known = undefined;
    this.#isUnkept = false;
    this.#moves += 1;
    if (wasStopped) this.#observe({ kind: 'writing-resumed', by });
    return wasStopped;
  }

  async #look(): Promise<void> {
    const kept = this.#kept;
    if (!kept) return;
    if (this.#isUnkept) return this.#keep(kept);
    if (performance.now() < this.#freshUntil) return;
    await (this.#looking ??= this.#read(kept).finally(() => {
      this.#looking = undefined;
    }));
  }

  async #read(kept: KeptStop): Promise<void> {
    const [moves, began] = [this.#moves, performance.now()];
    const stopped = await kept.writingStopped();
    if (moves !== this.#moves) return;
    this.#known = stopped;
    this.#freshUntil = began + looksEveryMs;
  }

  /** Keeps a stop of this instance. If that fails now, the next look tries again. */
  #keep(kept: KeptStop): Promise<void> {
    const stopped = this.#known;
    if (!stopped) return Promise.resolve();
    this.#keeping ??= kept
      .stopWriting({ device: stopped.device, words: stopped.words })
      .then(
        () => {
          this.#isUnkept = false;
        },
        () => undefined,
      )
      .finally(() => {
        this.#keeping = undefined;
      });
    return this.#keeping;
  }
}
