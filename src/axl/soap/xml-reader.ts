import { setImmediate as immediately } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { type TakeRows, UnreadableResponse, type XmlElement } from './xml.js';

export { UnreadableResponse } from './xml.js';

/**
 * Limits on an answer, so that a hostile one costs little memory and does not block the event loop. The transport
 * limits the number of bytes.
 */
export const responseLimits = {
  depth: 64,
  elements: 200_000,
  attributes: 400_000,
  /** Attributes of one element. They are limited because the parser processes them without a pause. */
  attributesOfOne: 100,
  /** Unreadable characters. */
  unreadable: 100_000,
} as const;

/** How many bytes are read before other work may run, so that a large answer does not block the event loop. */
const turn = 64 * 1024;

/** A document that was read. */
export interface XmlDocument {
  readonly root: XmlElement;
  readonly unreadable: Unreadable;
}

/** The characters in values that XML does not allow. They were replaced by U+FFFD. */
export interface Unreadable {
  readonly characters: number;
  /** The elements with such values, and the elements around them. */
  readonly within: ReadonlySet<XmlElement>;
}

/**
 * Reads an XML document. Its structure must be right: a document that is malformed, truncated, has a document type or
 * exceeds the limits is refused. Its values stay text, as they were entered in the call manager. In values, invalid
 * bytes and control characters become U+FFFD.
 * @param charset the character set in the HTTP header
 * @param takeRows receives the rows as they are read; they are then not in the document
 * @returns the document; without a promise if it is short, as most are
 * @throws UnreadableResponse
 */
export function readDocument(
  bytes: Uint8Array,
  charset?: string,
  takeRows?: TakeRows,
): XmlDocument | Promise<XmlDocument> {
  if (bytes.byteLength === 0) throw new UnreadableResponse('the answer is empty');
  const used = charsetOf(bytes, charset);
  if (bytes.byteLength > turn) return readInTurns(bytes, used, takeRows);
  const text = decoded(bytes, used);
  try {
    return readText(text, takeRows);
  } catch (thrown) {
    // The parser refuses control characters. Few answers contain any, so they are searched for only after a refusal.
    const cleaned = withoutControlCharacters(text);
    if (cleaned === text) throw thrown;
    return readText(cleaned, takeRows);
  }
}

function readText(text: string, takeRows: TakeRows | undefined): XmlDocument {
  const parser = new DocumentParser(takeRows);
  parser.write(text);
  return { root: parser.end(), unreadable: parser.unreadable };
}

