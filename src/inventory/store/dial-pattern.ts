/** A pattern of the call manager's dial plan: what each part of it matches, in order. */
export type DialPattern = readonly PatternPart[];

interface PatternPart {
  /** Whether a character of a number matches. */
  readonly takes: (character: string) => boolean;
  /** Whether it may match no character. */
  readonly isOptional: boolean;
  /** Whether it matches several characters. */
  readonly isRepeated: boolean;
}

/** The texts of which a pattern is made: a digit (0 to 9, A to D, *, #, a plus), or a wildcard. */
const partTexts = /^\+|\\\+|[0-9A-D*#X!@.?+]|\[\^?[0-9A-D*#+-]+\]/g;

/**
 * Reads a pattern. Its wildcards: X is one digit, ! is one or more, @ is any number, [0-9] is one of several characters
 * and [^0-9] is another one. + and ? repeat the part before them, and with ? that part may be missing. A dot matches
 * nothing.
 * @param text the pattern; a leading plus has no backslash
 * @returns undefined if the text is not made of digits and wildcards alone, so that no one can dial it
 */
export function patternOf(text: string): DialPattern | undefined {
  const texts = text.match(partTexts) ?? [];
  if (text === '' || texts.join('') !== text) return undefined;
  const parts: PatternPart[] = [];
  for (const [at, part] of texts.entries()) {
    const before = parts.at(-1);
    const isSuffix = part === '?' || (part === '+' && at > 0);
    if (part === '.') continue;
    if (!isSuffix) parts.push(partOf(part));
    else if (before) parts[parts.length - 1] = { ...before, isRepeated: true, isOptional: part === '?' };
  }
  return parts;
}

/**
 * Whether a pattern matches a whole number. It takes at most the length of the pattern times the length of the number,
 * because anyone may write a pattern into the call manager.
 */
export function matches(pattern: DialPattern, number: string): boolean {
  const characters = Array.from(number);
  /** Whether the parts so far match the first characters of the number, by the count of characters. */
  let reached = [true, ...characters.map(() => false)];
  for (const { takes, isOptional, isRepeated } of pattern) {
    const next = reached.map((isReached) => isOptional && isReached);
    for (const [at, character] of characters.entries()) {
      const isBehind = reached[at] === true || (isRepeated && next[at] === true);
      if (isBehind && takes(character)) next[at + 1] = true;
    }
    if (!next.includes(true)) return false;
    reached = next;
  }
  return reached.at(-1) === true;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

// More than the wildcards are documented to match. So a number that may be reached never counts as unused.
const isAny = (): boolean => true;

const wildcards: Readonly<Record<string, PatternPart>> = {
  X: { takes: isDigit, isOptional: false, isRepeated: false },
  '!': { takes: isAny, isOptional: false, isRepeated: true },
  '@': { takes: isAny, isOptional: true, isRepeated: true },
};

function partOf(text: string): PatternPart {
  const one = { isOptional: false, isRepeated: false };
  const [, not, choices] = /^\[(\^?)(.*)\]$/.exec(text) ?? [];
  if (choices === undefined) {
    const literal = text.slice(-1);
    return wildcards[text] ?? { ...one, takes: (character) => character === literal };
  }
  const ranges = Array.from(choices.matchAll(/(.)-(.)|./g), ([only, from = only, to = only]) => [from, to] as const);
  const isChosen = (character: string): boolean => ranges.some(([from, to]) => from <= character && character <= to);
  return { ...one, takes: (character) => isChosen(character) === (not === '') };
}
