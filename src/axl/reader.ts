import { SaxesParser } from 'saxes';
import type { XmlElement } from './xml.js';

/** Bounds on an answer that keep a hostile one from costing memory; how many bytes are read, the transport bounds. */
export const answerLimits = { depth: 64, elements: 200_000 } as const;

/** An answer that is no XML document, or one that is out of bounds. The message is safe to log and to show. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads an XML document piece by piece, strictly: anything not well-formed, truncated, not in its declared
 * encoding, with a document type, too deep or too large is refused. Values stay text.
 */
export class AnswerReader {
  readonly #parser = new SaxesParser({ position: false, xmlns: false });
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #bytes = 0;
  #elements = 0;

  /** @param charset the one that the HTTP header names; without one AXL's is UTF-8 */
  constructor(charset = 'utf-8') {
    try {
      this.#decoder = new TextDecoder(charset, { fatal: true });
    } catch {
      throw new UnreadableAnswer('the answer is in an unknown character set');
    }
    this.#parser.on('error', () => {
      throw new UnreadableAnswer('the answer is not well-formed XML');
    });
    this.#parser.on('doctype', () => {
      throw new UnreadableAnswer('the answer declares a document type, which SOAP forbids');
    });
    this.#parser.on('opentag', (tag) => {
      this.#opened(tag.name, tag.attributes);
    });
    this.#parser.on('text', (text) => {
      this.#appended(text);
    });
    this.#parser.on('cdata', (text) => {
      this.#appended(text);
    });
    this.#parser.on('closetag', () => {
      const closed = this.#open.pop();
      if (this.#open.length === 0) this.#root = closed;
    });
  }

  /**
   * @param chunk the next bytes of the document
   * @throws UnreadableAnswer
   */
  write(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    this.#parser.write(this.#decoded(chunk));
  }

  /**
   * @returns the root element of the document that has been written
   * @throws UnreadableAnswer when it is not complete
   */
  end(): XmlElement {
    if (this.#bytes === 0) throw new UnreadableAnswer('the answer is empty');
    this.#parser.write(this.#decoded()).close();
    if (!this.#root) throw new UnreadableAnswer('the answer is not well-formed XML');
    return this.#root;
  }

  #decoded(chunk?: Uint8Array): string {
    try {
      return chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode();
    } catch {
      throw new UnreadableAnswer('the answer is not in the character set that it claims');
    }
  }

  #opened(name: string, attributes: Record<string, string>): void {
    this.#elements += 1;
    if (this.#elements > answerLimits.elements) throw new UnreadableAnswer('the answer has too many elements');
    if (this.#open.length >= answerLimits.depth) throw new UnreadableAnswer('the answer is nested too deeply');
    const element: OpenElement = { name: withoutPrefix(name), attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  #appended(text: string): void {
    const current = this.#open.at(-1);
    if (current) current.text += text;
  }
}

/** Prefixes change between releases; the local name is what stays. */
function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
