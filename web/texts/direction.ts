/** Invisible characters that change the direction of the text after them. */
const controls = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])/;

/** @returns the parts of a text in turn: visible text, and these characters, one each */
export function partsByDirection(text: string): readonly string[] {
  return text.split(controls);
}

/** @returns the name of such a character: `U+202E` */
export function nameOf(control: string): string {
  return `U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** @returns the text with these characters replaced by their names, so that the text beside it is not affected */
export function withNamedControls(text: string): string {
  return partsByDirection(text)
    .map((part, at) => (at % 2 === 1 ? `⟨${nameOf(part)}⟩` : part))
    .join('');
}
