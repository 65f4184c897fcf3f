import type { SentTo } from '../domain/errors.js';
import type { DeviceName, DirectoryNumber, Uuid } from '../domain/identifiers.js';
import type { Phone, SpeedDial } from '../domain/phone.js';
import type { CallContext } from './call-context.js';

/** What the use cases ask of a call manager. Failures are ServiceErrors. */
export interface CallManager {
  /** Every phone that carries the number in any route partition, in any order. */
  findPhones(number: DirectoryNumber, context: CallContext): Promise<Phone[]>;
  /**
   * The speed dials of a phone, or undefined when there is no phone of that name.
   * @param from the only node that is asked; without it, any that serves
   */
  readSpeedDials(phone: DeviceName, context: CallContext, from?: SentTo): Promise<PhoneKeyAndSpeedDials | undefined>;
  /** Replaces the whole list. A failure says what is known of its effect, and to which node it was sent. */
  replaceSpeedDials(phone: DeviceName, dials: readonly SpeedDial[], context: CallContext): Promise<Uuid>;
  /** Makes the phone load its changed configuration, where the service is set to do so. */
  loadChange(phone: DeviceName, context: CallContext): Promise<void>;
}

export interface PhoneKeyAndSpeedDials {
  readonly uuid: Uuid;
  readonly speeddials: readonly SpeedDial[];
}
