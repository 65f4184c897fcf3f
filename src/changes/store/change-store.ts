import type { Entry, ButtonKind } from '../../domain/button-kinds.js';
import type { DeviceKey } from '../../domain/device.js';
import type { KeptDismissal } from '../../domain/finding.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { Ended } from '../../domain/list-states.js';
import type { Place } from '../../domain/place.js';
import { StoreUnavailable } from '../../store/problems.js';
import type { Lock } from '../../store/sql.js';
import type {
  AskedList,
  AtMost,
  Change,
  ChangeList,
  ChangeState,
  ClosedBecause,
  FoundLater,
  ListProblem,
  ListState,
  SeenChange,
  SentList,
  StateOfWork,
} from '../change.js';
import type { Holder, ListOfWork, UndoneList } from '../../use-cases/call-context.js';
import type { KeptStop } from '../../use-cases/writing-stop.js';
import type { IntentToFind, Note } from '../intents/intent.js';
import type { ChangeFilter } from './change-filter.js';

// ---- What was sent: the journal of lists ----

/** The write of one list by its caller, before it is sent. It becomes a change of one list. */
export interface Intention {
  readonly time: Date;
  readonly user: string;
  readonly requestId: string;
  /** The device, with its name at that time. */
  readonly device: DeviceKey;
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
  /** The sent list that it undoes, and its change. */
  readonly undoes: UndoneList | undefined;
  /** The list of a change that is carried out, with the worker that holds the change; undefined for a caller's write. */
  readonly of: ListOfWork | undefined;
}

/** What `begin` has stored. */
export interface Begun {
  readonly change: string;
  readonly number: string;
}

/** A `begin` without an answer: it may be stored, now or a moment later. */
export class BeginUnanswered extends StoreUnavailable {
  /**
   * @param keepAsUnsent stores the list as refused with `history-unavailable`, whether or not `begin` has stored it.
   * After that, `begin` cannot store it as being sent any more. It rejects like the methods of the store. It may be
   * called again
   */
  constructor(
    cause: string,
    readonly keepAsUnsent: () => Promise<Begun>,
  ) {
    super(cause, true);
  }
}

/** The worker does not hold the change of a list any more; nothing is stored, and nothing may be sent. */
export class NotHeld extends Error {
  override readonly name = 'NotHeld';
}

/** The lock of a device, with its newest sent lists whose end is uncertain and for which nothing was found later. */
export interface DeviceLock extends Lock {
  readonly unproven: readonly SentList[];
}

/** The time of the store's clock. */
export interface StoreClock {
  readonly now: Date;
  /** The latest known time in the past: the noted time, or else that of the newest sent list; undefined if neither. */
  readonly seen: Date | undefined;
}

/**
 * What was sent, and what was set elsewhere. When a method has resolved, its data is on the disk. Every method except
 * close rejects with StoreUnavailable if the store cannot do it, or not in time. `number` is that of a sent list.
 */
export interface ListStore {
  lockDevice(device: DeviceKey, context: { readonly signal: AbortSignal }): Promise<DeviceLock>;
  /**
   * Stores that a list is about to be sent (`sending`), and gives it its number. If it rejects, send nothing.
   * @throws BeginUnanswered if the intention may be stored in spite of the error; NotHeld if `of.holder` does not hold
   * the change any more, or the change is stopping
   */
  begin(intention: Intention): Promise<Begun>;
  /**
   * Stores how a sent list ended. Storing it again does no harm. Nothing happens if it is gone.
   * @param uuid the key of the device that got the list, if it is known. If it differs from the stored key, the list
   * belongs to this device, and the list before is not known
   * @param after the list that was set, if it is another one than the one that was sent
   */
  settle(number: string, ended: Ended, uuid?: Uuid, after?: readonly Entry[]): Promise<void>;
  /** Stores what was found later about an uncertain list. If something was found before, that stays. */
  keepFound(number: string, found: FoundLater): Promise<void>;
  /** Stores a change that was made elsewhere; once, even if several instances report it. */
  keepSeen(seen: SeenChange): Promise<void>;
  /** @returns the sent list, or undefined if there is none */
  sent(number: string): Promise<SentList | undefined>;
  /** @returns the newest sent of a list, newest first: `most` by the device's key, and as many without a key by name */
  listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly SentList[]>;
  /** As in `History.place`, `knownAfter`, `inProgress` of the inventory. */
  place(landsMs?: number): Promise<Place>;
  knownAfter(place: Place, limit: number): Promise<readonly SentList[]>;
  /** @returns lists that are being sent */
  inProgress(limit: number): Promise<readonly SentList[]>;
  /** @returns the oldest sent lists after a number, oldest first; `0` is the beginning */
  listAfter(number: string, limit: number): Promise<readonly SentList[]>;
  /** @returns the number that was given last; `0` if none was. Lists that are sent later have higher numbers */
  newest(): Promise<string>;
  /** @returns whether a text is or was a number of a sent list */
  hasGivenNumber(number: string): Promise<boolean>;
  /** Settles lists that an ended instance left as `sending` and that no held change will read again: `uncertain`. */
  settleAbandoned(): Promise<void>;

