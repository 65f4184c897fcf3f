/**
 * Checks of received data. The types of the data follow from these checks. A bundler can leave out unused checks,
 * because making a check has no side effects.
 */

/** @returns whether a value has the type; additional properties are allowed, because the service may be newer */
export type Check<T> = (value: unknown) => value is T;

/** The type that a check accepts. */
export type Of<C> = C extends Check<infer T> ? T : never;

/**
 * A table of checks, one for each property. Write each check on its own line. Otherwise TypeScript does not keep its
 * comment in the package's types.
 */
type Shape = Readonly<Record<string, Check<unknown>>>;

/** An object with the properties of a table, and their comments. */
export type Shaped<S extends Shape> = Flat<
  { readonly [Name in keyof S as undefined extends Of<S[Name]> ? never : Name]: Of<S[Name]> } & {
    readonly [Name in keyof S as undefined extends Of<S[Name]> ? Name : never]?: Of<S[Name]>;
  }
>;
type Flat<T> = { [Name in keyof T]: T[Name] };

/* @__NO_SIDE_EFFECTS__ */
export function has<S extends Shape>(shape: S): Check<Shaped<S>> {
  const checks = Object.entries(shape);
  return (value): value is Shaped<S> =>
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

export function isObject(value: unknown): value is object {
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
