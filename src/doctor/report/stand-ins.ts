import { randomInt, randomUUID } from 'node:crypto';
import { keptWords } from './vocabulary.js';
import type { Writer } from '../told.js';

const bareUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hardwareName = /^([A-Z]{3})([0-9A-F]{12})$/i;
const number = /^[\d*#+,]+$/;

/** The longest word that stays in a fault's words. */
const shortest = 3;
/** What stands for a word that may quote something. */
const hidden = '[…]';

/** Whether a number counts rows, bytes or characters: a fault names its limit so. */
function isCounted(words: string, word: string): boolean {
  return /^\d+$/.test(word) && new RegExp(`\\b${word} (?:rows?|[KM]?B|bytes|characters)\\b`).test(words);
}

/** How often a stand-in is drawn again because it is taken, before it is made longer. */
const mostDraws = 50;

/**
 * Replaces private texts by stand-ins. They are random, so nothing can be derived from them. The same text always gets
 * the same one, so that readers see what belongs together. The form stays the same: a number stays a number, with its
 * plus and its backslash. If there are enough texts of a form, no stand-in equals a text that was seen.
 */
export class StandIns implements Writer {
  readonly #seen = new Set<string>();
  readonly #drawn = new Map<string, string>();
  readonly #used = new Set<string>();

  /** Remembers a private text: later stand-ins never equal it. */
  see(text: string): void {
    this.#seen.add(bareForm(text).toLowerCase());
  }

  readonly private = (text: string): string => {
    // The characters around a searched or stored number stay: wildcards, the backslash, the braces of a key.
    const [, before = '', , after = ''] = /^([%{\\]*)(.*?)([%}]*)$/s.exec(text) ?? [];
    const bare = bareForm(text);
    return bare === '' ? text : `${before}${cased(this.#of(bare), bare)}${after}`;
  };

  /**
   * A call manager's own words. A word that was seen as a private text gets its stand-in. Any other unknown word may
   * quote something, so only a mark of it stays; a word of up to three characters stays.
   */
  readonly foreign = (words: string): string =>
    keptWords(words, (word) => {
      if (this.#seen.has(bareForm(word).toLowerCase())) return word.length > shortest ? this.private(word) : word;
      return word.length <= shortest || isCounted(words, word) ? word : hidden;
    });

  /** Texts that differ only in letter case get the same stand-in. */
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

/** Changes a stand-in to lower or upper case, if the text is all in that case. */
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
  // Spaces and ASCII punctuation reveal nothing. Other characters are replaced by random letters outside ASCII.
  return /[ -~\s]/.test(character) ? character : pick('äöüßéñ');
}

function pick(from: string): string {
  const letters = Array.from(from);
  return letters[randomInt(letters.length)] ?? '';
}
