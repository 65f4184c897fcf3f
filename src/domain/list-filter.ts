import type { DeviceKey } from './device.js';

/**
 * The filters of a list, each described once. From the description of a filter, the routes read its value in a query,
 * the store makes a condition for a search, and the docs and the client's options are generated.
 */

/** The type of each filter's value. A choice is one of several texts. */
export interface Given {
  readonly text: string;
  readonly choice: string;
  /** A directory number, as `dirn`. */
  readonly number: string;
  /** As `phone` or `profile`. */
  readonly device: DeviceKey;
  readonly time: Date;
  readonly flag: boolean;
}

/** The description of a filter's own parameter. */
export interface OwnParameter {
  readonly longest: number;
  /** What to give, for callers who gave something else: `a kind such as kind=old-name`. */
  readonly wanted: string;
  /** Values by their titles. */
  readonly examples?: Readonly<Record<string, string>>;
}

interface Filter<Value, Parts, Condition> {
  /** Which items remain. */
  readonly about: string;
  /**
   * The store's condition for an item; undefined if the store does not check the filter, or checks it only by an index.
   */
  readonly condition?: (value: Value, parts: Parts) => Condition;
}

/** @template Parts what a condition is built with */
export type ListFilter<Parts, Condition> =
  | ({ readonly is: 'number' } & Filter<string, Parts, Condition>)
  | ({ readonly is: 'device' } & Filter<DeviceKey, Parts, Condition>)
  | ({ readonly is: 'text' } & OwnParameter & Filter<string, Parts, Condition>)
  | ({ readonly is: 'choice'; readonly of: readonly string[] } & OwnParameter & Filter<string, Parts, Condition>)
  | ({ readonly is: 'time' } & OwnParameter & Filter<Date, Parts, Condition>)
  | ({ readonly is: 'flag' } & OwnParameter & Filter<boolean, Parts, Condition>);

/** The filters of one list, by name. */
export type ListFilters<Parts = never, Condition = unknown> = Readonly<Record<string, ListFilter<Parts, Condition>>>;

/** Which items a caller wants. An item must match every given condition. */
export type AskedFor<Filters extends ListFilters> = {
  readonly [Name in keyof Filters]?: GivenTo<Filters[Name]> | undefined;
};

type GivenTo<One extends ListFilters[string]> = One extends { readonly of: readonly (infer Choice)[] }
  ? Choice
  : Given[One['is']];

/**
 * @param asked the values by the names of their filters
 * @returns all of the conditions
 */
export function conditionsOf<Parts, Condition>(
  filters: ListFilters<Parts, Condition>,
  asked: object,
  parts: Parts,
): Condition[] {
  return Object.entries(filters).flatMap(([name, { condition }]) => {
    const value = (asked as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || !condition) return [];
    return [(condition as (value: unknown, parts: Parts) => Condition)(value, parts)];
  });
}
