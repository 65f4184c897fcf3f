/**
 * Checks of received data. A bundler can leave out unused checks, because making a check has no side effects.
 */

/** @returns whether a value has the type; additional properties are allowed, because the service may be newer */
export type Check<T> = (value: unknown) => value is T;

/** @param shape a check of each property */
/* @__NO_SIDE_EFFECTS__ */
export function has<T extends object>(shape: { readonly [Name in keyof T]-?: Check<T[Name]> }): Check<T> {
  const checks = Object.entries<Check<unknown>>(shape);
  return (value): value is T =>
    isObject(value) && checks.every(([name, isRight]) => isRight(value[name as keyof typeof value]));
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number';
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T>(words: readonly T[]): Check<T> {
  return (value): value is T => words.includes(value as T);
}

/* @__NO_SIDE_EFFECTS__ */
export function listOf<T>(isItem: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(isItem);
}

/** @returns the check of an object that has a number for some of the words, and nothing else */
/* @__NO_SIDE_EFFECTS__ */
export function countsOf<Word extends string>(isWord: Check<Word>): Check<Readonly<Partial<Record<Word, number>>>> {
  return (value): value is Readonly<Partial<Record<Word, number>>> =>
    isObject(value) && Object.entries(value).every(([word, count]) => isWord(word) && isCount(count));
}

/** @returns the check of an object that has a number for each of the words */
/* @__NO_SIDE_EFFECTS__ */
export function countsOfEach<Word extends string>(words: readonly Word[]): Check<Readonly<Record<Word, number>>> {
  return (value): value is Readonly<Record<Word, number>> =>
    isObject(value) && words.every((word) => isCount(value[word as keyof typeof value]));
}

/* @__NO_SIDE_EFFECTS__ */
export function both<A, B>(isOne: Check<A>, isOther: Check<B>): Check<A & B> {
  return (value): value is A & B => isOne(value) && isOther(value);
}

/* @__NO_SIDE_EFFECTS__ */
export function either<A, B>(isOne: Check<A>, isOther: Check<B>): Check<A | B> {
  return (value): value is A | B => isOne(value) || isOther(value);
}

/* @__NO_SIDE_EFFECTS__ */
export function orNull<T>(isRight: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || isRight(value);
}

/* @__NO_SIDE_EFFECTS__ */
export function orLeftOut<T>(isRight: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || isRight(value);
}
