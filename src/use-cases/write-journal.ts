import type { Button, ButtonKind } from '../domain/buttons.js';
import type { DeviceKey } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import type { CallContext } from './call-context.js';

/** What is about to be written to a device. */
export interface IntendedWrite {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  /** What was read in the turn of this write. */
  readonly before: readonly Button[];
  readonly after: readonly Button[];
}

/** Where writes are kept, with what was there before them: each before it is sent, and how it ended before it is told. */
export interface WriteJournal {
  /**
   * Runs a write while nobody else, in any instance of this service, writes to the device.
   * @throws ServiceError `overloaded` when that could not be in time, `history-unavailable` when it cannot be known; the
   * write was not run then
   */
  inTurn<Result>(
    device: DeviceKey,
    context: CallContext,
    write: (recorder: WriteRecorder) => Promise<Result>,
  ): Promise<Result>;
}

export interface WriteRecorder {
  /**
   * Keeps what is about to be sent.
   * @throws ServiceError `history-unavailable`; nothing may be sent then
   */
  begin(write: IntendedWrite, context: CallContext): Promise<RecordedWrite>;
}

export interface RecordedWrite {
  readonly id: string;
  /** Keeps how it ended; where that cannot be kept now, it is kept later. Never rejects. */
  settle(outcome: 'replaced' | 'confirmed-by-reading' | ErrorCode): Promise<void>;
}
