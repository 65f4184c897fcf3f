import type {
  ButtonKind,
  ButtonLists,
  ButtonPageAsked,
  ButtonsPage,
  EntryOf,
  PointingButton,
} from '../domain/button-kinds.js';
import type { Button } from '../domain/buttons.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch } from '../domain/device.js';
import type { SentTo } from '../domain/errors.js';
import type { DeviceName, DirectoryNumber, Uuid } from '../domain/identifiers.js';
import type { NamedDevice, Phone } from '../domain/phone.js';
import type { RestOfDevice } from '../domain/rest-of-device.js';
import type { Suggestible } from '../domain/suggestion.js';
import type { CallContext } from './call-context.js';

/** The port: what the use cases need from a call manager. Each failure is a ServiceError. */
export interface CallManager {
  /**
   * Every phone that carries the number in any route partition, in any order.
   * @param holding counts each phone
   */
  findPhones(number: DirectoryNumber, context: CallContext, holding: Holding): Promise<Phone[]>;
  /** @returns a phone or profile with its lines and speed dials, or undefined if none has the name */
  findDevice(device: DeviceKey, context: CallContext): Promise<NamedDevice | undefined>;
  /** @returns the phones and profiles, in order of name, a phone before a profile of that name */
  searchDevices(search: DeviceSearch, context: CallContext): Promise<DevicesFound>;
  /** @returns directory numbers and devices that a text may be the beginning of, in any order */
  suggest(text: string, context: CallContext): Promise<Suggestible>;
  /** @returns the number in each of its route partitions, in any order */
  findNumbers(number: DirectoryNumber, context: CallContext): Promise<NumberSummary[]>;
  /**
   * @param holding counts each button
   * @returns every button of every phone and profile that points at the number, in any order
   */
  findButtons(number: DirectoryNumber, context: CallContext, holding: Holding): Promise<PointingButton[]>;
  /**
   * @param holding counts each button
   * @returns some of these buttons, in the order of kinds and of keys. A page may be short, and still have a next one
   */
  findButtonsPage(asked: ButtonPageAsked, context: CallContext, holding: Holding): Promise<ButtonsPage>;
  /**
   * @returns all lists of buttons of a device, as callers see them, read at one moment
   * @throws ServiceError `phone-not-found` or `profile-not-found` if no device has the name
   */
  readLists(device: DeviceKey, context: CallContext): Promise<ButtonLists>;
  readonly buttons: { readonly [Kind in ButtonKind]: ButtonsOfDevices<EntryOf[Kind]> };
  /** Makes the phone load its changed configuration, if AXL_AFTER_UPDATE is set. */
  loadChange(phone: DeviceName, context: CallContext): Promise<void>;
}

/** Counts the memory of a lookup, and refuses what is too much. */
export interface Holding {
  /**
   * Call it for each item before you store the item.
   * @param bytes the item's size in memory, roughly
   * @throws ServiceError if there is no room
   */
  readonly hold: (bytes: number) => void;
}

/** The lists of one kind. A list is read, and replaced, as a whole. */
export interface ButtonsOfDevices<Entry extends Button> {
  /**
   * True if the present list must be read before it is replaced. It may have properties that callers do not see, and
   * these must not be lost.
   */
  readonly replacesWhatWasRead: boolean;
  /**
   * @returns the list as callers see it
   * @throws ServiceError `phone-not-found` or `profile-not-found` if no device has the name
   */
  read(device: DeviceKey, context: CallContext): Promise<HeldButtons<Entry>>;
  /**
   * Reads everything in the list, for a change that is based on it, and what the change must not touch.
   * @param from the only node to ask; without it the publisher, which has every change first
   * @throws ServiceError like `read`
   */
  readForChange(device: DeviceKey, context: CallContext, from?: SentTo): Promise<HeldButtons<Entry>>;
  /**
   * Replaces the whole list. A failure says what is known about its effect, and which node got the request.
   * @param held the result of readForChange, if entries that stay must stay as they were read
   * @throws ServiceError `not-representable` if an entry that stays could not be written back as it was read;
   * nothing was sent then
   */
  replace(
    device: DeviceKey,
    entries: readonly Entry[],
    held: HeldButtons<Entry> | undefined,
    context: CallContext,
    known?: KnownOfChange,
  ): Promise<Uuid>;
}

/** What is known about a change, besides its list. */
export interface KnownOfChange {
  /** True if the device was read, so its kind is known. The default is true with `held`. */
  readonly wasRead?: boolean | undefined;
  /** The index of the one entry that the caller sets; the others stay. */
  readonly named?: string | undefined;
}

/** The list of a device, for a change. The implementation of the port may store more in it. */
export interface HeldButtons<Entry extends Button> {
  /** The key of the device. */
  readonly uuid: Uuid;
  /** As callers see them, in numeric order of index. */
  readonly entries: readonly Entry[];
  /** The rest of the device, if `readForChange` has read it. */
  readonly rest?: RestOfDevice;
}
