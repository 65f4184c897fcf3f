import fc from 'fast-check';
import { dialledForm, unfitText } from '../../src/domain/identifiers.js';

const fragments = ["'", "''", '"', '\\', "\\'", ';', '--', '/*', '*/', '{', '}', '%', '_', '?', ':x', '$1', ' OR 1=1 '];

/**
 * Every number that a caller can ask for: any text that the service accepts, with many characters that matter in SQL.
 */
export const anyNumber = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''))
  .filter((text) => text !== '' && unfitText(text, 255) === undefined)
  .map(dialledForm);

/** One token of a statement: a literal's value, or any other part as it is written. */
export type Token = { readonly literal: string } | { readonly code: string };

/**
 * Reads a statement as Informix does. In single quotes, a doubled quote is a quote, and no other character is special.
 * Outside, `--`, braces and `/*` begin comments.
 * @throws Error for a literal that does not end, a comment, a double quote, or a second statement
 */
export function tokensOf(statement: string): Token[] {
  const tokens: Token[] = [];
  const next = /'((?:[^']|'')*)'|\s+|[\w.]+|[(),=]|(.)/suy;
  for (let match = next.exec(statement); match; match = next.exec(statement)) {
    const [text, literal, other] = match;
    if (other !== undefined) throw new Error(`${other} at ${match.index} of ${statement}`);
    if (literal !== undefined) tokens.push({ literal: literal.replaceAll("''", "'") });
    else if (text.trim() !== '') tokens.push({ code: text });
  }
  return tokens;
}

export function literalsOf(statement: string): string[] {
  return tokensOf(statement).flatMap((token) => ('literal' in token ? [token.literal] : []));
}

/** The statement with a mark instead of each literal. */
export function skeletonOf(statement: string): string {
  return tokensOf(statement)
    .map((token) => ('literal' in token ? '?' : token.code))
    .join(' ');
}

/**
 * @returns the columns that a SELECT names, each as `table.column`; the table is `undefined` if no table has the alias
 */
export function columnsIn(select: string): string[] {
  const words = tokensOf(select).flatMap((token) => ('code' in token ? [token.code] : []));
  const tables = new Map<string, string>();
  words.forEach((word, position) => {
    if (/^(FROM|JOIN)$/.test(word)) tables.set(words[position + 2] ?? '', words[position + 1] ?? '');
  });
  return words
    .filter((word) => word.includes('.'))
    .map((word) => {
      const [alias = '', name = ''] = word.split('.');
      return `${String(tables.get(alias))}.${name}`;
    });
}
