/** A text of this project's own, which may be shown to anyone: the name of a column, of a node's part, of a setting. */
export class Plain {
  constructor(readonly text: string) {}
}

/** A call manager's own words, such as those of a fault: they may quote what is private. */
export class ForeignWords {
  constructor(readonly text: string) {}
}

/** What stands in a sentence. A bare text is private: a number, a name, a label, a key, a host. */
export type Value = string | number | Plain | ForeignWords | Told | readonly Told[];

/** A sentence whose private parts are known, so that a report can put stand-ins in their place. */
export interface Told {
  readonly texts: readonly string[];
  readonly values: readonly Value[];
}

/** Tells something: each text that is put into it is private unless it is said to be `plain`. */
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

/** As it is: for the eyes of who answers for the call manager, and for no one else. */
export const realNames: Writer = { private: (text) => text, foreign: (text) => text };

/** @returns the sentence as a text on one line */
export function written(sentence: Told, writer: Writer): string {
  const { texts, values } = sentence;
  const parts = texts.map((text, position) => {
    const value = values[position];
    return text + (value === undefined ? '' : valueText(value, writer));
  });
  // What a terminal would act on is not for it.
  return parts.join('').replace(/\p{Cc}/gu, '�');
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
