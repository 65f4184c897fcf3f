/**
 * Characters that no one sees, or that look like an ordinary space: the one table for the command line, the console,
 * plans and the doctor. `Default_Ignorable_Code_Point` is Unicode's own property for characters that are not displayed:
 * zero-width characters, the soft hyphen, the word joiner, marks of direction, variation selectors and tags.
 */
const unseen = [
  String.raw`\p{Default_Ignorable_Code_Point}`,
  // Control characters, and halves of characters.
  String.raw`\p{Cc}\p{Cs}`,
  // Line and paragraph separators, and all spaces except the ordinary one and the wide one of Japanese names.
  String.raw`\u2028\u2029\u00A0\u1680\u2000-\u200A\u202F\u205F`,
  // The blank Braille pattern, and marks of annotations.
  String.raw`\u2800\uFFF9-\uFFFB`,
].join('');

/** One emoji may be made of several, with joiners and variation selectors, which then are seen. */
const emoji = String.raw`\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}]?\uFE0F?`;
const emojiOrUnseen = new RegExp(String.raw`${emoji}(?:\u200D${emoji})*|([${unseen}])`, 'gu');
/** Most texts, which need no closer look. */
const isPlain = /^[ -~]*$/;

/**
 * @returns the parts of a text in turn: what is seen (maybe empty), and the characters that no one sees, one each. So
 * the unseen characters have the odd positions
 */
export function partsBySight(text: string): readonly string[] {
  if (isPlain.test(text)) return [text];
  const parts: string[] = [];
  let from = 0;
  for (const { 1: hidden, index } of text.matchAll(emojiOrUnseen)) {
    if (hidden === undefined) continue;
    parts.push(text.slice(from, index), hidden);
    from = index + hidden.length;
  }
  return [...parts, text.slice(from)];
}

/** @returns the text with another text for each character that no one sees */
function withUnseen(text: string, named: (hidden: string) => string): string {
  return partsBySight(text)
    .map((part, at) => (at % 2 === 1 ? named(part) : part))
    .join('');
}

/** @returns how a character that no one sees is shown: `\u{200B}` */
export function nameOfUnseen(hidden: string): string {
  return `\\u{${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

/** @returns the text with each character that no one sees shown as its number: `Re\u{AD}ception` */
export function withUnseenNamed(text: string): string {
  return withUnseen(text, nameOfUnseen);
}

/** @returns the JSON with each character that no one sees as an escape of JSON. It means the same */
export function jsonWithUnseenEscaped(json: string): string {
  return withUnseen(json, (hidden) =>
    Array.from({ length: hidden.length }, (_, at) => hidden.charCodeAt(at).toString(16).padStart(4, '0'))
      .map((unit) => `\\u${unit}`)
      .join(''),
  );
}

/**
 * @returns the text without characters that no one sees; instead of a space of any kind, it has an ordinary one. What
 * cannot be stored stays, so that it is refused
 */
export function withoutUnseen(text: string): string {
  return withUnseen(text, (hidden) => (/[\p{Cc}\p{Cs}]/u.test(hidden) ? hidden : /\s/.test(hidden) ? ' ' : ''));
}

/**
 * Says why a text cannot be a number: a character that no one sees, as spreadsheets and web pages leave them.
 * @returns the reason, which follows the name of the field; undefined if there is no such character
 */
export function unseenProblem(number: string): string | undefined {
  const [before = '', hidden] = partsBySight(number);
  if (hidden === undefined) return undefined;
  const place = Array.from(before).length + 1;
  return `has ${nameOfUnseen(hidden)} as character ${place}, which no one sees; delete it`;
}
