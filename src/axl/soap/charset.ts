import { UnreadableResponse } from './xml.js';

/** How far an XML declaration is looked for, in bytes. */
const longestDeclaration = 200;

/**
 * Finds the character set of an XML document: the one that the HTTP header names, or else the one that the document
 * declares, or else AXL's, UTF-8.
 */
export function charsetOf(bytes: Uint8Array, inHeader: string | undefined): string {
  if (inHeader !== undefined) return inHeader;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, longestDeclaration));
  return /^(?:\xEF\xBB\xBF)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)/.exec(start.toString('latin1'))?.[1] ?? 'utf-8';
}

/** Decodes a whole text. Bytes that the character set has no place for become U+FFFD. */
export function decoded(bytes: Uint8Array, charset: string): string {
  // Most answers are short and in UTF-8, and this is the quickest.
  if (/^utf-?8$/i.test(charset)) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }
  return decoderOf(charset).decode(bytes);
}

/** @returns a decoder for a text in pieces, which does as `decoded` */
export function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new UnreadableResponse('the answer is in an unknown character set');
  }
}
