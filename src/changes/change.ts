import type { ButtonKind, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { Uuid } from '../domain/identifiers.js';
import { type ListProblem, listStates, type ListState } from '../domain/list-states.js';
import type { Place } from '../domain/place.js';
import type { ListFound, SeenChange } from '../use-cases/write-journal.js';
import type { Note } from './intents/intent.js';
import type { ListEdits } from './intents/list-edits.js';

export { listStates };
export type { ListFound, ListProblem, ListState, SeenChange };

/**
 * A change: one or more lists that one user sets together for one reason. The write of one list is a change of one list.
 * What was changed elsewhere is a change of one list without a user. An undo is a change that names the one it undoes.
 */

/** The limits of changes. */
export const changeBounds = {
  /** Lists of one change. */
  lists: 50_000,
  /** The size of a JSON body. */
  bodyBytes: 2 * 1024 * 1024,
  /** How deep such a body may be nested. */
  bodyDepth: 8,
  /** The values in such a body: each list, button, text and so on is one. */
  bodyValues: 100_000,
  /** The length of a title, in characters. */
  title: 200,
  /** The length of a reason, in characters. */
  reason: 500,
  /** The length of the reason why a change is rejected or withdrawn, in characters. */
  rejection: 200,
  /** Changes that are open. The write of one list never counts. */
  open: 500,
  /** The lists of these changes, before and after, as JSON. */
  openBytes: 2_000_000_000,
  /** How long a draft is kept, in milliseconds. */
  draftMs: 24 * 3_600_000,
  /** How long the lists that were never sent are kept after a change was closed, in milliseconds. */
  unsentMs: 7 * 24 * 3_600_000,
  /** How long a repeated request with the same Idempotency-Key gives the same change, in milliseconds. */
  sameKeyMs: 24 * 3_600_000,
  /** How many lists a change may have for its caller to wait until they are read. */
  readBeforeAnswer: 20,
} as const;

/**
 * - `draft`: only its author sees it; it is not proposed yet
 * - `reading`: its lists are being read
 * - `proposed`: it waits for an approval, or for its author to begin it
 * - `running`: its lists are being set, or wait for that
 * - `stopped`: it was stopped, or something ended it, before its last list
 * - `done`: every list is as asked for
 * - `partly-done`: each list had its turn, and some could not be set
 * - `closed`: it was never begun, and never will be
 */
export const changeStates = [
  'draft',
  'reading',
  'proposed',
  'running',
  'stopped',
  'done',
  'partly-done',
  'closed',
] as const;
export type ChangeState = (typeof changeStates)[number];

export const closedReasons = ['rejected', 'withdrawn', 'expired', 'nothing-to-change'] as const;
export type ClosedBecause = (typeof closedReasons)[number];

/** The states of changes that count as open. */
export const openStates = ['draft', 'reading', 'proposed', 'running'] as const satisfies readonly ChangeState[];

/** The states in which the service works on a change. */
export const statesOfWork = ['reading', 'running'] as const satisfies readonly ChangeState[];
export type StateOfWork = (typeof statesOfWork)[number];

/** The states of the lists that an application must set, when it begins and when it goes on. */
export const listsToSet = ['open', 'sending', 'refused', 'uncertain'] as const satisfies readonly ListState[];

/** The states of lists that the service has set, or may have set; these can be undone. */
export const statesToUndo = ['changed', 'stored-otherwise', 'uncertain'] as const satisfies readonly ListState[];

/** How much of a change later undos of this service have undone that were not undone themselves. */
export const undoneStates = ['none', 'partly', 'whole'] as const;
export type UndoneState = (typeof undoneStates)[number];

/** Who makes a change: this service, or someone else at the call manager. */
export const changeSources = ['service', 'elsewhere'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** What was found later about a list whose end was uncertain, and when. */
export interface FoundLater {
  readonly list: ListFound;
  readonly time: Date;
}

/** A list to set, as a caller asks for it. */
export interface AskedList<Kind extends ButtonKind = ButtonKind> {
  readonly device: DeviceKey;
  readonly kind: Kind;
  /** The entity tag of the list that the change is based on; undefined if the caller gave none. */
  readonly ifMatch: string | undefined;
  readonly after: readonly EntryOf[Kind][];
  /** What an intent does to the list that is read, in place of `after`. */
  readonly edits?: ListEdits | undefined;
  /** The number of the sent list that it undoes. */
  readonly undoes: string | undefined;
}

/** When a list was sent, and for whom. */
export interface Sent {
  /**
   * Its number. Lists have numbers in the order in which their intentions were stored. Journal, undos and
   * `changedSince` go by it, never by times.
   */
  readonly number: string;
  readonly time: Date;
  /** Null if it was set elsewhere. */
  readonly user: string | null;
  readonly requestId: string | null;
  /** The place at which it began, or at which it was requested if it was set elsewhere; undefined before 2.0.0. */
  readonly place: Place | undefined;
  /** The place at which something became known about it last. */
  readonly knownAt: Place | undefined;
  /** If it was set elsewhere: after this time and before `time`. */
  readonly seenAfter: Date | undefined;
}

/** A list of a change. */
export interface ChangeList<Kind extends ButtonKind = ButtonKind> extends Omit<AskedList<Kind>, 'after'> {
  /** The id of its change. */
  readonly change: string;
  /** Its position among the change's lists, counted from 0. */
  readonly position: number;
  /** The key of the device; null until the list was read, and for writes of releases that did not store it. */
  readonly uuid: Uuid | null;
  /** The list that was there; null until it was read, or if it is not known or damaged. */
  readonly before: readonly EntryOf[Kind][] | null;
  /**
   * The list to set; with the state `stored-otherwise`, the list that the call manager keeps instead. Null if the stored
   * lists are damaged (then `before` is null too), or if the device was deleted elsewhere.
   */
  readonly after: readonly EntryOf[Kind][] | null;
  readonly state: ListState;
  readonly problem: ListProblem | undefined;
  readonly foundLater: FoundLater | undefined;
  /** Undefined until it is sent. */
  readonly sent: Sent | undefined;
  /** The change that has set, or may have set, the list since it was read; not this one. */
  readonly changedSince: string | undefined;
  /** The newest change that has undone it and was not undone itself. Derived, never stored. */
  readonly undoneBy: string | undefined;
}

/** A list that was sent, or that was set elsewhere. */
export type SentList<Kind extends ButtonKind = ButtonKind> = ChangeList<Kind> & { readonly sent: Sent };

/** Who did something with a change, and when. */
export interface Deed {
  readonly user: string;
  readonly time: Date;
}

/** Beyond how much a change does not begin by itself. */
export interface AtMost {
  readonly devices?: number | undefined;
  /** How many buttons it may remove. */
  readonly removals?: number | undefined;
}

/** How many lists are in each state; a state without a list is left out. */
export type ListCounts = Readonly<Partial<Record<ListState, number>>>;

/** A change without its lists. */
export interface Change {
  /** Ids are numbers in the order in which changes were asked for, as text. */
  readonly id: string;
  readonly state: ChangeState;
  /** With the state `closed`. */
  readonly closedBecause: ClosedBecause | undefined;
  /** Why it is stopped, or why it was not begun although that was asked for; a sentence. */
  readonly why: string | undefined;
  readonly source: ChangeSource;
  readonly title: string;
  readonly reason: string;
  /** Who asked for it; null for what was changed elsewhere. */
  readonly user: string | null;
  readonly time: Date;
  /** From then on it cannot be approved or begun for the first time; undefined for a change that was begun at once. */
  readonly expires: Date | undefined;
  /** It waits until then before it sets lists. */
  readonly notBefore: Date | undefined;
  /** Covers title, reason and, of each list, key, name, kind, before, after and problem; undefined until it is read. */
  readonly digest: string | undefined;
  /** The change that it undoes. */
  readonly undoes: string | undefined;
  readonly undone: UndoneState;
  /** What the caller should know about the lists. */
  readonly notes: readonly Note[];
  readonly counts: ListCounts;
  /** How many lists an application can set: those of `listsToSet` that were read. */
  readonly settable: number;
  /** Whether its lists are set as soon as they are read. */
  readonly begins: boolean;
  /** Whether it becomes, or is, a draft: only its author sees it. */
  readonly isDraft: boolean;
  readonly atMost: AtMost | undefined;
  readonly approval: Deed | undefined;
  readonly rejection: (Deed & { readonly reason: string }) | undefined;
  readonly application: Application | undefined;
}

/** The setting of a change's lists. The user carries the change: with this user's right it is set. */
export interface Application extends Deed {
  readonly isStopping: boolean;
  /** Undefined while it is under way. */
  readonly ended: Date | undefined;
}

/** @returns how many lists are in one of these states; without states, in any */
export function countIn(counts: ListCounts, states: readonly ListState[] = listStates): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** @returns whether a list can be undone: both lists are known, and the device was not deleted */
export function isUndoable({ before, after }: Pick<ChangeList, 'before' | 'after'>): boolean {
  return before !== null && after !== null;
}

/** @returns whether the list is known to have been set */
export function isCarriedOut({ state }: Pick<ChangeList, 'state'>): boolean {
  return state === 'changed' || state === 'stored-otherwise';
}

/** @returns whether the list was set elsewhere */
export function isSeen({ sent }: Pick<SentList, 'sent'>): boolean {
  return sent.seenAfter !== undefined;
}
