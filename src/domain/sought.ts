import type { DeviceSummary } from './device.js';

/** What devices are searched for, folded. */
export interface Sought {
  readonly text: string;
  /** The digits of a MAC address, where the text is one, in whatever spelling: names of phones hold it without one. */
  readonly mac: string | undefined;
}

/** How many digits a MAC address has. */
const macDigits = 12;

/** @param fewestDigits from how many of its digits on a text may be the beginning of a MAC address */
export function soughtIn(text: string, fewestDigits = macDigits): Sought {
  const spelled = text.toLowerCase().replace(/[\s:.-]/g, '');
  const mac = /^(?:sep)?([0-9a-f]+)$/.exec(spelled)?.[1];
  const isMac = mac !== undefined && mac.length >= fewestDigits && mac.length <= macDigits;
  return { text: folded(text), mac: isMac ? mac : undefined };
}

/** Whether a device's name or description holds what is searched for. */
export function holds({ name, description }: Pick<DeviceSummary, 'name' | 'description'>, sought: Sought): boolean {
  const { text, mac } = sought;
  const isNamed = mac !== undefined && folded(name).includes(mac);
  return isNamed || [name, description].some((value) => folded(value).includes(text));
}

/** A text without its letter case, in one spelling of its accents. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
