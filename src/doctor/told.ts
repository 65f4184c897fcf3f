import { withUnseenNamed } from '../domain/unseen.js';

/** A text of this project, which anyone may see: the name of a column, of a node's part, of a setting. */
export class Plain {
  constructor(readonly text: string) {}
}

/** A call manager's own words, such as those of a fault: they may quote what is private. */
export class ForeignWords {
  constructor(readonly text: string) {}
}

/** A part of a sentence. A bare text is private: a number, a name, a label, a key, a host. */
export type Value = string | number | Plain | ForeignWords | Told | readonly Told[];

/** A sentence with marked private parts, so that a report can replace them by stand-ins. */
export interface Told {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
}

/** Makes a sentence: each inserted text is private, except `plain` ones. */
export function told(texts: TemplateStringsArray, ...values: readonly Value[]): Told {
  return { texts, values };
}

export function plain(text: string): Plain {
  return new Plain(text);
}

/** How the parts of a sentence that are not plain are written. */
export interface Writer {
  readonly private: (text: string) => string;
  readonly foreign: (text: string) => string;
}

/** Shows the real names, so use it only for the administrator of the call manager. */
export const realNames: Writer = { private: (text) => text, foreign: (text) => text };

/** @returns the sentence as a text on one line */
export function written(sentence: Told, writer: Writer): string {
  const { texts, values } = sentence;
  const parts = texts.map((text, position) => {
    const value = values[position];
    return text + (value === undefined ? '' : valueText(value, writer));
  });
  // Control characters must not reach the terminal.
  return withUnseenNamed(parts.join(''));
}

function valueText(value: Value, writer: Writer): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value === '' ? '(nothing)' : writer.private(value);
  if (value instanceof Plain) return value.text;
  if (value instanceof ForeignWords) return writer.foreign(value.text);
  if (isList(value)) return value.map((one) => written(one, writer)).join('; ');
  return written(value, writer);
}

function isList(value: Told | readonly Told[]): value is readonly Told[] {
  return Array.isArray(value);
}
