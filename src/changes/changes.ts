import { errorCatalogue } from '../domain/error-catalogue.js';
import { isServiceError, RequestRefused, ServiceError } from '../domain/errors.js';
import { lacking, refuseWithout } from '../domain/rights.js';
import type { Caller } from '../store/asked.js';
import type { CallContext } from '../use-cases/call-context.js';
import { type Change, changeBounds, type ChangeList, countIn, type SentList, statesToUndo } from './change.js';
import { type ChangeFilter } from './store/change-filter.js';
import type { ChangePage, ChangeStore, ListPage, ListsWanted } from './store/change-store.js';
import { type FindingsOfWork, inventoryOff } from './finding.js';
import type { History } from './journal.js';
import { summed } from './read-change.js';
import { madeTitle, type NamedList, nameOf, type ToAsk, undoing, type Undoing } from './to-ask.js';
import { type Actor, type ChangeAction, isPossible, type Refusal, refusalOf, transitions } from './transitions.js';
import { type ToUpload, upload, type Uploaded } from './upload.js';
import { type Watcher, Watching } from './watching.js';
import type { ChangeWork } from './work.js';

export interface ChangesOptions {
  readonly history: History;
  readonly store: ChangeStore;
  readonly work: ChangeWork;
  /** Findings of the inventory; undefined if there is none. */
  readonly findings: FindingsOfWork | undefined;
  /** After how many milliseconds a change expires that no one has begun. */
  readonly expireMs: number;
}

/** A change, and what it waits for. */
export interface Watched {
  readonly change: Change;
  readonly waitsFor: string | undefined;
}

/** How often a caller who waits for the reading of a few lists looks, in milliseconds. */
const readMs = 50;
/** How much earlier than its deadline such a caller is answered, in milliseconds. */
const spareMs = 1_000;

/** Changes, for callers. Every failure is a ServiceError. */
export class Changes {
  readonly #options: ChangesOptions;
  readonly #watching: Watching<Watched>;