  dismiss(dismissal: KeptDismissal): Promise<void>;
  restoreDismissed(id: string): Promise<boolean>;
  dismissedIds(most: number): Promise<readonly string[]>;
  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]>;

  // For Retention.
  readClock(): Promise<StoreClock>;
  noteClock(now: Date): Promise<void>;
  countOlderThan(time: Date): Promise<number>;
  /** Deletes changes, with their lists, whose last list was sent before a time; never one that is open. @returns how many lists */
  deleteOlderThan(time: Date, most: number, upTo?: number): Promise<number>;
  /**
   * Deletes lists that were never sent of changes closed before a time, drafts that have expired, and changes whose
   * asking was cut off. @returns how many
   */
  deleteUnsent(closedBefore: Date, most: number): Promise<number>;
  close(): Promise<void>;
}

// ---- What was asked for: changes ----

/** The caller's key of a request, and a hash of the request. */
export interface RequestKey {
  readonly text: string;
  readonly hash: string;
}

/** A key that was sent before: with the same request, or with another one. */
export type Repeated = { readonly is: 'same'; readonly id: string } | { readonly is: 'other' };

/** A change before it is stored. */
export interface NewChange {
  readonly user: string;
  readonly requestId: string;
  readonly title: string;
  readonly reason: string;
  readonly isDraft: boolean;
  readonly begins: boolean;
  readonly atMost: AtMost | undefined;
  readonly notBefore: Date | undefined;
  readonly undoes: string | undefined;
  /** After how many milliseconds it expires. */
  readonly expiresMs: number;
  readonly key: RequestKey | undefined;
  readonly notes: readonly Note[];
  readonly lists: readonly AskedList[];
  /** Whether its lists come later, by `addArriving`. It is `asking` until `completeArriving`. */
  readonly isArriving?: boolean;
  /** What its lists are found by; undefined if `lists` has them. */
  readonly intent: IntentToFind | undefined;
}

/** A change whose lists have all arrived. */
export interface ArrivedChange extends Pick<NewChange, 'user' | 'title' | 'reason' | 'key' | 'expiresMs'> {
  readonly id: string;
}

/**
 * The result of asking: `new`; `same` as the change that the key of the user has already; `other` if that key was used
 * with another content; `full` if too many changes are open, in all or of the user.
 */
export type Asked =
  | { readonly is: 'new' | 'same'; readonly id: string }
  | { readonly is: 'other' }
  | { readonly is: 'full'; readonly whose: 'user' | 'all' };

/** What was read of a list. */
export interface ListRead {
  readonly uuid: Uuid | undefined;
  readonly before: readonly Entry[] | undefined;
  /** The list to set, if it was worked out from what was read; undefined: as it was asked for. */
  readonly after?: readonly Entry[] | undefined;
  /** The newest sent list in the journal just before it was read. */
  readonly since: string | undefined;
  readonly state: Extract<ListState, 'open' | 'already' | 'changed-meanwhile' | 'refused' | 'unread'>;
  readonly problem: ListProblem | undefined;
}

export interface ChangePage {
  /** Newest first by id. A page may have few changes or none, and still have a next page. */
  readonly changes: readonly ChangeFound[];
  /** The start of the next page, as `before` of its filter; undefined on the last page. */
  readonly next: string | undefined;
}

/** A change that matches a filter, with those of its lists that match: at most 20. */
export interface ChangeFound {
  readonly change: Change;
  readonly lists: readonly ChangeList[];
}

