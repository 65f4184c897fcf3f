import type { DeviceKey } from './device.js';

/**
 * The filters of a list, each described once: the routes read it of a query, the store looks for it, and the docs and
 * the client's options are made of it.
 */

/** What a filter is given, by the word for it. Of a choice it is one of several texts. */
export interface Given {
  readonly text: string;
  readonly choice: string;
  /** A directory number, as `dirn`. */
  readonly number: string;
  /** As `phone` or `profile`. */
  readonly device: DeviceKey;
  readonly time: Date;
  /** The id of a run; null: of none. */
  readonly run: string | null;
  readonly flag: boolean;
}

/** What is said of a filter that has a parameter of its own. */
export interface OwnParameter {
  readonly longest: number;
  /** What to give, for who has given something else: `a kind such as kind=old-name`. */
  readonly wanted: string;
  /** Values by their titles. */
  readonly examples?: Readonly<Record<string, string>>;
}

interface Filter<Value, Parts, Condition> {
  /** Which items are left. */
  readonly about: string;
  /** What the store asks of an item; nothing where it is not the store that looks for it, or only by an index. */
  readonly condition?: (value: Value, parts: Parts) => Condition;
}

/** @template Parts what a condition is made with */
export type ListFilter<Parts, Condition> =
  | ({ readonly is: 'number' } & Filter<string, Parts, Condition>)
  | ({ readonly is: 'device' } & Filter<DeviceKey, Parts, Condition>)
  | ({ readonly is: 'text' } & OwnParameter & Filter<string, Parts, Condition>)
  | ({ readonly is: 'choice'; readonly of: readonly string[] } & OwnParameter & Filter<string, Parts, Condition>)
  | ({ readonly is: 'time' } & OwnParameter & Filter<Date, Parts, Condition>)
  | ({ readonly is: 'run' } & OwnParameter & Filter<string | null, Parts, Condition>)
  | ({ readonly is: 'flag' } & OwnParameter & Filter<boolean, Parts, Condition>);

/** The filters of one list, by name. */
export type ListFilters<Parts = never, Condition = unknown> = Readonly<Record<string, ListFilter<Parts, Condition>>>;

/** What is asked for: all that is given must hold. */
export type AskedFor<Filters extends ListFilters> = {
  readonly [Name in keyof Filters]?: GivenTo<Filters[Name]> | undefined;
};

type GivenTo<One extends ListFilters[string]> = One extends { readonly of: readonly (infer Choice)[] }
  ? Choice
  : Given[One['is']];

/**
 * @param asked what is asked for, by the names of the filters
 * @returns the conditions of all of it
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
