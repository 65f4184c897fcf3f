import { type Check, both, has, isCount, isFlag, isText, listOf, oneOf, orLeftOut, orNull } from './checks.js';
import { type ProblemCode, problemCodes } from './problems.js';
import {
  type ChangeState,
  changeStates,
  type ListState,
  listStates,
  type ChangeAction,
  changeActions,
  type DeviceKind,
  deviceKinds,
  type ButtonKind,
  buttonKinds,
  type ChangeSource,
  changeSources,
} from './words.js';
import { type ChangeEntry, isChangeEntry } from './shapes.js';

/** Written by `npm run docs`, from the schemas in src/http/routes: data, and its checks. */

/** What one user sets together for one reason, without its lists. */
export interface Change {
  /** Changes that were asked for later have higher ones. */
  readonly id: string;
  /**
   * `draft`: only its author sees it. `reading`: its lists are being read. `proposed`: it waits for an approval, or
   * for its author to begin it. `running`: its lists are being set. `stopped`: it was stopped, or ended before its
   * last list. `done`: every list is as asked for. `partly-done`: some lists could not be set. `closed`: it was
   * never begun.
   */
  readonly state: ChangeState;
  /** With the state `closed`. */
  readonly closedBecause: 'rejected' | 'withdrawn' | 'expired' | 'nothing-to-change' | null;
  /** Why it stopped, or did not begin although that was asked for. */
  readonly why: string | null;
  /** How much of it undos of this service have undone that were not undone themselves. */
  readonly undone: 'none' | 'partly' | 'whole';
  /** `elsewhere`: not made by this service, which saw it later. */
  readonly source: ChangeSource;
  readonly title: string;
  readonly reason: string;
  /** Who asked for it; null for a change made elsewhere. */
  readonly user: string | null;
  /** When it was asked for; for a change made elsewhere, when it was seen. RFC 3339. */
  readonly time: string;
  /** From then on it cannot be approved or begun for the first time. */
  readonly expires: string | null;
  /** It sets no list before this time. */
  readonly notBefore: string | null;
  /** Covers all that it does; an approval names it. Null until its lists are read. */
  readonly digest: string | null;
  /** The change that it undoes. */
  readonly undoes: string | null;
  /** What to know about its lists. */
  readonly notes: readonly {
    /**
     * `left-out`: without a match. `not-edited`: meant, but left alone. `one-more`: there is such a button already.
     * `unusual`: may be a mistake. With `unknown-target` and `lost-zeros` a change does not begin by itself.
     */
    readonly code: 'left-out' | 'not-edited' | 'one-more' | 'unknown-target' | 'lost-zeros' | 'unusual' | 'not-checked';
    readonly text: string;
  }[];
  /** How many of its lists are in each state; a state without lists is left out. */
  readonly counts: {
    readonly total: number;
    readonly unread?: number | undefined;
    readonly open?: number | undefined;
    readonly sending?: number | undefined;
    readonly changed?: number | undefined;
    readonly already?: number | undefined;
    readonly 'changed-meanwhile'?: number | undefined;
    readonly refused?: number | undefined;
    readonly 'stored-otherwise'?: number | undefined;
    readonly uncertain?: number | undefined;
  };
  readonly approval: {
    readonly user: string;
    /** RFC 3339. */
    readonly time: string;
  } | null;
  /** Who rejected or withdrew it, and why. */
  readonly rejection: {
    readonly user: string;
    /** RFC 3339. */
    readonly time: string;
    readonly reason: string;
  } | null;
  /** Whose right sets its lists, since when. */
  readonly application: {
    readonly user: string;
    /** RFC 3339. */
    readonly time: string;
    /** Whether it stops after the lists that are under way. */
    readonly stopping: boolean;
    /** Null while it is under way. */
    readonly ended: string | null;
  } | null;
  /** What it waits for now. */
  readonly waitsFor: string | null;
  /** What the user who asks may do with it now. */
  readonly may: readonly ChangeAction[];
}
export const isChange: Check<Change> = has({
  id: isText,
  state: oneOf(changeStates),
  closedBecause: orNull(oneOf(['rejected', 'withdrawn', 'expired', 'nothing-to-change'])),
  why: orNull(isText),
  undone: oneOf(['none', 'partly', 'whole']),
  source: oneOf(changeSources),
  title: isText,
  reason: isText,
  user: orNull(isText),
  time: isText,
  expires: orNull(isText),
  notBefore: orNull(isText),
  digest: orNull(isText),
  undoes: orNull(isText),
  notes: listOf(
    has({
      code: oneOf(['left-out', 'not-edited', 'one-more', 'unknown-target', 'lost-zeros', 'unusual', 'not-checked']),
      text: isText,
    }),
  ),
  counts: has({
    total: isCount,
    unread: orLeftOut(isCount),
    open: orLeftOut(isCount),
    sending: orLeftOut(isCount),
    changed: orLeftOut(isCount),
    already: orLeftOut(isCount),
    'changed-meanwhile': orLeftOut(isCount),
    refused: orLeftOut(isCount),
    'stored-otherwise': orLeftOut(isCount),
    uncertain: orLeftOut(isCount),
  }),
  approval: orNull(has({ user: isText, time: isText })),
  rejection: orNull(has({ user: isText, time: isText, reason: isText })),
  application: orNull(has({ user: isText, time: isText, stopping: isFlag, ended: orNull(isText) })),
  waitsFor: orNull(isText),
  may: listOf(oneOf(changeActions)),
});

