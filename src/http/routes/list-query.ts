import type { ParsedUrlQuery } from 'node:querystring';
import { z } from 'zod';
import type { AskedFor, Given, ListFilters, OwnParameter } from '../../domain/list-filter.js';
import type { QueryPart } from '../openapi/operation.js';
import { deviceOfQuery } from './device-query.js';
import { allOf, optional, queryText, storable, wrongParameter } from './fields.js';
import { limitOf } from './paging.js';
import { optionalNumber } from './phones.js';

/** The query of a list that is answered in pages. */
export interface ListQuery<Filters extends ListFilters, Place> {
  readonly asked: AskedFor<Filters>;
  /** How many items. */
  readonly limit: number;
  /** The start of the page; undefined for the first. */
  readonly place: Place | undefined;
}

/** @param items the name of the list's items: `findings` */
export function listQuery<Filters extends ListFilters, Place>(
  items: string,
  filters: Filters,
  place: QueryPart<Place | undefined>,
): QueryPart<ListQuery<Filters, Place>> {
  const asked = Object.fromEntries(
    Object.entries<ListFilters[string]>(filters).map(([name, filter]) => [name, partOf(name, filter)]),
  );
  return allOf({ asked: allOf(asked) as QueryPart<AskedFor<Filters>>, limit: limitOf(items), place });
}

/** @returns the part of a filter; its value is undefined if it is not given */
function partOf(name: string, filter: ListFilters[string]): QueryPart<Given[keyof Given] | undefined> {
  if (filter.is === 'device') {
    const { parameters, parse } = deviceOfQuery;
    const isGiven = (query: ParsedUrlQuery) => query['phone'] !== undefined || query['profile'] !== undefined;
    return { parameters, parse: (query) => (isGiven(query) ? parse(query) : undefined) };
  }
  if (filter.is === 'number') return optionalNumber;
  const value = (text: string): Given[keyof Given] => {
    const read = readers[filter.is](text, 'of' in filter ? filter.of : []);
    if (typeof read !== 'object' || !('wrong' in read)) return read;
    throw wrongParameter(name, read.wrong);
  };
  const { examples } = filter;
  return optional({ name, schema: schemaOf(filter), value, ...(examples && { examples }) }, undefined);
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
  time: (text) => {
    // A raw `+` of an offset arrives as a space.
    const written = text.replace(/ (?=\d\d:\d\d$)/, '+');
    const time = new Date(written);
    if (rfc3339.safeParse(written).success && !Number.isNaN(time.getTime())) return time;
    return { wrong: 'is not a time of RFC 3339 with an offset, such as 2026-03-04T05:06:07Z' };
  },
};

function schemaOf({ is, longest, wanted, about }: { readonly is: keyof Given; readonly about: string } & OwnParameter) {
  // Any text other than a choice is searched for in the store.
  return queryText(longest, wanted).meta({ description: about, ...(is === 'text' && { pattern: storable }) });
}
