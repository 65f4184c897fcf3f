import { randomUUID } from 'node:crypto';
import type { Entry } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { KeptDismissal } from '../domain/finding.js';
import type { Ended } from '../domain/list-states.js';
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
} from '../use-cases/write-journal.js';
import type { SentList } from './change.js';
import { AskedStore, type Caller, historyUnavailable, late } from '../store/asked.js';
import type { Lock } from '../store/sql.js';
import { type Begun, BeginUnanswered, type ListStore, NotHeld } from './store/change-store.js';
import { foundIn } from './difference.js';
import { LateEnds } from './late-ends.js';
import { told } from './seen-changes.js';

/** The history of changes: stores each write of this service, and lists the stored ones. */
export class History implements WriteJournal, ElsewhereJournal {
  readonly #store: ListStore;
  readonly #observe: Observe;
  readonly #now: () => Date;
  readonly #late = new LateEnds();
  #written = 0;
  /** The store, for callers. Others with tables in it ask it in the same turns. */
  readonly asked: AskedStore;

  constructor(store: ListStore, observe: Observe, now = () => new Date()) {
    this.#store = store;
    this.#observe = observe;
    this.asked = new AskedStore(observe);
    this.#now = now;
  }

  /** @returns how many lists callers have written since the last call; they count for the pace of changes */
  takeWritten(): number {
    const written = this.#written;
    this.#written = 0;
    return written;
  }

  /** Stores what was found about a list whose end is uncertain. @throws ServiceError `history-unavailable` */
  keepFound(number: string, list: ListFound): Promise<void> {
    const found = { list, time: this.#now() };
    return this.#ask('find', {}, () => this.#store.keepFound(number, found));
  }

  /** The number of lists whose end could not be stored yet. */
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
        const isOf = ({ uuid, ...of }: SentList): boolean => of.kind === kind && (uuid === null || uuid === key);
        const doubtful = lock.unproven.filter(isOf);
        work = this.#proveBy(doubtful, entries);
      },
      mayHaveSet: async (kind, entries, key) => {
        const ofList = () => this.#store.listOf(key, device, kind, mostOfList);
        const newest = await this.#ask('list', {}, ofList).catch(() => []);
        return newest.some((list) => list.state === 'uncertain' && foundIn(list, entries) === 'after');
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
   * @returns a sent list, or undefined if none has the number
   * @throws ServiceError `history-unavailable`
   */
  sent(number: string, caller: Caller): Promise<SentList | undefined> {
    return this.#ask('get', caller, () => this.#store.sent(number));
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

  async changesAfter(after: string, limit: number): Promise<readonly SentList[] | undefined> {
    return this.#ask('list', {}, async () => {
      if (after !== '0' && !(await this.#store.hasGivenNumber(after))) return undefined;
      return this.#store.listAfter(after, limit);
    });
  }

  /** @throws ServiceError `history-unavailable` */
  place(landsMs?: number): Promise<Place> {
    return this.#ask('get', {}, () => this.#store.place(landsMs));
  }

  /** @throws ServiceError `history-unavailable` */
  knownAfter(place: Place, limit: number): Promise<readonly SentList[]> {
    return this.#ask('list', {}, () => this.#store.knownAfter(place, limit));
  }

  /** @throws ServiceError `history-unavailable` */
  inProgress(limit: number): Promise<readonly SentList[]> {
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

  /** Settles lists that an ended instance was sending. This also shows whether the store can be reached. */
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
    { requestId, user, signal, span, undoes, of }: CallContext,
  ): Promise<RecordedWrite> {
    if (lock.lost.aborted) throw historyUnavailable('lock lost');
    const intention = { ...write, time: this.#now(), user, requestId, undoes, of };
    const storing = this.#store.begin(intention);
    const begun = await this.#ask('begin', { signal, span }, () => storing).catch((thrown: unknown) => {
      // If the intention is stored too late, or without an answer, the caller gets `history-unavailable` and nothing is
      // sent. The end in the history is made the same.
      storing.then(
        (late) => this.#settle(late, notSent, { span }),
        async (failure: unknown) => {
          if (!(failure instanceof BeginUnanswered)) return;
          const keep = async (): Promise<void> => {
            const { change: id } = await this.#ask('settle', { span }, failure.keepAsUnsent);
            this.#observe({ kind: 'change', id, state: notSent.state });
          };
          await this.#late.keep(randomUUID(), keep);
        },
      );
      throw thrown instanceof NotHeld ? heldByAnother() : thrown;
    });
    if (!of) this.#written += 1;
    return {
      id: begun.change,
      settle: (ended, uuid, after) => {
        const keep = () => this.#store.settle(begun.number, ended, uuid, after);
        return untilOver(this.#settle(begun, ended, { span }, keep), signal);
      },
      found: async (list) => {
        const found = { list, time: this.#now() };
        await this.#ask('find', { span }, () => this.#store.keepFound(begun.number, found)).catch(() => undefined);
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
    { change: id, number }: Begun,
    ended: Ended,
    caller: Partial<Caller>,
    keep = () => this.#store.settle(number, ended),
  ): Promise<void> {
    this.#observe({ kind: 'change', id, state: ended.state });
    await this.#late.keep(number, () => this.#ask('settle', caller, keep));
  }

  /**
   * Finds out how earlier writes with an uncertain end ended, by a list that was read while no one else wrote. Never
   * rejects: if a result cannot be stored now, the next read finds it again.
   */
  async #proveBy(unproven: readonly SentList[], entries: readonly Entry[]): Promise<void> {
    const time = this.#now();
    for (const list of unproven) {
      const found = { list: foundIn(list, entries), time };
      await this.#ask('find', {}, () => this.#store.keepFound(list.sent.number, found)).catch(() => undefined);
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

/** @throws ServiceError `history-unavailable` if the lock is lost, or cannot be proved in time */
async function verified(lock: Lock, { signal }: Caller): Promise<void> {
  const isHeld = !lock.lost.aborted && (await untilAborted(lock.verify(), signal, late).catch(() => false));
  if (!isHeld) throw historyUnavailable('lock lost');
}

/** How a list ended that was not sent because its intention could not be stored in time. */
const notSent: Ended = { state: 'refused', problem: { code: 'history-unavailable', detail: null } };

/** The instance does not hold the change of this list any more, or the change is stopping. Nothing was sent. */
function heldByAnother(): Error {
  return historyUnavailable('change not held');
}
