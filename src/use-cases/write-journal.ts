import type { ButtonKind, Entry, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { Ended } from '../domain/list-states.js';
import type { Uuid } from '../domain/identifiers.js';
import type { Place } from '../domain/place.js';
import type { CallContext } from './call-context.js';

export type { Place };

/** A write before it is sent. */
export interface IntendedWrite {
  readonly device: DeviceKey;
  /** The key of the device from which `before` was read. */
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  /** The list that this write has read. */
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
}

/**
 * What is found later about a write of unknown outcome. The device has the new list, or the list from before, or
 * another list. Another list proves nothing.
 */
export type ListFound = 'after' | 'before' | 'other';

/**
 * The history, as the writes see it. A write is stored before it is sent, and its outcome before the caller gets it.
 */
export interface WriteJournal {
  /**
   * Waits until no one else, in any instance of this service, writes to the device.
   * @throws ServiceError `overloaded` after the deadline; `history-unavailable` if the store cannot be reached
   */
  enter(device: DeviceKey, context: CallContext): Promise<JournalTurn>;
}

/** The right to write to one device, until it is released. */
export interface JournalTurn {
  /** @throws ServiceError `history-unavailable` if the right is lost or cannot be proved: then send nothing */
  readonly verify: () => Promise<void>;
  /**
   * Reports a list that was read in this turn. It shows how earlier writes of unknown outcome ended.
   * @param uuid the key of the device from which it was read
   */
  readonly hasRead: (kind: ButtonKind, entries: readonly Entry[], uuid: Uuid) => void;
  /**
   * Whether an earlier write of this service, whose answer was lost, may have set this list, even just now. Never
   * rejects.
   */
  readonly mayHaveSet: (kind: ButtonKind, entries: readonly Entry[], uuid: Uuid) => Promise<boolean>;
  /**
   * Stores the write before it is sent.
   * @throws ServiceError `history-unavailable`: then send nothing
   */
  readonly begin: (write: IntendedWrite) => Promise<RecordedWrite>;
  /** Releases it. The caller need not wait for that. */
  readonly leave: () => void;
}

export interface RecordedWrite {
  /** The id of the change that the write is, or belongs to. */
  readonly id: string;
  /**
   * Stores how it ended; if that is not possible now, it is stored later. Never rejects.
   * @param uuid the key of the device that got the list, if the call manager named it. If `before` is from another
   * device, the list before is not known
   * @param after the list that the device has now, if it is another one than the one that was sent
   */
  settle(ended: Ended, uuid?: Uuid, after?: readonly Entry[]): Promise<void>;
  /** Stores what a late answer showed about a write of unknown outcome. Never rejects. */
  found(list: ListFound): Promise<void>;
}

/** A change that someone has made elsewhere, as the inventory has seen it. */
export interface SeenChange<Kind extends ButtonKind = ButtonKind> {
  /** The device, with its present name. */
  readonly device: DeviceKey;
  readonly uuid: Uuid;
  readonly kind: Kind;
  /** Null if the list before is not known. */
  readonly before: readonly EntryOf[Kind][] | null;
  /** Null if the device is gone. */
  readonly after: readonly EntryOf[Kind][] | null;
  /** The last place at which the list was known to be as before. It contains all writes of this service up to there. */
  readonly known: Place;
  /** The place at which the present list was requested. */
  readonly place: Place;
  /** It was made between this and `time`. Show these times; never order by them. */
  readonly seenAfter: Date;
  readonly time: Date;
}

/** The history, for changes made elsewhere. */
export interface ElsewhereJournal {
  /**
   * Stores changes that are not this service's own, each once.
   * @throws ServiceError `history-unavailable`; some may be stored then
   */
  keepSeen(changes: readonly SeenChange[]): Promise<void>;
}
