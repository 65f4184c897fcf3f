/** Control characters, and characters that change the direction of the text around them. */
// oxlint-disable-next-line no-control-regex
const dangerous = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu;

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * @returns a foreign text in a form that is safe for a terminal. Dangerous characters are shown as their numbers, and
 * right-to-left text does not change the direction of the text next to it
 */
export function shown(text: string): string {
  const safe = text.replace(dangerous, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
  return rightToLeft.test(safe) ? `\u2068${safe}\u2069` : safe;
}

/** @returns the text in double quotes; quotes and backslashes in it are escaped with a backslash */
export function quoted(text: string): string {
  return `"${shown(text.replace(/["\\]/g, '\\$&'))}"`;
}

/** @returns the value as JSON in one line, with dangerous characters escaped */
export function shownJson(value: unknown): string {
  const escaped = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(dangerous, escaped);
}
