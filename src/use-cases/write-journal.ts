import type { ButtonKind, Entry, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import type { CallContext } from './call-context.js';

/** What is about to be written to a device. */
export interface IntendedWrite {
  readonly device: DeviceKey;
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
   * Waits until nobody else, in any instance of this service, writes to the device.
   * @throws ServiceError `overloaded` when that could not be in time, `history-unavailable` when it cannot be known
   */
  enter(device: DeviceKey, context: CallContext): Promise<JournalTurn>;
}

/** The right to write to one device, until it is given back. */
export interface JournalTurn {
  /** @throws ServiceError `history-unavailable` where the right is lost, or cannot be proved; nothing may be sent then */
  readonly verify: () => Promise<void>;
  /** Tells of a list that was read in this turn: it shows how earlier writes of unknown outcome ended. */
  readonly hasRead: (kind: ButtonKind, entries: readonly Entry[]) => void;
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
  /** Keeps how it ended; where that cannot be kept now, it is kept later. Never rejects. */
  settle(outcome: WriteOutcome): Promise<void>;
  /** Keeps what a late answer said of a write of unknown outcome. Never rejects. */
  found(list: ListFound): Promise<void>;
}

/** A change that somebody has made elsewhere, as the inventory has seen it. */
export interface SeenChange<Kind extends ButtonKind = ButtonKind> {
  readonly device: DeviceKey;
  readonly kind: Kind;
  readonly before: readonly EntryOf[Kind][];
  /** Null where the device is gone. */
  readonly after: readonly EntryOf[Kind][] | null;
  /** It was made between this and `time`. */
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
   * A list is about to be sent: from now on, nobody is answered by what is kept of it, in no instance.
   * @param signal until when it may take
   * @throws ServiceError `history-unavailable` where that cannot be kept; nothing may be sent then
   */
  changing(device: DeviceKey, kind: ButtonKind, signal: AbortSignal): Promise<ChangingList>;
}

/** A list that is being set, of which nothing is known. Neither method rejects or takes long. */
export interface ChangingList {
  /** The list is this one now. Where how the write ended is not known, this is not called. */
  set(entries: readonly Entry[]): Promise<void>;
  /** It may have been set only now: what was asked for before this says nothing of it. */
  mayHaveLanded(): Promise<void>;
}
