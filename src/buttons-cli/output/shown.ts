/** Control characters, and those that turn the direction of the text around them. */
// eslint-disable-next-line no-control-regex
const dangerous = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu;

/** @returns foreign text for a terminal: what could move the cursor or turn the text around is shown as its number */
export function shown(text: string): string {
  return text.replace(dangerous, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** @returns the same, in double quotes */
export function quoted(text: string): string {
  return `"${shown(text)}"`;
}

/** @returns JSON in one line that means the value, with the dangerous characters in JSON's own escapes */
export function shownJson(value: unknown): string {
  const escaped = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(dangerous, escaped);
}
