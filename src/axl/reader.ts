import { isUtf8 } from 'node:buffer';
import { setImmediate as immediately } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import type { XmlElement } from './xml.js';

/** Bounds on an answer that keep a hostile one from costing memory; how many bytes are read, the transport bounds. */
export const answerLimits = { depth: 64, elements: 200_000 } as const;

/** How many characters are read before others are let in, so that a large answer does not hold the event loop. */
const turn = 128 * 1024;

/** An answer that is no XML document, or one that is out of bounds. The message is safe to log and to show. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/**
 * Reads an XML document, strictly: anything not well-formed, truncated, not in its declared character set, with a
 * document type, or too deep or too large is refused. Values stay text.
 * @param charset the one that the HTTP header names; without one AXL's is UTF-8
 * @returns the root element; at once, where the document is short as most are
 * @throws UnreadableAnswer
 */
export function readDocument(bytes: Uint8Array, charset?: string): XmlElement | Promise<XmlElement> {
  const text = decoded(bytes, charset);
  const parser = new DocumentParser();
  if (text.length > turn) return readInTurns(parser, text);
  parser.write(text);
  return parser.end();
}

async function readInTurns(parser: DocumentParser, text: string): Promise<XmlElement> {
  for (let place = 0; place < text.length; place += turn) {
    if (place > 0) await immediately();
    parser.write(text.slice(place, place + turn));
  }
  return parser.end();
}

function decoded(bytes: Uint8Array, charset = 'utf-8'): string {
  if (bytes.byteLength === 0) throw new UnreadableAnswer('the answer is empty');
  if (/^utf-?8$/i.test(charset)) {
    if (!isUtf8(bytes)) throw new UnreadableAnswer('the answer is not in the character set that it claims');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }
  try {
    return decoderOf(charset).decode(bytes);
  } catch (thrown) {
    if (thrown instanceof UnreadableAnswer) throw thrown;
    throw new UnreadableAnswer('the answer is not in the character set that it claims');
  }
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new UnreadableAnswer('the answer is in an unknown character set');
  }
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/** Makes elements of a document's text, piece by piece. What it throws is an UnreadableAnswer. */
export class DocumentParser {
  readonly #parser = new SaxesParser({ position: false, xmlns: false });
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #elements = 0;

  constructor() {
    this.#parser.on('error', () => {
      throw new UnreadableAnswer('the answer is not well-formed XML');
    });
    this.#parser.on('doctype', () => {
      throw new UnreadableAnswer('the answer declares a document type, which SOAP forbids');
    });
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#opened(name, attributes);
    });
    const appended = (text: string): void => {
      const current = this.#open.at(-1);
      if (current) current.text += text;
    };
    this.#parser.on('text', appended);
    this.#parser.on('cdata', appended);
    this.#parser.on('closetag', () => {
      const closed = this.#open.pop();
      if (this.#open.length === 0) this.#root = closed;
    });
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  /** @returns the root element; a document that is not complete is refused */
  end(): XmlElement {
    this.#parser.close();
    if (!this.#root) throw new UnreadableAnswer('the answer is not well-formed XML');
    return this.#root;
  }

  #opened(name: string, attributes: Record<string, string>): void {
    this.#elements += 1;
    if (this.#elements > answerLimits.elements) throw new UnreadableAnswer('the answer has too many elements');
    if (this.#open.length >= answerLimits.depth) throw new UnreadableAnswer('the answer is nested too deeply');
    const element: OpenElement = { name: withoutPrefix(name), attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }
}

/** Prefixes change between releases; the local name is what stays. */
function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
