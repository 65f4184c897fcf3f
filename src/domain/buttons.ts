/** An entry of a device's list of buttons. */
export interface Button {
  /** Position, a string of digits. */
  readonly index: string;
}

/** What a button points at. */
export interface Target<Property extends string = string> {
  /** The property of the entry that has the target. */
  readonly property: Property;
  /** The number as callers dial it; for a free-form busy lamp field, its number or address. */
  readonly number: string;
  /** The route partition of a number that is watched, empty for none; undefined if the button names no partition. */
  readonly partition: string | undefined;
}

/** The names of all properties that entries of a kind may have, in any form. */
export type PropertyOf<Entry> = Entry extends unknown ? Extract<keyof Entry, string> : never;

/** All differences between the kinds of buttons: how they are compared, named and shown. */
export interface ButtonRules<Entry extends Button> {
  /** The name of one: `speed dial`. */
  readonly singular: string;
  /** The name of several: `speed dials`. */
  readonly plural: string;
  /** The properties of an entry, in the order in which tables and files show them. */
  readonly columns: readonly PropertyOf<Entry>[];
  /** True if a value of unknown origin, such as a stored one, is a valid entry. */
  readonly isEntry: (value: unknown) => value is Entry;
  /** @returns what an entry points at; undefined if it is not a number or an address */
  readonly targetOf: (entry: Entry) => Target<PropertyOf<Entry>> | undefined;
  /**
   * The normal form of an entry, to compare entries: the index without leading zeros, the number as callers dial it,
   * the properties in a fixed order.
   */
  readonly canonical: (entry: Entry) => Entry;
  /** The properties of an entry that the tables of the inventory do not show. */
  readonly unshown: readonly PropertyOf<Entry>[];
}

/**
 * Orders two indexes by number; they are strings of digits of any length, so no number type is involved.
 * @returns negative, zero or positive, as for Array.sort; `01` and `1` are equal
 */
export function compareIndexes(a: string, b: string): number {
  return compareCanonical(canonicalIndex(a), canonicalIndex(b));
}

function compareCanonical(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The normal form of an index: `01` and `1` are the same position on a phone. */
export function canonicalIndex(index: string): string {
  return index.trim().replace(/^0+(?=\d)/, '');
}

/** @returns the entries in numeric order of index, as a new array */
export function inIndexOrder<Entry extends Button>(entries: readonly Entry[]): Entry[] {
  const indexed = entries.map((entry) => ({ index: canonicalIndex(entry.index), entry }));
  return indexed.sort((a, b) => compareCanonical(a.index, b.index)).map(({ entry }) => entry);
}

/**
 * The normal form of a list, as JSON: two lists set the same buttons if their normal forms are equal. The order of
 * entries, leading zeros of an index, and the backslash before a stored plus make no difference.
 */
export function canonicalList<Entry extends Button>(
  { canonical }: Pick<ButtonRules<Entry>, 'canonical'>,
  entries: readonly Entry[],
): string {
  return JSON.stringify(inIndexOrder(entries).map(canonical));
}

/**
 * @returns a list from the inventory, completed: properties that the inventory does not show come from the entry with
 * the same index and target in another list
 */
export function withUnshown<Entry extends Button>(
  { unshown, targetOf }: Pick<ButtonRules<Entry>, 'unshown' | 'targetOf'>,
  entries: readonly Entry[],
  from: readonly Entry[],
): readonly Entry[] {
  const others = new Map(from.map((entry) => [canonicalIndex(entry.index), entry]));
  return entries.map((entry) => {
    const other = others.get(canonicalIndex(entry.index));
    if (!other || JSON.stringify(targetOf(entry)) !== JSON.stringify(targetOf(other))) return entry;
    return { ...entry, ...Object.fromEntries(unshown.map((property) => [property, other[property]])) };
  });
}

/** @returns the normal form of what the inventory shows of a list */
export function shownList<Entry extends Button>(
  { canonical, unshown }: Pick<ButtonRules<Entry>, 'canonical' | 'unshown'>,
  entries: readonly Entry[],
): string {
  const hidden: ReadonlySet<string> = new Set(unshown);
  return JSON.stringify(inIndexOrder(entries).map(canonical), (name, value: unknown) =>
    hidden.has(name) ? undefined : value,
  );
}

/** @returns true for an object whose properties have these types */
export function hasForm(value: unknown, form: Readonly<Record<string, 'string' | 'boolean'>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const properties = value as Readonly<Record<string, unknown>>;
  return Object.entries(form).every(([name, type]) => typeof properties[name] === type);
}

/** @returns true if two lists set the same buttons */
export function sameButtons<Entry extends Button>(
  rules: Pick<ButtonRules<Entry>, 'canonical'>,
  a: readonly Entry[],
  b: readonly Entry[],
): boolean {
  return a.length === b.length && canonicalList(rules, a) === canonicalList(rules, b);
}
