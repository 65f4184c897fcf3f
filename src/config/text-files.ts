/** What some editors put before a text in UTF-8; it is no part of the text. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
