import { nameOfUnseen, withUnseenNamed } from '../domain/unseen.js';

/**
 * Texts as agents see them: characters that no one sees are shown as their numbers (`\u{200B}`), in every answer. What
 * an agent sends back means the characters again, so nothing is lost or changed on the way.
 */

/** What would be mistaken for the number of a character: such a backslash gets a number itself. */
const ambiguous = /\\(?=u\{)/g;

/** @returns a text of the call manager as agents see it */
export function shownToAgent(text: string): string {
  return withUnseenNamed(text.replace(ambiguous, nameOfUnseen('\\')));
}

/** @returns the text that an agent means */
export function meantByAgent(text: string): string {
  // Most texts have none, and a change may have many texts.
  if (!text.includes('\\u{')) return text;
  return text.replace(/\\u\{([0-9A-Fa-f]{1,6})\}/g, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** @returns a value of JSON with another text for each text in it; names of properties stay */
export function withTexts(value: unknown, other: (text: string) => string): unknown {
  if (typeof value === 'string') return other(value);
  if (Array.isArray(value)) return value.map((each) => withTexts(each, other));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, other)]));
}