export interface ListPage {
  /** In the order of the change. */
  readonly lists: readonly ChangeList[];
  /** The position after which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
}

/** Which lists of a change a page has. */
export interface ListsWanted {
  readonly after: number;
  readonly limit: number;
  /** Only lists in one of these states; undefined: all. */
  readonly states?: readonly ListState[] | undefined;
  /** Only lists that have a problem. */
  readonly withProblem?: boolean | undefined;
}

/** The state of a held change: `lost` if the claim has expired. */
export type Held = 'held' | 'stopping' | 'lost';

/** What happens to a change after its lists are read. */
export interface ReadingEnded {
  readonly state: Extract<ChangeState, 'draft' | 'proposed' | 'running' | 'closed'>;
  readonly closedBecause: ClosedBecause | undefined;
  readonly digest: string | undefined;
  readonly notes: readonly Note[];
  /** Why it does not begin although that was asked for. */
  readonly why: string | undefined;
}

/** How the setting of lists ended. */
export interface ApplicationEnded {
  readonly state: Extract<ChangeState, 'done' | 'partly-done' | 'stopped'>;
  readonly why: string | undefined;
}

/**
 * Each move of a state is made only if the change is still in the expected state. So if two callers do the same at the
 * same time, only one succeeds. Every method rejects with StoreUnavailable if the store cannot do it, or not in time.
 */
export interface AskedStore extends KeptStop {
  /** Stores a change in the state `reading`, all of its lists `unread`. No one sees it before its last list is stored. */
  ask(change: NewChange): Promise<Asked>;
  /**
   * Adds lists to a change that was asked for with `isArriving`.
   * @param first the position of the first of them: how many were added before
   * @returns `full` if the bounds of open changes refuse them; `gone` if the change is not there any more
   */
  addArriving(
    change: { readonly id: string; readonly user: string },
    lists: readonly AskedList[],
    first: number,
  ): Promise<'added' | 'full' | 'gone'>;
  /** Ends the arriving of lists: the change is `reading` then, unless its key has another change. */
  completeArriving(change: ArrivedChange): Promise<Asked | 'gone'>;
  /** Deletes a change whose lists did not all arrive. @param lists how many may be stored */
  dropArriving(id: string, lists: number): Promise<void>;
  /** Deletes a change that was closed because there was nothing to change. */
  deleteUnneeded(id: string): Promise<void>;
  /** @returns what a user has asked for with this key; undefined if nothing */
  keyed(user: string, key: RequestKey): Promise<Repeated | undefined>;
  /** @returns whether a text is or was the id of a change */
  hasGiven(id: string): Promise<boolean>;
  /** @returns undefined if there is none, or its id led to another one */
  get(id: string): Promise<Change | undefined>;
  /** @returns the sent list that had this id up to 1.0.0 and is now in a change with another id */
  formerId(id: string): Promise<{ readonly change: string; readonly number: string } | undefined>;
  list(filter: ChangeFilter, limit: number): Promise<ChangePage>;
  /** @returns a page of lists, with limited bytes */
  lists(id: string, wanted: ListsWanted): Promise<ListPage>;

  /** From `draft` to `proposed`; it expires after so many milliseconds from now. @returns whether that was possible */
  propose(id: string, title: string, reason: string, digest: string, expiresMs: number): Promise<boolean>;
  /** From `proposed` to `running`, if it has this digest and is not expired; keeps who approved it. */
  approve(id: string, digest: string, user: string, notBefore: Date | undefined): Promise<boolean>;
  /** From `draft`, `reading` or `proposed` to `closed`. A draft is deleted. */
  closeChange(id: string, because: ClosedBecause, user: string, reason: string): Promise<boolean>;
  /** From `draft`, `proposed`, `stopped` or `partly-done` to `running`, carried by this user. */
  apply(id: string, user: string, notBefore: Date | undefined): Promise<boolean>;
  /** Asks a running change to stop. */
  stop(id: string): Promise<boolean>;

  /**
   * Takes a change in one of these states that no one holds. Turns go round by user: the user whose last turn is
   * longest ago; within a user the change with the fewest lists left; every fourth turn the oldest change of all. One
   * whose `notBefore` has not come is not taken. Changes that were released as last ones come last.
   */
  take(holder: Holder, states: readonly StateOfWork[]): Promise<string | undefined>;
  hold(id: string, holder: Holder): Promise<Held>;
  /** @returns whether a change in one of these states waits for a worker; with `id`, whether this one does */
  isAnyFree(instance: string, states: readonly StateOfWork[], id?: string): Promise<boolean>;
  /** @param isLast whether it comes after all others that no one has taken yet; otherwise it is its turn as before */
  release(id: string, holder: Holder, isLast?: boolean): Promise<void>;
  /** @returns what the lists of a change are found by; undefined if they are found */
  intentOf(id: string): Promise<IntentToFind | undefined>;
  /** Stores the lists that an intent means. Done again after an end in the middle, it begins anew. @returns whether the change is still held */
  keepFoundLists(id: string, holder: Holder, lists: readonly AskedList[], notes: readonly Note[]): Promise<boolean>;
  /** @returns whether the change is still held */
  keepRead(id: string, holder: Holder, position: number, read: ListRead): Promise<boolean>;
  endReading(id: string, holder: Holder, ended: ReadingEnded): Promise<boolean>;
  /**
   * Stores the end of a list that was not sent in this turn. A list that was `sending` or `uncertain`, and is now
   * found `changed`, has this as `foundLater`. @returns whether the change is still held
   */
  keepEnd(
    id: string,
    holder: Holder,
    position: number,
    ended: Ended | { readonly state: 'open'; readonly problem: undefined },
  ): Promise<boolean>;
  endApplication(id: string, holder: Holder, ended: ApplicationEnded): Promise<boolean>;

  /** Takes up to `most` lists out of the bucket for an hour's changes. @returns how many, and after how many ms to ask again if none */
  takeFromBucket(perHour: number, most: number): Promise<{ readonly lists: number; readonly againMs: number }>;
  /** Subtracts callers' writes of one list from the bucket, which never wait for it. */
  subtractFromBucket(lists: number): Promise<void>;
}

export type { Ended, Holder, ListOfWork, UndoneList };

export type ChangeStore = ListStore & AskedStore;
