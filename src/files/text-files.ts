import { readFileSync } from 'node:fs';

/** Some editors put a byte order mark before a text in UTF-8; it is no part of the text. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** @returns the first line of a file that holds a secret */
export function readSecret(path: string): string {
  return withoutByteOrderMark(readFileSync(path, 'utf8')).split(/\r?\n/)[0] ?? '';
}
