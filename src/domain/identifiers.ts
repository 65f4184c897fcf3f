declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A directory number in the form that callers dial: `0100`, `*55#`, `+14085554019`. Always text. */
export type DirectoryNumber = Branded<'DirectoryNumber'>;
/** A device's name, its key in the call manager: SEP and a MAC address for hardware phones. */
export type DeviceName = Branded<'DeviceName'>;
/** A key as callers see it: 8-4-4-4-12, lower case, no braces. */
export type Uuid = Branded<'Uuid'>;

/** The most characters (code points) in a text of a call manager. */
export const longestText = 255;
/** The most characters in a device's name, by AXL's schema. */
export const longestDeviceName = 100;

/**
 * Characters that cannot be stored: control characters, noncharacters, and the replacement character, which stands for
 * bytes that were not UTF-8.
 */
const unstorable = /[\p{Cc}\p{Cs}\u{FFFD}\u{FFFE}\u{FFFF}]/u;

/**
 * Says why a text cannot be sent to a call manager, regardless of its meaning.
 * XML 1.0 cannot hold most control characters, and changes the others.
 * @param longest the most characters (code points) allowed
 * @returns the reason, which follows the name of the field; undefined if the text is fine
 */
export function unfitText(text: string, longest: number): string | undefined {
  const found = unstorable.exec(text);
  if (found) {
    const point = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `must not contain control characters or broken Unicode (found U+${point})`;
  }
  // A text has at least as many code units as code points. So code points are counted only if the code units are too
  // many.
  const length = text.length > longest ? Array.from(text).length : 0;
  return length > longest ? `must be at most ${longest} characters long (this one has ${length})` : undefined;
}

/**
 * Converts a number to the form that callers dial. A call manager stores E.164 numbers with an escaped plus
 * (`\+1408…`), because a plain `+` is a wildcard in its patterns.
 * @param stored a number as the call manager or a caller wrote it
 */
export function dialledForm(stored: string): DirectoryNumber {
  return (stored.startsWith('\\+') ? stored.slice(1) : stored) as DirectoryNumber;
}

/**
 * What a button dials first: what precedes the first comma. A comma is a pause of two seconds; further digits, access
 * codes and matter codes follow it.
 * @param text what the button dials, as the call manager or a caller wrote it
 */
export function dialledFirst(text: string): DirectoryNumber {
  const comma = text.indexOf(',');
  return dialledForm(comma === -1 ? text : text.slice(0, comma));
}

/** Whether a button points at a number: it dials the number alone, or first, before pauses and codes. */
export function pointsAt(text: string, number: DirectoryNumber): boolean {
  return dialledForm(text) === number || dialledFirst(text) === number;
}

/** @returns what a button that points at a number dials after the number was replaced: pauses and codes stay */
export function renumbered(text: string, number: DirectoryNumber, other: string): string {
  return other + dialledForm(text).slice(number.length);
}

/** The forms in which a call manager may have stored a number: as dialled, and with an escaped plus. */
export function storedForms(number: DirectoryNumber): readonly string[] {
  return number.startsWith('+') ? [number, `\\${number}`] : [number];
}

/**
 * True if no phone can have the number: no directory number has `%` or `_`, which are wildcards in a call manager's
 * searches.
 */
export function isNobodysNumber(number: DirectoryNumber): boolean {
  return /[%_]/.test(number);
}

const uuidShape = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i;

/**
 * Reads a key in either of the call manager's spellings: `{0A1B…}` (objects) or `0a1b…` (SQL).
 * @returns the key as callers see it, or undefined if the text is not a key
 */
export function parseUuid(text: string): Uuid | undefined {
  return uuidShape.exec(text.trim())?.[1]?.toLowerCase() as Uuid | undefined;
}
