import { type ChangeFilter, changeSources, changeStates, type FindingFilter, findingKinds } from '../client/index.js';
import { shown } from './output/shown.js';
import { timeSince, timeUntil } from './times.js';

/** The filters of the service's lists, as options of the command line. */

interface FilterOption {
  /** Its name on the command line, without the dashes. */
  readonly flag: string;
  /** The placeholder of its value. */
  readonly value: string;
  readonly about: string;
  readonly choices?: readonly string[];
  /** @throws Stop if the text is not valid; `flag` is for the message */
  readonly read?: (flag: string, text: string) => Date;
}

/** The filters without the device and the paging, for which the commands have their own options. */
type FiltersOf<Filter, OfOthers extends keyof Filter = never> = Readonly<
  Record<Exclude<keyof Filter, 'of' | 'limit' | 'after' | 'before' | OfOthers>, FilterOption>
>;

/** For `check`, which shows no dismissed findings. */
export const findingOptions = {
  kind: { flag: 'kind', value: '<kinds...>', about: 'Only findings of these kinds', choices: findingKinds },
  dirn: { flag: 'number', value: '<number>', about: 'Only buttons to this number' },
} as const satisfies FiltersOf<FindingFilter, 'dismissed'>;

/** For `changes`. */
export const changeOptions = {
  since: {
    flag: 'since',
    value: '<time>',
    about: 'Only changes from this time on: today, yesterday, 2026-03-04 or 2026-03-04T05:06:07Z',
    read: timeSince,
  },
  until: {
    flag: 'until',
    value: '<time>',
    about: 'Only changes before this time; a day counts to its end',
    read: timeUntil,
  },
  user: { flag: 'user', value: '<name>', about: 'Only changes by this user' },
  dirn: { flag: 'number', value: '<number>', about: 'Only changes of buttons to this number' },
  source: {
    flag: 'source',
    value: '<source>',
    about: 'Only changes by this service, or elsewhere',
    choices: changeSources,
  },
  state: { flag: 'state', value: '<states...>', about: 'Only changes in these states', choices: changeStates },
  search: {
    flag: 'search',
    value: '<text>',
    about: 'Only changes with this text in title, reason, user or device',
  },
} as const satisfies FiltersOf<ChangeFilter>;

export type FilterOptions = Readonly<Record<string, FilterOption>>;

/** The values on the command line, by the names of the flags. */
export type GivenBy<Options extends FilterOptions> = {
  readonly [Name in keyof Options as Options[Name]['flag']]?: Several<Options[Name], Text<Options[Name]>>;
};

/** The client's filter. */
type FilterFrom<Options extends FilterOptions> = {
  readonly [Name in keyof Options]?:
    | (Options[Name] extends { readonly read: unknown } ? Date : Several<Options[Name], Text<Options[Name]>>)
    | undefined;
};

type Text<Row> = Row extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;
type Several<Row, Value> = Row extends { readonly value: `${string}...>` } ? readonly Value[] : Value;

/**
 * @returns the given filters, as the client takes them
 * @throws Stop if one is not valid
 */
export function filterFrom<Options extends FilterOptions>(
  options: Options,
  given: GivenBy<Options>,
): FilterFrom<Options> {
  const texts = given as Readonly<Record<string, string | readonly string[] | undefined>>;
  const filter = Object.entries(options).map(([name, { flag, read }]) => {
    const text = texts[flag];
    return [name, typeof text === 'string' && read ? read(`--${flag}`, text) : text];
  });
  return Object.fromEntries(filter) as FilterFrom<Options>;
}

/** @returns the given filters as they were given, for people; empty if there are none */
export function filtersText<Options extends FilterOptions>(options: Options, given: GivenBy<Options>): string {
  const texts = given as Readonly<Record<string, string | readonly string[] | undefined>>;
  return Object.values(options)
    .flatMap(({ flag }) => {
      const values = [texts[flag] ?? []].flat();
      return values.length === 0 ? [] : [`--${flag} ${values.map((value) => shown(value)).join(' ')}`];
    })
    .join(' ');
}
