import { readDocument, UnreadableResponse, type XmlDocument } from '../../src/axl/soap/xml-reader.js';
import type { XmlElement } from '../../src/axl/soap/xml.js';

export async function readWhole(document: string | Uint8Array, charset?: string): Promise<XmlDocument> {
  return readDocument(typeof document === 'string' ? Buffer.from(document) : document, charset);
}

export async function read(document: string | Uint8Array, charset?: string): Promise<XmlElement> {
  return (await readWhole(document, charset)).root;
}

/** @returns why a document is refused, or `none` */
export async function refusalOf(document: string | Uint8Array, charset?: string): Promise<string> {
  try {
    await read(document, charset);
  } catch (thrown) {
    if (thrown instanceof UnreadableResponse) return thrown.message;
    throw thrown;
  }
  return 'none';
}

/** This many attributes, each with its own name. */
export function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
}

/** A document with this many elements, each with this many attributes. */
export function spread(elements: number, each: number): string {
  return `<a>${`<b ${attributes(each)}/>`.repeat(elements)}</a>`;
}