  constructor(options: ChangesOptions) {
    this.#options = options;
    this.#watching = new Watching(async (id) => {
      const change = await options.work.ask((store) => store.get(id));
      return change && { change, waitsFor: await this.waitsFor(change, {}) };
    });
  }

  /**
   * Asks for a change. Nothing is set before each list is read. If it has only a few lists, this waits until they are.
   * @returns the change; `isRepeated` if the caller's key has it already
   * @throws ServiceError `forbidden`, `may-only-propose`, `too-many-changes`, `idempotency-key-reused`, `change-state`
   * while the first request with the caller's key is being stored, `nothing-to-change`, `history-unavailable`
   */
  async ask(asked: ToAsk, actor: Actor, context: CallContext): Promise<{ change: Change; isRepeated: boolean }> {
    refuseWithout(neededFor(asked), actor.right, asked.begins ? 'change buttons' : 'propose changes');
    const { intent, key, ...rest } = asked;
    // Before anything else: what was asked for may have changed what an undo would find.
    const known = key && (await this.#ask(context, (store) => store.keyed(actor.user, key)));
    if (known?.is === 'other') throw refused('idempotency-key-reused');
    if (known) return { change: await this.#askedBefore(known.id, actor, context), isRepeated: true };
    const undone = 'undo' in intent ? await this.#undoable(intent.undo.change, actor, context) : undefined;
    if ('fix' in intent && !this.#options.findings) throw inventoryOff();
    const { lists, notes } =
      'undo' in intent && undone
        ? await this.#undoing(undone, intent.undo.lists, context)
        : { lists: 'lists' in intent ? intent.lists : [], notes: [] };
    const toFind = 'lists' in intent || 'undo' in intent ? undefined : intent;
    const title = asked.title || madeTitle(intent, undone);
    const stored = await toldAsUnknown(
      this.#ask(context, (store) =>
        store.ask({
          ...{
            ...rest,
            key,
            title,
            lists,
            intent: toFind,
            notes,
            user: actor.user,
            requestId: context.requestId,
            undoes: undone?.id,
          },
          expiresMs: asked.isDraft ? changeBounds.draftMs : this.#options.expireMs,
        }),
      ),
      'Ask again with the same Idempotency-Key: it gives the same change.',
    );
    return this.whenAsked({ ...stored, lists: lists.length }, actor, context);
  }

  /**
   * Stores the lists of a change as they arrive. `whenAsked` then has the change.
   * @throws ServiceError `forbidden`, `may-only-propose`, `history-unavailable`, and what the lists reject with
   */
  upload(asked: ToUpload, actor: Actor, { requestId, span }: Pick<CallContext, 'requestId' | 'span'>) {
    refuseWithout(neededFor(asked), actor.right, asked.begins ? 'change buttons' : 'propose changes');
    const expiresMs = asked.isDraft ? changeBounds.draftMs : this.#options.expireMs;
    const ask = <Result>(work: (store: ChangeStore) => Promise<Result>) => this.#ask({ span }, work);
    return toldAsUnknown(
      upload(asked, { user: actor.user, requestId, expiresMs, ask }),
      'Send the file again with the same Idempotency-Key: it gives the same change.',
    );
  }

  /**
   * @returns the change that was asked for; `isRepeated` if the caller's key had it already. If it has only a few lists,
   * this waits until they are read
   * @throws ServiceError `too-many-changes`, `idempotency-key-reused`, `nothing-to-change`, `history-unavailable`
   */
  async whenAsked(
    stored: Uploaded,
    actor: Actor,
    context: CallContext,
  ): Promise<{ change: Change; isRepeated: boolean }> {
    if (stored.is === 'other') throw refused('idempotency-key-reused');
    if (stored.is === 'full') throw refused('too-many-changes');
    this.#options.work.wake();
    if (stored.is === 'same') {
      return { change: await this.#askedBefore(stored.id, actor, context), isRepeated: true };
    }
    const isRead = stored.lists <= changeBounds.readBeforeAnswer;
    const change = isRead ? await this.#whenRead(stored.id, actor, context) : await this.get(stored.id, actor, context);
    if (isRead && change.closedBecause === 'nothing-to-change') {
      // What is refused leaves nothing behind.
      await this.#ask(context, (store) => store.deleteUnneeded(stored.id));
      throw change.why === undefined
        ? refused('nothing-to-change')
        : new RequestRefused('nothing-to-change', { detail: change.why });
    }
    return { change, isRepeated: false };
  }

  /** @throws ServiceError `change-not-found`, also for the draft of another user */
  async get(id: string, actor: Actor, context: CallContext): Promise<Change> {
    const change = await this.#ask(context, (store) => store.get(id));
    if (change && (!change.isDraft || change.user === actor.user)) return change;
    throw refused('change-not-found');
  }

  /** @returns where the id of a change of 1.0.0 leads that is now a list of another one; undefined if nowhere */
  formerId(id: string, context: CallContext): Promise<{ change: string; number: string } | undefined> {
    return this.#ask(context, (store) => store.formerId(id));
  }

  /** @returns undefined if `before` is higher than every id so far */
  list(filter: ChangeFilter, limit: number, context: CallContext): Promise<ChangePage | undefined> {
    const { history, store } = this.#options;
    const { before } = filter;
    return history.asked.search(context, async () => {
      if (before !== undefined && !(await store.hasGiven(before))) return undefined;
      return store.list(filter, limit);
    });
  }

  lists(id: string, wanted: ListsWanted, context: CallContext): Promise<ListPage> {
    return this.#ask(context, (store) => store.lists(id, wanted));
  }

  /** @returns the only list of a change, if it has one and it was sent */
  async onlyList({ id, counts }: Change, context: CallContext): Promise<SentList | undefined> {
    if (countIn(counts) !== 1) return undefined;
    const [list] = (await this.lists(id, { after: -1, limit: 1 }, context)).lists;
    return list && isSent(list) ? list : undefined;
  }

  /** @returns what a change waits for now, as a sentence; undefined if it does not wait */
  async waitsFor({ id, state, notBefore }: Change, context: Partial<Caller>): Promise<string | undefined> {
    if (state !== 'running' && state !== 'reading') return undefined;
    if (notBefore && notBefore > new Date()) return `It begins at ${notBefore.toISOString()}, as was asked for.`;
    const stopped = state === 'running' && (await this.#ask(context, (store) => store.writingStopped()));
    if (stopped)
      return `All writing is stopped: after a write to ${stopped.device}, the call manager ${stopped.words}.`;
    return this.#options.work.waitsFor(id, state);
  }

  /**
   * Waits until a change is new to its caller.
   * @returns undefined if nothing new came in time
   */
  waitFor(id: string, isNew: (watched: Watched) => boolean, watcher: Watcher): Promise<Watched | undefined> {
    return this.#watching.until(id, isNew, watcher);
  }

  /** Ends all waiting, because the service stops. */
  stopWaiting(): void {
    this.#watching.close();
  }

  /** Proposes a draft. An empty title or reason stays as it is. @throws ServiceError `change-state` */
  async propose(id: string, given: { title: string; reason: string }, actor: Actor, context: CallContext) {
    const draft = await this.#allowed(id, 'propose', actor, context);
    const title = given.title || draft.title;
    const reason = given.reason || draft.reason;
    const { digest } = await summed({ ...draft, title, reason }, this.#options.work);
    const { expireMs } = this.#options;
    return this.#move(draft, 'propose', context, (store) => store.propose(id, title, reason, digest, expireMs));
  }

  /**
   * Approves exactly the change with this digest, and begins it.
   * @throws ServiceError `own-change`, `other-digest`, `change-state`
   */
  async approve(id: string, digest: string, notBefore: Date | undefined, actor: Actor, context: CallContext) {
    const change = await this.#allowed(id, 'approve', actor, context);
    if (change.digest !== digest) throw refused('other-digest');
    if (change.state === 'running' && change.approval?.user === actor.user) return change;
    return this.#move(change, 'approve', context, (store) => store.approve(id, digest, actor.user, notBefore));
  }

  /** Rejects the change of someone else, or withdraws the user's own. A draft is deleted. @throws `change-state` */
  async reject(id: string, reason: string, actor: Actor, context: CallContext): Promise<Change> {
    const isOwn = (await this.get(id, actor, context)).user === actor.user;
    const [action, because] = isOwn ? (['withdraw', 'withdrawn'] as const) : (['reject', 'rejected'] as const);
    const change = await this.#allowed(id, action, actor, context);
    const closed = { ...change, state: 'closed', closedBecause: because } as const;
    const close = (store: ChangeStore) => store.closeChange(id, because, actor.user, reason);
    return this.#move(change, action, context, close, change.isDraft ? closed : undefined);
  }

  /** Begins a change, or goes on with it. @throws ServiceError `change-state` */
  async apply(id: string, notBefore: Date | undefined, actor: Actor, context: CallContext): Promise<Change> {
    const change = await this.#allowed(id, 'apply', actor, context);
    return this.#move(change, 'apply', context, (store) => store.apply(id, actor.user, notBefore));
  }

  /** Ends a change after the lists that are being sent. @throws ServiceError `change-state` */
  async stop(id: string, actor: Actor, context: CallContext): Promise<Change> {
    const change = await this.#allowed(id, 'stop', actor, context);
    return this.#move(change, 'stop', context, (store) => store.stop(id));
  }

  /** @returns the change, if the user may undo it, and it has ended */
  async #undoable(id: string, actor: Actor, context: CallContext): Promise<Change> {
    const change = await this.#allowed(id, 'undo', actor, context);
    if (isPossible('undo', change, new Date())) return change;
    throw wrongState('undo', change);
  }

  /** @returns the lists that the undo of a change sets */
  async #undoing(change: Change, named: readonly NamedList[] | undefined, context: CallContext): Promise<Undoing> {
    const names = named && new Set(named.map(nameOf));
    const sent: SentList[] = [];
    for (let after: number | undefined = -1; after !== undefined;) {
      const wanted: ListsWanted = { after, limit: 500, states: statesToUndo };
      const page = await this.lists(change.id, wanted, context);
      // A list that is undone already is left as it is.
      const meant = page.lists.filter((list) => names?.has(nameOf(list)) ?? list.undoneBy === undefined);
      sent.push(...meant.filter(isSent));
      after = page.next;
    }
    const found = new Set(sent.map(nameOf));
    const missing = named?.find((one) => !found.has(nameOf(one)));
    if (missing) {
      const field = `body.lists[${named?.indexOf(missing) ?? 0}]`;
      const detail = `is no list that change ${change.id} has set`;
      throw new RequestRefused('invalid-request', { detail: `${field} ${detail}.`, fields: [{ field, detail }] });
    }
    const undone = undoing(sent);
    if (undone.lists.length === 0) throw refused('nothing-to-change');
    return undone;
  }

  /** @returns the change that a key has. @throws ServiceError `change-state` while its lists are still being stored */
  async #askedBefore(id: string, actor: Actor, context: CallContext): Promise<Change> {
    return this.get(id, actor, context).catch((thrown: unknown) => {
      if (!isServiceError(thrown, 'change-not-found')) throw thrown;
      const detail = 'The first request with this Idempotency-Key is still being stored. Ask again a little later.';
      throw new RequestRefused('change-state', { detail });
    });
  }

  /** Waits until a few lists of a change are read, but not longer than the caller does, or than the service works. */
  async #whenRead(id: string, actor: Actor, context: CallContext): Promise<Change> {
    const until = context.deadline() - spareMs;
    for (;;) {
      const change = await this.get(id, actor, context);
      const isMany = countIn(change.counts) > changeBounds.readBeforeAnswer;
      const isOver = performance.now() >= until || this.#options.work.isClosing;
      if (change.state !== 'reading' || isMany || isOver) return change;
      await new Promise((resolve) => setTimeout(resolve, readMs));
    }
  }

  /** @returns the change, if the user may do this with it */
  async #allowed(id: string, action: ChangeAction, actor: Actor, context: CallContext): Promise<Change> {
    const change = await this.get(id, actor, context);
    const refusal = refusalOf(action, change, actor);
    if (refusal) throw notAllowed(action, refusal, actor);
    return change;
  }

  /** The store checks the state, because someone else may have been faster. */
  async #move(
    change: Change,
    action: ChangeAction,
    context: CallContext,
    move: (store: ChangeStore) => Promise<boolean>,
    gone?: Change,
  ): Promise<Change> {
    const { id } = change;
    const [isDone, present = gone] = await toldAsUnknown(
      this.#ask(context, async (store) => [await move(store), await store.get(id)] as const),
      `Read the change before you ${action} it again.`,
    );
    if (!present) throw refused('change-not-found');
    if (!isDone) throw wrongState(action, present);
    this.#options.work.wake();
    return present;
  }

  #ask<Result>(context: Partial<Caller>, ask: (store: ChangeStore) => Promise<Result>): Promise<Result> {
    const { history, store } = this.#options;
    return history.asked.ask('change', context, () => ask(store));
  }
}

