import { readFileSync } from 'node:fs';

/** A file that is not UTF-8 text. The message follows the file's name and says what it is instead. */
export class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';
}

/** Removes the byte order mark that some editors put before UTF-8 text. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** @throws NotUtf8, or the system's error if the file cannot be read */
export function readText(path: string): string {
  return textIn(readFileSync(path));
}

/** @throws NotUtf8 */
export function textIn(bytes: Buffer): string {
  if (isUtf16(bytes)) throw new NotUtf8('is in UTF-16, not in UTF-8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotUtf8('is not UTF-8 text');
  }
}

/** Recognized by its byte order mark, or by a NUL, which UTF-8 text never contains. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.toString('hex', 0, 2);
  return mark === 'fffe' || mark === 'feff' || bytes.includes(0);
}

/**
 * @returns the first line of a file that contains a secret
 * @throws NotUtf8, because such a text would be a wrong password; or the system's error
 */
export function readSecret(path: string): string {
  return readText(path).split(/\r?\n/)[0] ?? '';
}
