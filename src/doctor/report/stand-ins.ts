import { randomInt, randomUUID } from 'node:crypto';
import { keptWords } from './vocabulary.js';
import type { Writer } from '../told.js';

const bareUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hardwareName = /^([A-Z]{3})([0-9A-F]{12})$/i;
const number = /^[\d*#+,]+$/;

/** What a fault says of a bound: too short for a number of someone, unless it was seen as one. */
const bound = /^(?:\d{1,2}|128|199|200|255)$/;

/** How often one is drawn that no one has, before it is made longer. */
const mostDraws = 50;

/**
 * What stands for what is private. Drawn at random, so that nothing can be worked out from it; the same one for the same
 * text, so that a reader sees what belongs together; and in the same form: a number stays a number, with its plus and its
 * backslash. None is a text that was seen, where there is room for others.
 */
export class StandIns implements Writer {
  readonly #seen = new Set<string>();
  readonly #drawn = new Map<string, string>();
  readonly #used = new Set<string>();

  /** Takes up a private text: none of the stand-ins that are drawn from then on is that text. */
  see(text: string): void {
    this.#seen.add(bareForm(text).toLowerCase());
  }

  readonly private = (text: string): string => {
    // What a search or a stored number has around it stays: wildcards, the backslash, the braces of a key.
    const [, before = '', , after = ''] = /^([%{\\]*)(.*?)([%}]*)$/s.exec(text) ?? [];
    const bare = bareForm(text);
    return bare === '' ? text : `${before}${cased(this.#of(bare), bare)}${after}`;
  };

  readonly foreign = (words: string): string =>
    keptWords(words, (word) => (bound.test(word) && !this.#seen.has(word) ? word : this.private(word)));

  /** Letter case makes no other name, and the same stand-in. */
  #of(bare: string): string {
    const key = bare.toLowerCase();
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    let drawn = alike(bare);
    for (let draws = 0; this.#seen.has(drawn.toLowerCase()) || this.#used.has(drawn.toLowerCase()); draws += 1) {
      drawn = alike(bare) + (draws < mostDraws ? '' : alike(bare));
    }
    this.#used.add(drawn.toLowerCase());
    this.#drawn.set(key, drawn);
    return drawn;
  }
}

function bareForm(text: string): string {
  return text.replace(/^[%{\\]+/, '').replace(/[%}]+$/, '');
}

/** In lower or upper case throughout, where the text is. */
function cased(standIn: string, text: string): string {
  if (text === text.toLowerCase()) return standIn.toLowerCase();
  return text === text.toUpperCase() ? standIn.toUpperCase() : standIn;
}

/** @returns a random text of the same form */
function alike(text: string): string {
  if (bareUuid.test(text)) return randomUUID();
  const hardware = hardwareName.exec(text);
  if (hardware) return `${hardware[1] ?? ''}${Array.from({ length: 12 }, () => pick('0123456789ABCDEF')).join('')}`;
  if (number.test(text)) return text.replace(/\d/g, () => pick('0123456789'));
  return Array.from(text, letterAlike).join('');
}

function letterAlike(character: string): string {
  if (/[0-9]/.test(character)) return pick('0123456789');
  if (/[a-z]/.test(character)) return pick('abcdefghijklmnopqrstuvwxyz');
  if (/[A-Z]/.test(character)) return pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  // Spaces and signs of ASCII say nothing by themselves; of all others it is shown that they are no ASCII.
  return /[ -~\s]/.test(character) ? character : pick('äöüßéñ');
}

function pick(from: string): string {
  const letters = Array.from(from);
  return letters[randomInt(letters.length)] ?? '';
}