/** The right that asking for a change needs. */
function neededFor({ begins }: Pick<ToAsk, 'begins'>): 'change' | 'propose' {
  return begins ? 'change' : 'propose';
}

function isSent(list: ChangeList): list is SentList {
  return list.sent !== undefined;
}

/** A refusal with the words of the catalogue. */
function refused(
  code: 'change-not-found' | 'idempotency-key-reused' | 'too-many-changes' | 'nothing-to-change' | 'other-digest',
): RequestRefused {
  return new RequestRefused(code, { detail: errorCatalogue[code].example.detail });
}

function notAllowed(action: ChangeAction, refusal: Refusal, { right }: Actor): RequestRefused {
  if (refusal === 'right') return lacking(right, `${action} this change`);
  const whose = refusal === 'own' ? 'is your own' : "is another user's";
  return new RequestRefused('own-change', { detail: `The change ${whose}, so you cannot ${action} it.` });
}

/** Why the state of a change does not allow an action: which condition failed. */
function wrongState(action: ChangeAction, { state, expires, counts }: Change): RequestRefused {
  const from: readonly string[] = transitions[action].from;
  const isExpired = expires !== undefined && expires <= new Date();
  const why = !from.includes(state)
    ? `The change is ${state}. To ${action} a change is possible while it is ${from.join(' or ')}.`
    : isExpired
      ? `The change has expired, at ${expires.toISOString()}.`
      : action === 'undo'
        ? 'The change has no list left that can be undone.'
        : action === 'stop'
          ? 'The change is stopping already.'
          : `The change has no list left to set (of ${countIn(counts)}).`;
  return new RequestRefused('change-state', { detail: why });
}

/**
 * @param whatNow what the caller can do after a failure of the store
 * @throws ServiceError `history-unavailable` that says so if the store may have changed something without an answer
 */
async function toldAsUnknown<Result>(changing: Promise<Result>, whatNow: string): Promise<Result> {
  return changing.catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'history-unavailable')) throw thrown;
    const detail = `The history of changes did not answer. It is not known whether it has done this. ${whatNow}`;
    throw new ServiceError('history-unavailable', { ...thrown.facts, detail, effect: 'unknown' });
  });
}
