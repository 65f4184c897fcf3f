import type { DeviceSummary } from './device.js';

/** What a search for devices looks for, folded. */
export interface Sought {
  readonly text: string;
  /** The digits of a MAC address, if the text is one in any spelling. Names of phones have only the digits. */
  readonly mac: string | undefined;
}

/** How many digits a MAC address has. */
const macDigits = 12;

/**
 * @param fewestDigits how many digits a text must have to count as the beginning of a MAC address
 * @param fold the function by which texts are compared
 */
export function soughtIn(text: string, fewestDigits = macDigits, fold = folded): Sought {
  const spelled = text.toLowerCase().replace(/[\s:.-]/g, '');
  const mac = /^(?:sep)?([0-9a-f]+)$/.exec(spelled)?.[1];
  const isMac = mac !== undefined && mac.length >= fewestDigits && mac.length <= macDigits;
  return { text: fold(text), mac: isMac ? mac : undefined };
}

/** Whether a device's name or description contains the text. */
export function holds({ name, description }: Pick<DeviceSummary, 'name' | 'description'>, sought: Sought): boolean {
  const { text, mac } = sought;
  const isNamed = mac !== undefined && folded(name).includes(mac);
  return isNamed || [name, description].some((value) => folded(value).includes(text));
}

/** A text in lower case, with one spelling of its accents. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Letters that Unicode does not decompose, and how they are written without their marks. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** A text without letter case and without marks on letters. So `strasse` finds Straße, and `soren` finds Søren. */
export function plainFolded(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(otherLetters, (letter) => plainLetters[letter] ?? letter);
}