async function readInTurns(bytes: Uint8Array, charset: string, takeRows?: TakeRows): Promise<XmlDocument> {
  const parser = new DocumentParser(takeRows);
  const decoder = decoderOf(charset);
  for (let offset = 0; offset < bytes.byteLength; offset += turn) {
    if (offset > 0) await immediately();
    parser.write(withoutControlCharacters(decoder.decode(bytes.subarray(offset, offset + turn), { stream: true })));
  }
  parser.write(decoder.decode());
  return { root: parser.end(), unreadable: parser.unreadable };
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * A parser that asks a function which character references are valid. saxes has no option for that, so its method
 * `isChar` is replaced.
 */
class ReferenceAskingParser extends SaxesParser {
  /** @param takesReference whether a reference to this code point is accepted */
  constructor(readonly takesReference: (codePoint: number) => boolean) {
    // An answer in XML 1.1 is read like 1.0, so there is one rule for control characters.
    super({ position: false, xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
    Object.assign(this, { isChar: askAboutReference });
  }
}

/**
 * All parsers share one function. If each parser had its own, V8 (in Node 24) would keep what was read in memory until
 * the next full garbage collection. That would cost a fifth of the CPU time of a lookup.
 */
function askAboutReference(this: ReferenceAskingParser, codePoint: number): boolean {
  return this.takesReference(codePoint);
}

/** Builds elements from a document's text, piece by piece. Its errors are of the class UnreadableResponse. */
export class DocumentParser {
  readonly #parser = new ReferenceAskingParser((codePoint) => this.#refersToCharacter(codePoint));
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #elements = 0;
  #attributes = 0;
  #attributesOfOne = 0;
  /** Whether there may be an unreadable character. Most answers have none, and are not searched for them. */
  #suspect = false;
  #unreadable = 0;
  /**
   * How many of the unreadable characters were written as references. These are counted before the text is put
   * together.
   */
  #references = 0;
  readonly #within = new Set<XmlElement>();
  readonly #takeRow: ((row: XmlElement) => void) | undefined;

  /** @param takeRows receives the rows as they are read */
  constructor(takeRows?: TakeRows) {
    this.#takeRow = takeRows?.();
    const parser = this.#parser;
    parser.on('error', () => {
      throw notWellFormed();
    });
    parser.on('doctype', () => {
      throw new UnreadableResponse('the answer declares a document type, which SOAP forbids');
    });
    parser.on('attribute', () => {
      this.#attributes += 1;
      this.#attributesOfOne += 1;
      const { attributes, attributesOfOne } = responseLimits;
      if (this.#attributes > attributes || this.#attributesOfOne > attributesOfOne) {
        throw new UnreadableResponse('the answer has too many attributes');
      }
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.#opened(name, attributes);
    });
    const appended = (text: string): void => {
      const current = this.#open.at(-1);
      if (current) current.text += text;
    };
    parser.on('text', appended);
    parser.on('cdata', appended);
    parser.on('closetag', () => {
      this.#closed();
    });
  }

  /** The unreadable characters in the text so far. */
  get unreadable(): Unreadable {
    return { characters: this.#unreadable, within: this.#within };
  }

  /** @param text without control characters; U+FFFD replaces them */
  write(text: string): void {
    this.#suspect ||= text.includes(replacement);
    this.#parser.write(text);
  }

  /** @returns the root element; an incomplete document is refused */
  end(): XmlElement {
    this.#parser.close();
    if (!this.#root) throw notWellFormed();
    return this.#root;
  }

  #opened(name: string, attributes: Record<string, string>): void {
    this.#attributesOfOne = 0;
    this.#elements += 1;
    if (this.#elements > responseLimits.elements) throw new UnreadableResponse('the answer has too many elements');
    if (this.#open.length >= responseLimits.depth) throw new UnreadableResponse('the answer is nested too deeply');
    const element: OpenElement = { name: withoutPrefix(name), attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
    if (this.#suspect) this.#searchTag(name, attributes);
  }

  #closed(): void {
    const closed = this.#open.at(-1);
    if (closed && this.#suspect) closed.text = this.#searched(closed.text);
    // The element that is closed last is the root.
    this.#root = this.#open.pop();
    const parent = this.#open.at(-1);
    if (!this.#takeRow || closed?.name !== 'row' || parent?.name !== 'return') return;
    this.#takeRow(closed);
    // A row with unreadable values is kept, so that its device can be named.
    if (this.#within.has(closed)) return;
    parent.children.pop();
    // The row does not count as memory any more.
    this.#elements -= elementsIn(closed);
  }

  /** @returns whether a reference is valid; the character that it refers to may still be unreadable */
  #refersToCharacter(codePoint: number): boolean {
    if (Number.isNaN(codePoint) || codePoint > 0x10ffff) return false;
    if (unreadableReference.test(String.fromCodePoint(codePoint))) {
      this.#suspect = true;
      this.#references += 1;
      refuseTooMany(this.#references);
    }
    return true;
  }

  #searchTag(name: string, attributes: Record<string, string>): void {
    if (name.includes(replacement)) throw notWellFormed();
    for (const [attribute, value] of Object.entries(attributes)) {
      if (attribute.includes(replacement)) throw notWellFormed();
      attributes[attribute] = this.#searched(value);
    }
  }

  /** @returns a value of the innermost open element, with U+FFFD for each unreadable character */
  #searched(value: string): string {
    const readable = withoutControlCharacters(value.toWellFormed());
    const before = this.#unreadable;
    for (let at = readable.indexOf(replacement); at >= 0; at = readable.indexOf(replacement, at + 1)) {
      this.#unreadable += 1;
      refuseTooMany(this.#unreadable);
    }
    if (this.#unreadable > before) for (const element of this.#open) this.#within.add(element);
    return readable;
  }
}

function elementsIn({ children }: XmlElement): number {
  return children.reduce((sum, element) => sum + elementsIn(element), 1);
}

/** The characters that XML 1.0 does not allow, except unpaired surrogates: control characters and noncharacters. */
// oxlint-disable-next-line no-control-regex -- finding control characters is what this is for
const controlCharacters = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;
// oxlint-disable-next-line no-control-regex -- see above
const unreadableReference = /[\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFD-\uFFFF]/u;
const replacement = '\uFFFD';

function withoutControlCharacters(text: string): string {
  return text.replace(controlCharacters, replacement);
}

function refuseTooMany(characters: number): void {
  if (characters <= responseLimits.unreadable) return;
  throw new UnreadableResponse('the answer has too many characters that cannot be read');
}

function notWellFormed(): UnreadableResponse {
  return new UnreadableResponse('the answer is not well-formed XML');
}

/** Prefixes change between releases; the local name stays. */
function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** How many bytes are searched for an XML declaration. */
const longestDeclaration = 200;

/**
 * Finds the character set of an XML document: from the HTTP header, or else from the document's declaration, or else
 * UTF-8 as AXL uses.
 */
export function charsetOf(bytes: Uint8Array, inHeader: string | undefined): string {
  if (inHeader !== undefined) return inHeader;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, longestDeclaration));
  return /^(?:\xEF\xBB\xBF)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)/.exec(start.toString('latin1'))?.[1] ?? 'utf-8';
}

/** Decodes a whole text. Bytes that are invalid in the character set become U+FFFD. */
export function decoded(bytes: Uint8Array, charset: string): string {
  // Most answers are short and in UTF-8, for which this is the fastest way.
  if (/^utf-?8$/i.test(charset)) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }
  return decoderOf(charset).decode(bytes);
}

/** @returns a decoder for a text in pieces, with the same result as `decoded` */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new UnreadableResponse('the answer is in an unknown character set');
  }
}
