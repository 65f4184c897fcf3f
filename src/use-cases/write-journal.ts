import type { ButtonKind, Entry, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import type { Uuid } from '../domain/identifiers.js';
import type { Place } from '../domain/place.js';
import type { CallContext } from './call-context.js';

export type { Place };

/** What is about to be written to a device. */
export interface IntendedWrite {
  readonly device: DeviceKey;
  /** The key of the device from which `before` was read. */
  readonly uuid: Uuid;
  /** Of the mark that the inventory has of this write; undefined if there is no inventory. */
  readonly place: Place | undefined;
  readonly kind: ButtonKind;
  /** What was read in the turn of this write. */
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
}

/** How a write ended, as its caller is told. */
export type WriteOutcome = 'replaced' | 'confirmed-by-reading' | ErrorCode;

/**
 * What shows later of a write of unknown outcome: the device has the list that was to be set, or that of before, or
 * another one, which says nothing of the write.
 */
export type ListFound = 'after' | 'before' | 'other';

/** Where writes are kept, with what was there before them: each before it is sent, and how it ended before it is told. */
export interface WriteJournal {
  /**
   * Waits until no one else, in any instance of this service, writes to the device.
   * @throws ServiceError `overloaded` if that could not be in time, `history-unavailable` when it cannot be known
   */
  enter(device: DeviceKey, context: CallContext): Promise<JournalTurn>;
}

/** The right to write to one device, until it is given back. */
export interface JournalTurn {
  /** @throws ServiceError `history-unavailable` if the right is lost, or cannot be proved; nothing may be sent then */
  readonly verify: () => Promise<void>;
  /**
   * Tells of a list that was read in this turn: it shows how earlier writes of unknown outcome ended.
   * @param uuid the key of the device from which it was read
   */
  readonly hasRead: (kind: ButtonKind, entries: readonly Entry[], uuid: Uuid) => void;
  /**
   * Keeps what is about to be sent.
   * @throws ServiceError `history-unavailable`; nothing may be sent then
   */
  readonly begin: (write: IntendedWrite) => Promise<RecordedWrite>;
  /** Gives it back; the caller need not wait for that. */
  readonly leave: () => void;
}

export interface RecordedWrite {
  readonly id: string;
  /**
   * Keeps how it ended; if that cannot be kept now, it is kept later. Never rejects.
   * @param uuid the key of the device that took the list, where the call manager has named it; where it is another than
   *   that from which `before` was read, it is not known what was there before
   */
  settle(outcome: WriteOutcome, uuid?: Uuid): Promise<void>;
  /** Keeps what a late answer said of a write of unknown outcome. Never rejects. */
  found(list: ListFound): Promise<void>;
}

/** A change that someone has made elsewhere, as the inventory has seen it. */
export interface SeenChange<Kind extends ButtonKind = ButtonKind> {
  /** By the name that it has now. */
  readonly device: DeviceKey;
  readonly uuid: Uuid;
  readonly kind: Kind;
  /** Null if it is not known what was there before. */
  readonly before: readonly EntryOf[Kind][] | null;
  /** Null where the device is gone. */
  readonly after: readonly EntryOf[Kind][] | null;
  /** The list was as before at this place, or later: what this service has set up to there is in it. */
  readonly known: Place;
  /** At this place the call manager was asked for what is there now. */
  readonly place: Place;
  /** It was made between this and `time`: for people, never for order. */
  readonly seenAfter: Date;
  readonly time: Date;
}

/** Where changes are kept that others have made at the call manager. */
export interface ElsewhereJournal {
  /**
   * Keeps those of them that are not this service's own; the same once more is kept once.
   * @throws ServiceError `history-unavailable`; some may be kept then
   */
  keepSeen(changes: readonly SeenChange[]): Promise<void>;
}

/** Whoever keeps lists of devices is told of those that this service sets. */
export interface OwnLists {
  /**
   * A list is about to be sent: from now on, no one is answered by what is kept of it, in no instance.
   * @param uuid the key of the device from which the list was read in the turn of this write
   * @param signal until when it may take
   * @throws ServiceError `history-unavailable` if that cannot be kept; nothing may be sent then
   */
  changing(device: DeviceKey, uuid: Uuid, kind: ButtonKind, signal: AbortSignal): Promise<ChangingList>;
}

/** A list that is being set, of which nothing is known. No method rejects or takes long. */
export interface ChangingList {
  /** Of the mark that it has. */
  readonly place: Place;
  /**
   * The list is this one now. Where how the write ended is not known, this is not called.
   * @param uuid the key of the device that took it, as the call manager's answer names it
   */
  set(entries: readonly Entry[], uuid: Uuid): Promise<void>;
  /** Nothing was set, and nothing will be: what is kept of the list counts again, as before this mark. */
  notSet(): Promise<void>;
  /** It may have been set only now: what was asked for before this says nothing of it. */
  mayHaveLanded(): Promise<void>;
}
