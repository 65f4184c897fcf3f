import { jsonWithUnseenEscaped, withUnseenNamed } from '../../domain/unseen.js';

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * @returns a foreign text in a form that is safe for a terminal. Control characters and characters that no one sees are
 * shown as their numbers, and right-to-left text does not change the direction of the text next to it
 */
export function shown(text: string): string {
  const safe = withUnseenNamed(text);
  return rightToLeft.test(safe) ? `\u2068${safe}\u2069` : safe;
}

/** @returns the text in double quotes; quotes and backslashes in it are escaped with a backslash */
export function quoted(text: string): string {
  return `"${shown(text.replace(/["\\]/g, '\\$&'))}"`;
}

/** @returns the value as JSON in one line, with control characters and characters that no one sees escaped */
export function shownJson(value: unknown): string {
  return jsonWithUnseenEscaped(JSON.stringify(value));
}
