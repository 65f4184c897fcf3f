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
import type { Suggestible } from '../domain/suggestion.js';
import type { CallContext } from './call-context.js';

/** What the use cases ask of a call manager. Failures are ServiceErrors. */
export interface CallManager {
  /**
   * Every phone that carries the number in any route partition, in any order.
   * @param holding counts each phone
   */
  findPhones(number: DirectoryNumber, context: CallContext, holding: Holding): Promise<Phone[]>;
  /** @returns a phone or profile with its lines and speed dials, or undefined when there is none of that name */
  findDevice(device: DeviceKey, context: CallContext): Promise<NamedDevice | undefined>;
  /** @returns the phones and profiles, in order of name, a phone before a profile of that name */
  searchDevices(search: DeviceSearch, context: CallContext): Promise<DevicesFound>;
  /** @returns what a text may be the beginning of: directory numbers, and devices, in any order */
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
   * @returns some of them, in the order of kinds and of keys; a page may be short and still have a next one
   */
  findButtonsPage(asked: ButtonPageAsked, context: CallContext, holding: Holding): Promise<ButtonsPage>;
  /**
   * @returns every list of buttons of a device as callers are shown it, all of one moment
   * @throws ServiceError `phone-not-found` or `profile-not-found` when there is no device of that name
   */
  readLists(device: DeviceKey, context: CallContext): Promise<ButtonLists>;
  readonly buttons: { readonly [Kind in ButtonKind]: ButtonsOfDevices<EntryOf[Kind]> };
  /** Makes the phone load its changed configuration, where the service is set to do so. */
  loadChange(phone: DeviceName, context: CallContext): Promise<void>;
}

/** Counts what a lookup holds, and refuses what is too much. */
export interface Holding {
  /**
   * Has to be asked for each item before it is kept.
   * @param bytes about how many it takes in memory
   * @throws ServiceError if there is no room for it
   */
  readonly hold: (bytes: number) => void;
}

/** The buttons of one kind on each device: a list that is read, and replaced as a whole. */
export interface ButtonsOfDevices<Entry extends Button> {
  /**
   * Whether a list cannot be replaced before the one in its place was read, because it may hold what callers are not
   * shown and what must not be lost.
   */
  readonly replacesWhatWasRead: boolean;
  /**
   * @returns what callers are shown
   * @throws ServiceError `phone-not-found` or `profile-not-found` when there is no device of that name
   */
  read(device: DeviceKey, context: CallContext): Promise<HeldButtons<Entry>>;
  /**
   * Reads all that the device holds of them, for a change that is based on it.
   * @param from the only node that is asked; without it the publisher, which has every change first
   * @throws ServiceError likewise
   */
  readForChange(device: DeviceKey, context: CallContext, from?: SentTo): Promise<HeldButtons<Entry>>;
  /**
   * Replaces the whole list. A failure says what is known of its effect, and to which node it was sent.
   * @param held what readForChange gave, where what stays of it is to be kept as it was read
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

/** What is known of a change beside the list that it sets. */
export interface KnownOfChange {
  /** Whether the device was read for it, so that it is known to be one of its kind; unless said, where `held` is given. */
  readonly wasRead?: boolean | undefined;
  /** The index of the one entry that the caller has written by itself; the others stay. */
  readonly named?: string | undefined;
}

/** The buttons of one kind that a device holds. What implements the port may keep more than this in it. */
export interface HeldButtons<Entry extends Button> {
  /** The device's. */
  readonly uuid: Uuid;
  /** As callers are shown them, in numeric order of index. */
  readonly entries: readonly Entry[];
}