/** A list of a change. */
export interface ChangeList {
  /** The device's name. */
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's key, which stays if it is renamed; null until the list is read. */
  readonly uuid: string | null;
  readonly kind: ButtonKind;
  /** Its place among the change's lists, counted from 0. */
  readonly position: number;
  /**
   * `unread`: it was not read yet. `open`: it waits to be set. `sending`: it is being set. `changed`: it was set.
   * `already`: it was as asked for. `changed-meanwhile`: someone else has changed it, and it stays as it is.
   * `refused`: it surely was not set. `stored-otherwise`: it was set, but the call manager keeps another list.
   * `uncertain`: it may have been set.
   */
  readonly state: ListState;
  /** Why it is not as asked for. */
  readonly problem: { readonly code: ProblemCode; readonly detail: string | null } | null;
  /** What a later read showed about a list whose answer was lost; left out until then. */
  readonly foundLater?:
    | {
        /** The list that the device had then: the list to set, the list from before, or another list. */
        readonly list: 'after' | 'before' | 'other';
        /** RFC 3339. */
        readonly time: string;
      }
    | undefined;
  /** The `ETag` of the list that the change is based on. */
  readonly ifMatch: string | null;
  /** The list before; null if it is not known. */
  readonly before: readonly ChangeEntry[] | null;
  /**
   * The list to set, or the one that the call manager keeps instead; null if the stored list is damaged, or the
   * device was removed elsewhere.
   */
  readonly after: readonly ChangeEntry[] | null;
  readonly difference: {
    readonly added: readonly ChangeEntry[];
    readonly removed: readonly ChangeEntry[];
    readonly changed: readonly { readonly before: ChangeEntry; readonly after: ChangeEntry }[];
  } | null;
  /** The newest change that may have set the list since it was read; not this one. */
  readonly changedSince: string | null;
  /** The newest change that has undone it. */
  readonly undoneBy: string | null;
  /** False if it can never be undone. */
  readonly undoable: boolean;
  /** When it was sent, and for whom; null if it was not sent. */
  readonly sent: {
    /** RFC 3339. */
    readonly time: string;
    readonly user: string | null;
    /** Its id in log and audit. */
    readonly requestId: string | null;
    /** For a change made elsewhere: it was made between this and `time`. */
    readonly seenAfter: string | null;
  } | null;
}
export const isChangeList: Check<ChangeList> = has({
  device: isText,
  deviceKind: oneOf(deviceKinds),
  uuid: orNull(isText),
  kind: oneOf(buttonKinds),
  position: isCount,
  state: oneOf(listStates),
  problem: orNull(has({ code: oneOf(problemCodes), detail: orNull(isText) })),
  foundLater: orLeftOut(has({ list: oneOf(['after', 'before', 'other']), time: isText })),
  ifMatch: orNull(isText),
  before: orNull(listOf(isChangeEntry)),
  after: orNull(listOf(isChangeEntry)),
  difference: orNull(
    has({
      added: listOf(isChangeEntry),
      removed: listOf(isChangeEntry),
      changed: listOf(has({ before: isChangeEntry, after: isChangeEntry })),
    }),
  ),
  changedSince: orNull(isText),
  undoneBy: orNull(isText),
  undoable: isFlag,
  sent: orNull(has({ time: isText, user: orNull(isText), requestId: orNull(isText), seenAfter: orNull(isText) })),
});

/** A change, with some of its lists. */
export interface ChangeWithLists extends Change {
  readonly lists: readonly ChangeList[];
}
export const isChangeWithLists: Check<ChangeWithLists> = both(isChange, has({ lists: listOf(isChangeList) }));

/** The result of the undo of a change of one list. */
export interface UndoneChange {
  /** The change that the undo made; null for none. */
  readonly id: string | null;
  /** Whether anything had to be changed. */
  readonly changed: boolean;
}
export const isUndoneChange: Check<UndoneChange> = has({ id: orNull(isText), changed: isFlag });
