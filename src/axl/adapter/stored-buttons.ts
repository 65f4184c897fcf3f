import { type Button, type ButtonRules, canonicalIndex, sameButtons } from '../../domain/buttons.js';
import { ServiceError } from '../../domain/errors.js';
import type { XmlElement } from '../soap/xml.js';

/** A button as a call manager gave it, and as callers are shown it. */
export interface StoredButton<Entry extends Button> {
  readonly element: XmlElement;
  readonly shown: Entry;
}

/** The buttons that a device held when it was read. */
export class StoredButtons<Entry extends Button> {
  readonly #places = new Map<string, StoredButton<Entry>[]>();

  constructor(stored: readonly StoredButton<Entry>[]) {
    for (const button of stored) {
      const place = canonicalIndex(button.shown.index);
      const there = this.#places.get(place);
      if (there) there.push(button);
      else this.#places.set(place, [button]);
    }
  }

  /** @returns the buttons at an index: one, unless the call manager has given more */
  at(index: string): readonly StoredButton<Entry>[] {
    return this.#places.get(canonicalIndex(index)) ?? [];
  }

  /**
   * The button that stays when an entry is set.
   * @param stays whether one of the same index is the entry's
   * @returns undefined where the entry is a new one
   * @throws ServiceError `not-representable` where it could not be written back as it was read
   */
  keptFor(
    {
      rules,
      entry,
      once,
    }: { readonly rules: ButtonRules<Entry>; readonly entry: Entry; readonly once: readonly string[] },
    stays: (shown: Entry) => boolean,
  ): StoredButton<Entry> | undefined {
    const there = this.at(entry.index);
    const kept = there.find(({ shown }) => stays(shown));
    const why = kept && (there.length > 1 ? 'is not the only one there' : whyNotWritable(kept.element, once));
    if (why !== undefined) throw notRepresentable(rules, entry, why);
    return kept;
  }
}

/** @returns whether two entries are the same button in every respect */
export function isSame<Entry extends Button>(rules: ButtonRules<Entry>, a: Entry, b: Entry): boolean {
  return sameButtons(rules, [a], [b]);
}

/** @param why follows the name of the entry */
export function notRepresentable<Entry extends Button>(
  { plural }: ButtonRules<Entry>,
  { index }: Entry,
  why: string,
): ServiceError {
  return new ServiceError('not-representable', {
    detail:
      `The ${plural.replace(/s$/, '')} at index ${index.trim()} ${why}, so it cannot be written back as it is. ` +
      'Nothing was changed; remove that entry, or mend it in the call manager.',
    effect: 'none',
  });
}

/**
 * @param once the children that mean something only where they are there once
 * @returns why an element cannot be written as it was read; undefined where it can
 */
function whyNotWritable(element: XmlElement, once: readonly string[]): string | undefined {
  if (isUnreadable(element)) return 'holds characters that cannot be read';
  if (isMixed(element)) return 'holds text between its elements';
  const twice = once.find((name) => element.children.filter((child) => child.name === name).length > 1);
  return twice === undefined ? undefined : `has its ${twice} more than once`;
}

/** What could not be read has become U+FFFD. */
function isUnreadable({ text, children }: XmlElement): boolean {
  return text.includes('\uFFFD') || children.some(isUnreadable);
}

function isMixed({ text, children }: XmlElement): boolean {
  return children.length > 0 && (text.trim() !== '' || children.some(isMixed));
}
