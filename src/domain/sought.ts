import type { DeviceKey, DeviceSummary } from './device.js';
import { type DeviceName, dialledForm, type DirectoryNumber } from './identifiers.js';
import { withoutUnseen } from './unseen.js';

/** What a text that someone typed or pasted stands for. Each search uses the parts that it can look for. */
export interface Sought {
  /** The words, in lower case. A name or description has all of them, in any order. */
  readonly words: readonly string[];
  /** A directory number or its beginning, as callers dial it, if the text can be one. */
  readonly number: DirectoryNumber | undefined;
  /** The digits at the end of a longer number: `4085554019` for `(408) 555-4019`, without the zeros before a code. */
  readonly ending: string | undefined;
  /** What a button may point at: a number, also with pauses and codes, or an address. */
  readonly target: string | undefined;
  /** The digits of a MAC address or of its beginning, in lower case. Names of phones have only the digits. */
  readonly mac: string | undefined;
}

/** How many digits a MAC address has, and how many a text needs to be searched for as the beginning of one. */
export const macDigits = { all: 12, fewest: 4 } as const;

/** A MAC address as people write it, with something between its digits. So it is not taken for a number. */
const separatedMac =
  /^(?:[0-9a-f]{2}(?:([:. -])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4})|[0-9a-f]{4}([:. -])[0-9a-f]{4}\2[0-9a-f]{4})$/i;

/** With fewer digits, the number before a name is part of the name: `3 Meeting rooms`. */
const fewestBesideName = 3;

/** With fewer digits, too many numbers end alike. */
const fewestAtEnd = 4;

/** Further words are not compared. */
const mostWords = 16;

/**
 * A number as people write it: `(408) 555-4019`, `+49 (0)89 12-34/5`, `\+4989…` as the call manager stores it, with
 * pauses (`95551234,,8787`), and with a name after it, as in a list of numbers.
 */
const writtenNumber = /^(\\?\+|)([0-9*#(][0-9*#,\s()./-]*)(?:\s\p{L}.*)?$/u;

const address = /^[^\s@]+@[^\s@]+$/;

/**
 * Turns what people type into what is looked for: the one function for the service, the console, the command line and
 * agents. Characters that no one sees are dropped.
 */
export function soughtIn(typed: string): Sought {
  const text = withoutUnseen(typed).trim();
  const dialled = dialledIn(text);
  const number = dialled !== undefined && !dialled.includes(',') ? dialled : undefined;
  const digits = number?.replace(/^\+?0*/, '') ?? '';
  return {
    words: folded(text).split(/\s+/, mostWords),
    number,
    ending: digits.length >= fewestAtEnd && /^\d+$/.test(digits) ? digits : undefined,
    target: dialled ?? (address.test(text) ? text : undefined),
    mac: macIn(text),
  };
}

/** @returns the number in a text, as callers dial it, also with pauses */
function dialledIn(text: string): DirectoryNumber | undefined {
  const [, plus = '', written] = writtenNumber.exec(text) ?? [];
  if (written === undefined || separatedMac.test(text)) return undefined;
  // The zero in brackets is dialled only within the country.
  const abroad = plus === '' ? written : written.replace('(0)', '');
  const number = abroad.replace(/[\s()./-]/g, '').replace(/,+$/, '');
  const isName = /\p{L}/u.test(text) && number.length < fewestBesideName;
  return number === '' || isName ? undefined : dialledForm(plus + number);
}

function macIn(text: string): string | undefined {
  const digits = /^(?:sep)?([0-9a-f]+)$/.exec(text.toLowerCase().replace(/[\s:.-]/g, ''))?.[1] ?? '';
  return digits.length >= macDigits.fewest && digits.length <= macDigits.all ? digits : undefined;
}

/**
 * How a search for what someone typed is asked (RFC 9111): the inventory may answer, which ignores accents and knows
 * people, because what a search finds is read again where it matters. The times are in seconds.
 */
export const keptSearch = 'max-age=900, stale-if-error=604800';

/**
 * @returns the name of the phone whose MAC address the text is, in any spelling, with SEP before it or without;
 * undefined for any other text
 */
export function phoneNameIn(typed: string): string | undefined {
  const { mac = '' } = soughtIn(typed);
  return mac.length === macDigits.all ? `SEP${mac.toUpperCase()}` : undefined;
}

/** @returns the devices that a name may be of, the likeliest first: a phone by its MAC address, a phone, a profile */
export function devicesNamed(text: string): readonly [DeviceKey, ...DeviceKey[]] {
  const ofMac = phoneNameIn(text);
  const phone = { kind: 'phone', name: text as DeviceName } as const;
  const profile = { kind: 'profile', name: text as DeviceName } as const;
  if (ofMac === undefined || ofMac === text) return [phone, profile];
  return [{ kind: 'phone', name: ofMac as DeviceName }, phone, profile];
}

/** Whether a device's name and description have what is looked for. */
export function holds({ name, description }: Pick<DeviceSummary, 'name' | 'description'>, sought: Sought): boolean {
  const own = plainFolded(`${name} ${description}`);
  const isNamed = sought.mac !== undefined && plainFolded(name).includes(sought.mac);
  return isNamed || sought.words.every((word) => own.includes(plainFolded(word)));
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

/**
 * A text without letter case, marks on letters and characters that no one sees. So `strasse` finds Straße, and `soren`
 * finds Søren.
 */
export function plainFolded(text: string): string {
  const bare = withoutUnseen(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(otherLetters, (letter) => plainLetters[letter] ?? letter);
}
