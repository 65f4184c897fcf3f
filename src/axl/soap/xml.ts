/**
 * Writes a text as XML character data. Every character that could end the text, or that a parser normalizes, becomes a
 * reference. So the content stays text. All texts go through this function.
 * @param text any text without characters that XML cannot hold (see unfitText)
 * @throws RangeError for a character that XML 1.0 cannot hold; the input of callers is checked earlier
 */
export function escapeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- finding control characters is what this is for
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

/** @returns the texts of a document of this service: one in each line, and then all of them joined */
export function textsIn(document: string): string {
  const texts = document.split(/<[^>]*>/).map(unescaped);
  return `${texts.join('\n')}\n${texts.join('')}`;
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|#xD);/g, (reference) => characters[reference] ?? reference);
}

/** An answer that is not an XML document, or is too large. You can log and show the message. */
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
 * Begins to receive the rows of an answer, the `row` elements of its `return`. If the answer is read again, it is
 * called again, and earlier rows no longer count.
 * @returns a function that receives each row, in order; it never throws
 */
export type TakeRows = () => (row: XmlElement) => void;

/** @returns an element without attributes, for a request */
export function elementOf(name: string, content: string | readonly XmlElement[]): XmlElement {
  const children = typeof content === 'string' ? [] : content;
  return { name, attributes: {}, children, text: typeof content === 'string' ? content : '' };
}

/** Writes an element without its attributes, because those of an answer do not belong in a request. */
export function writeElement({ name, children, text }: XmlElement): string {
  const content = children.length > 0 ? children.map(writeElement).join('') : escapeText(text);
  return `<${name}>${content}</${name}>`;
}

/** @returns the first child with that name; undefined if there is none */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** @returns all children with that name */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? [];
}

/** @returns the text of a child; empty if there is no such child */
export function childText(element: XmlElement | undefined, name: string): string {
  return child(element, name)?.text ?? '';
}
