/**
 * Writes a text as XML character data. One function, by rule: every character that could end the text or be
 * normalised on the way is written as a reference, so what is inside stays text whatever it looks like.
 * @param text any text without characters that XML cannot hold (see unfitText)
 * @throws RangeError when a character has no place in XML 1.0; the callers' input was checked long before
 */
export function escapeText(text: string): string {
  // eslint-disable-next-line no-control-regex -- finding control characters is what this is for
  if (/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/.test(text) || !text.isWellFormed()) {
    throw new RangeError('a text for XML holds a character that XML cannot represent');
  }
  return text.replace(/[&<>\r]/g, (character) => references[character] ?? character);
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
};
const characters = Object.fromEntries(
  Object.entries(references).map(([character, reference]) => [reference, character]),
);

/** @returns the texts of a document that this service has written, a line for each, and all of them without a break */
export function textsIn(document: string): string {
  const texts = document.split(/<[^>]*>/).map(unescaped);
  return `${texts.join('\n')}\n${texts.join('')}`;
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|#xD);/g, (reference) => characters[reference] ?? reference);
}

/** An answer that is no XML document, or one that is out of bounds. The message is safe to log and to show. */
export class UnreadableResponse extends Error {
  override readonly name = 'UnreadableResponse';
}

/** An element of an answer: names without prefix, all values text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The character data directly inside, untrimmed. */
  readonly text: string;
}

/**
 * Begins to take the rows of an answer, the `row` elements of its `return`. An answer may be read more than once, so it
 * may be called again: what was taken before is void then.
 * @returns what takes each row, in order; it throws nothing
 */
export type TakeRows = () => (row: XmlElement) => void;

/** @returns an element without attributes, to be written */
export function elementOf(name: string, content: string | readonly XmlElement[]): XmlElement {
  const children = typeof content === 'string' ? [] : content;
  return { name, attributes: {}, children, text: typeof content === 'string' ? content : '' };
}

/** Writes an element without its attributes: those that a call manager gives are keys and the like, and not for requests. */
export function writeElement({ name, children, text }: XmlElement): string {
  const content = children.length > 0 ? children.map(writeElement).join('') : escapeText(text);
  return `<${name}>${content}</${name}>`;
}

/** @returns the first child of that name; absent is undefined */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** @returns all children of that name: none, one and many look the same to the caller */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? [];
}

/** @returns the text of a child; absent and empty are both the empty string */
export function childText(element: XmlElement | undefined, name: string): string {
  return child(element, name)?.text ?? '';
}
