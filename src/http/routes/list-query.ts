import type { ParsedUrlQuery } from 'node:querystring';
import { z } from 'zod';
import { invalidRequest } from '../../domain/errors.js';
import type { AskedFor, Given, ListFilters, OwnParameter } from '../../domain/list-filter.js';
import { queryParameter } from '../openapi/operation-parts.js';
import { deviceParameters, parseDevice } from './device-query.js';
import { queryText, readQuery, storable } from './fields.js';
import { isId, limitOf, type PlaceParameter } from './paging.js';
import { directoryNumberParameter, parseDirectoryNumber } from './phones.js';

/** The query of a list that is answered in pages. */
export interface ListQuery<Filters extends ListFilters, Place> {
  /**
   * Reads the query.
   * @throws ServiceError `invalid-request`
   */
  readonly parse: (query: ParsedUrlQuery) => {
    readonly asked: AskedFor<Filters>;
    /** How many items. */
    readonly limit: number;
    /** The start of the page; undefined for the first. */
    readonly place: Place | undefined;
  };
  /** @returns the list's parameters, for the document */
  readonly parameters: () => object[];
}

/** @param items the name of the list's items: `findings` */
export function listQuery<Filters extends ListFilters, Place>(
  items: string,
  filters: Filters,
  place: PlaceParameter<Place>,
): ListQuery<Filters, Place> {
  const limit = limitOf(items);
  const all = Object.entries<ListFilters[string]>(filters);
  return {
    parse: (query) => ({
      asked: Object.fromEntries(
        all.map(([name, filter]) => [name, readGiven(name, filter, query)]),
      ) as AskedFor<Filters>,
      limit: limit.parse(query['limit']),
      place: place.parse(query[place.name]),
    }),
    parameters: () => [
      ...all.flatMap(([name, filter]) => parametersOf(name, filter)),
      limit.parameter(),
      place.parameter(),
    ],
  };
}

/** @returns undefined if the parameter is not given */
function readGiven(name: string, filter: ListFilters[string], query: ParsedUrlQuery): Given[keyof Given] | undefined {
  if (filter.is === 'device') {
    return query['phone'] === undefined && query['profile'] === undefined ? undefined : parseDevice(query);
  }
  if (filter.is === 'number') return query['dirn'] === undefined ? undefined : parseDirectoryNumber(query['dirn']);
  if (query[name] === undefined) return undefined;
  const text = readQuery(name, schemaOf(filter), query[name]);
  const value = readers[filter.is](text, 'of' in filter ? filter.of : []);
  if (typeof value !== 'object' || !value || !('wrong' in value)) return value;
  throw invalidRequest([{ field: `query.${name}`, detail: value.wrong }]);
}

interface Wrong {
  readonly wrong: string;
}

const rfc3339 = z.iso.datetime({ offset: true });

/** Converts the text of each kind of filter that has its own parameter. */
const readers: {
  readonly [Is in Exclude<keyof Given, 'device' | 'number'>]: (
    text: string,
    choices: readonly string[],
  ) => Given[Is] | Wrong;
} = {
  text: (text) => text,
  choice: (text, choices) => (choices.includes(text) ? text : { wrong: `must be one of ${choices.join(', ')}` }),
  flag: (text) => (text === 'true' || text === 'false' ? text === 'true' : { wrong: 'must be true or false' }),
  run: (text) => (text === 'none' ? null : isId(text) ? text : { wrong: 'is not the id of a run' }),
  time: (text) => {
    // A raw `+` of an offset arrives as a space.
    const written = text.replace(/ (?=\d\d:\d\d$)/, '+');
    const time = new Date(written);
    if (rfc3339.safeParse(written).success && !Number.isNaN(time.getTime())) return time;
    return { wrong: 'is not a time of RFC 3339 with an offset, such as 2026-03-04T05:06:07Z' };
  },
};

function parametersOf(name: string, filter: ListFilters[string]): object[] {
  if (filter.is === 'device') return deviceParameters();
  if (filter.is === 'number') return [directoryNumberParameter(false)];
  return [queryParameter(name, schemaOf(filter), filter.examples ?? {}, false)];
}

function schemaOf({ is, longest, wanted, about }: { readonly is: keyof Given; readonly about: string } & OwnParameter) {
  // Any text other than a choice is searched for in the store.
  return queryText(longest, wanted).meta({ description: about, ...(is === 'text' && { pattern: storable }) });
}
