declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A directory number in the form that callers dial: `0100`, `*55#`, `+14085554019`. Always text. */
export type DirectoryNumber = Branded<'DirectoryNumber'>;
/** A device's name, its key in the call manager: SEP and a MAC address for hardware phones. */
export type DeviceName = Branded<'DeviceName'>;
/** A key as callers see it: 8-4-4-4-12, lower case, no braces. */
export type Uuid = Branded<'Uuid'>;

/** How many characters (code points) a text of a call manager has at most. */
export const longestText = 255;
/** The same of a device's name, by AXL's schema. */
export const longestDeviceName = 100;

/**
 * What keeps a text from being stored: a control character, what is no character at all, and the replacement
 * character, which is what is left of bytes that were no UTF-8.
 */
const unstorable = /[\p{Cc}\p{Cs}\u{FFFD}\u{FFFE}\u{FFFF}]/u;

/**
 * Says why a text cannot be sent to a call manager, whatever it means there.
 * XML 1.0 has no place for most control characters; the others would be changed on the way.
 * @param longest the most characters (code points) allowed
 * @returns the reason, to follow the name of the field, or undefined when the text is fine
 */
export function unfitText(text: string, longest: number): string | undefined {
  const found = unstorable.exec(text);
  if (found) {
    const point = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `must not contain control characters or broken Unicode (found U+${point})`;
  }
  // Code units bound the code points, so most texts are never counted.
  const length = text.length > longest ? Array.from(text).length : 0;
  return length > longest ? `must be at most ${longest} characters long (this one has ${length})` : undefined;
}

/**
 * The form of a number that callers dial. A call manager stores E.164 numbers with an escaped plus (`\+1408…`),
 * because a bare `+` is a wildcard in its patterns.
 * @param stored a number as the call manager or a caller wrote it
 */
export function dialledForm(stored: string): DirectoryNumber {
  return (stored.startsWith('\\+') ? stored.slice(1) : stored) as DirectoryNumber;
}

/** The forms under which a call manager may have stored a number: as dialled, and with an escaped plus. */
export function storedForms(number: DirectoryNumber): readonly string[] {
  return number.startsWith('+') ? [number, `\\${number}`] : [number];
}

/**
 * Whether no phone can carry a number. `%` and `_` stand in no directory number; to a call manager's searches they are
 * wildcards.
 */
export function isNobodysNumber(number: DirectoryNumber): boolean {
  return /[%_]/.test(number);
}

const uuidShape = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i;

/**
 * Reads a key in either of the call manager's spellings: `{0A1B…}` (objects) or `0a1b…` (SQL).
 * @returns the key as callers see it, or undefined when the text is no key
 */
export function parseUuid(text: string): Uuid | undefined {
  return uuidShape.exec(text.trim())?.[1]?.toLowerCase() as Uuid | undefined;
}
