import type { DeviceName } from './identifiers.js';

export const deviceKinds = ['phone', 'profile'] as const;
/** A device profile holds the lines and buttons of a user who logs in at a phone (extension mobility). */
export type DeviceKind = (typeof deviceKinds)[number];

/** What callers call a device of each kind. */
export const deviceNoun = { phone: 'phone', profile: 'device profile' } as const satisfies Record<DeviceKind, string>;

/** What identifies a device: names are unique among the devices of one kind. */
export interface DeviceKey {
  readonly kind: DeviceKind;
  readonly name: DeviceName;
}

/** @returns one text for each device, regardless of the letter case of its name */
export function deviceId({ kind, name }: { readonly kind: DeviceKind; readonly name: string }): string {
  return `${kind}/${name.toLowerCase()}`;
}

/** @returns a device in words: `the phone SEP00A1B2C30011` */
export function named({ kind, name }: DeviceKey): string {
  return `the ${deviceNoun[kind]} ${name}`;
}

/** A device's name, and the key that the device must have. */
export interface KeyedDevice {
  readonly device: DeviceKey;
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
}

/**
 * The texts that describe a device, each with an example for the OpenAPI document. What is read, stored and answered is
 * derived from these names. src/axl/soap/device-columns.ts has their names in AXL and SQL.
 */
export const deviceTexts = {
  name: 'SEP00A1B2C30011',
  description: 'Carlos Peña, San José',
  product: 'Cisco 8841',
  model: 'Cisco 8841',
} as const;

export type DeviceText = keyof typeof deviceTexts;
/** Every text is always there; it is empty if the call manager has none. */
export type DeviceTexts = Readonly<Record<DeviceText, string>>;
/** The name of a text as an SQL column, in lower case. */
export type DeviceColumn = Lowercase<DeviceText>;

export const deviceTextNames = /* @__PURE__ */ Object.keys(deviceTexts) as DeviceText[];
export const deviceColumns = /* @__PURE__ */ deviceTextNames.map(columnOf);

export function columnOf<Text extends DeviceText>(text: Text): Lowercase<Text> {
  return text.toLowerCase() as Lowercase<Text>;
}

/** @param textOf returns the text of that name */
export function deviceTextsBy(textOf: (text: DeviceText) => string): DeviceTexts {
  const texts: Partial<Record<DeviceText, string>> = {};
  for (const text of deviceTextNames) texts[text] = textOf(text);
  return texts as DeviceTexts;
}

/** A device as a search shows it. */
export interface DeviceSummary extends DeviceTexts {
  readonly deviceKind: DeviceKind;
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
}

/** A device's position in the order of name and kind. */
export type DevicePosition = Pick<DeviceSummary, 'name' | 'deviceKind'>;

/** A search for devices. */
export interface DeviceSearch {
  /** A part of the name or description, in any letter case; no character is a wildcard. */
  readonly text: string;
  /** The last device of the previous page. */
  readonly after: DevicePosition | undefined;
  /** The most devices on the page. A page may have fewer, and still have a next one. */
  readonly most: number;
}

/** A page of the devices that a search finds. */
export interface DevicesFound {
  readonly devices: readonly DeviceSummary[];
  /** The last device of this page; undefined if there are no more. */
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
