import type { DeviceName } from './identifiers.js';

export const deviceKinds = ['phone', 'profile'] as const;
/** A device profile holds the lines and buttons of a user who logs in at a phone (extension mobility). */
export type DeviceKind = (typeof deviceKinds)[number];

/** What callers call a device of each kind. */
export const deviceNoun = { phone: 'phone', profile: 'device profile' } as const satisfies Record<DeviceKind, string>;

/** What a device is known by: names are unique among the devices of one kind. */
export interface DeviceKey {
  readonly kind: DeviceKind;
  readonly name: DeviceName;
}

/** @returns one text for each device, whatever the letter case of its name: a call manager takes either */
export function deviceId({ kind, name }: { readonly kind: DeviceKind; readonly name: string }): string {
  return `${kind}/${name.toLowerCase()}`;
}

/** A device by its name, and the key that the device of this name has to have. */
export interface KeyedDevice {
  readonly device: DeviceKey;
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
}

/**
 * What describes a device, beside its kind and its key: texts, each with an example for the OpenAPI document. All else is
 * made of these names: what is read and kept of a device, and how it is answered. How AXL and SQL call them stands in
 * src/axl/soap/device-columns.ts. The inventory keeps all of them, because its answers are those of the call manager.
 */
export const deviceTexts = {
  name: 'SEP00A1B2C30011',
  description: 'Carlos Peña, San José',
  product: 'Cisco 8841',
  model: 'Cisco 8841',
} as const;

export type DeviceText = keyof typeof deviceTexts;
/** Every text is always there, empty where the call manager has none. */
export type DeviceTexts = Readonly<Record<DeviceText, string>>;
/** A text as a column of SQL, where names have no capital letters. */
export type DeviceColumn = Lowercase<DeviceText>;

export const deviceTextNames = Object.keys(deviceTexts) as DeviceText[];
export const deviceColumns = deviceTextNames.map(columnOf);

export function columnOf<Text extends DeviceText>(text: Text): Lowercase<Text> {
  return text.toLowerCase() as Lowercase<Text>;
}

/** @param textOf gives each of the texts */
export function deviceTextsBy(textOf: (text: DeviceText) => string): DeviceTexts {
  return Object.fromEntries(deviceTextNames.map((text) => [text, textOf(text)])) as DeviceTexts;
}

/** A device as a search shows it. */
export interface DeviceSummary extends DeviceTexts {
  readonly deviceKind: DeviceKind;
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
}

/** A device's position in the order of name and kind. */
export type DevicePosition = Pick<DeviceSummary, 'name' | 'deviceKind'>;

/** What devices are searched for. */
export interface DeviceSearch {
  /** Is found in the name or the description, whatever its letter case; no character is a wildcard. */
  readonly text: string;
  /** Behind which device to go on. */
  readonly after: DevicePosition | undefined;
  /** How many are wanted. There may be fewer, and others behind them all the same. */
  readonly most: number;
}

/** A part of the devices that a search finds. */
export interface DevicesFound {
  readonly devices: readonly DeviceSummary[];
  /** Behind which device there may be more; undefined where there are none. */
  readonly next: DevicePosition | undefined;
}

/** A directory number in one route partition: the same number in two partitions is two numbers. */
export interface NumberSummary {
  /** In the form that callers dial. */
  readonly dirn: string;
  /** Empty for a number without a partition. */
  readonly partition: string;
  readonly description: string;
}
