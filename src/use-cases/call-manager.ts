import type { SentTo } from '../domain/errors.js';
import type { DeviceName, DirectoryNumber, Uuid } from '../domain/identifiers.js';
import type { Phone, SpeedDial } from '../domain/phone.js';
import type { Ending } from './ending.js';

/** What goes along with one request of a caller, all the way to the call manager. */
export interface CallContext {
  readonly requestId: string;
  /** Order of arrival over all callers: who came first is served first. */
  readonly arrival: number;
  /** Who asks, by the name that was verified. */
  readonly user: string;
  /** The moment, on the clock of performance.now() in milliseconds, at which the caller must have an answer. */
  readonly deadline: () => number;
  /** Comes at the deadline, and for a read also when nobody waits for it any more. */
  readonly ending: Ending;
  /** Counts what the request cost, for its log line. */
  readonly tally: Tally;
  /** A passing failure is told, not repeated: how the call manager is doing is the question itself. */
  readonly oneAttempt?: true;
}

export interface Tally {
  axlCalls: number;
  axlMs: number;
  /** Something has been asked of the call manager. */
  begun?: true;
}

/** What the use cases ask of a call manager. Failures are ServiceErrors. */
export interface CallManager {
  /** Every phone that carries the number in any route partition, in any order. */
  findPhones(number: DirectoryNumber, context: CallContext): Promise<Phone[]>;
  /**
   * The speed dials of a phone, or undefined when there is no phone of that name.
   * @param from the only node that is asked; without it, any that serves
   */
  readSpeedDials(phone: DeviceName, context: CallContext, from?: SentTo): Promise<PhoneKeyAndSpeedDials | undefined>;
  /** Replaces the whole list. A failure says whether it may have been applied, and to which node it was sent. */
  replaceSpeedDials(phone: DeviceName, dials: readonly SpeedDial[], context: CallContext): Promise<Uuid>;
  /** Makes the phone load its changed configuration, where the service is set to do so. */
  loadChange(phone: DeviceName, context: CallContext): Promise<void>;
}

export interface PhoneKeyAndSpeedDials {
  readonly uuid: Uuid;
  readonly speeddials: readonly SpeedDial[];
}
