import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../../../../src/domain/errors.js';
import { changeQuery, oneChangeQuery, scopeQuery } from '../../../../../src/http/routes/changes/change-query.js';

/** @returns the field for which a query is refused; undefined if it is accepted */
function refusedField(parse: () => unknown): string | undefined {
  try {
    parse();
  } catch (thrown) {
    return (thrown as ServiceError).facts.fields?.map(({ field }) => field).join();
  }
  return undefined;
}

const parse = (query: Parameters<typeof changeQuery.parse>[0]) => changeQuery.parse(query);

describe('the filter of changes', () => {
  it('includes all by default, at most 50', () => {
    const { asked, limit, place } = parse({});
    expect([...new Set([...Object.values(asked), place])]).toEqual([undefined]);
    expect(limit).toBe(50);
  });

  it('is by user, since a time, and before a place', () => {
    const { asked, limit, place } = parse({ user: 'ann', since: '2026-03-04T05:06:07Z', before: '12', limit: '7' });
    expect(asked).toMatchObject({ user: 'ann', since: new Date('2026-03-04T05:06:07Z') });
    expect([place, limit]).toEqual(['12', 7]);
  });

  it.each([
    ['2026-03-04T05:06:07.089+01:00', '2026-03-04T04:06:07.089Z'],
    // A plus that arrived as a space.
    ['2026-03-04T05:06:07 01:00', '2026-03-04T04:06:07.000Z'],
    ['2026-03-04T05:06:07-01:00', '2026-03-04T06:06:07.000Z'],
  ])('since %s is since %s', (given, since) => {
    expect(parse({ since: given }).asked.since?.toISOString()).toBe(since);
  });

  it.each([
    '2026-03-04',
    '2026-03-04 05:06:07Z',
    '2026-03-04T05:06:07',
    '2026-03-04T05:06:07 1:00',
    '2026-03-04T05:06:07 01:00 ',
    '2026-02-30T05:06:07Z',
    'x'.repeat(41),
  ])('since %s is refused', (since) => {
    expect(refusedField(() => parse({ since }))).toBe('query.since');
  });

  it.each([
    ['1', 1],
    ['010', 10],
    ['500', 500],
  ])('has at most %s results if that is the limit', (limit, most) => {
    expect(parse({ limit }).limit).toBe(most);
  });

  it.each(['0', '501', '1x', 'x1', '1e2', '-1', '1.5', '', '0001'])('is refused with the limit %j', (limit) => {
    expect(refusedField(() => parse({ limit }))).toBe('query.limit');
  });

  it.each(['1', '9'.repeat(18)])('continues before %s', (before) => {
    expect(parse({ before }).place).toBe(before);
  });

  it.each(['0', '01', '1x', 'x1', '9'.repeat(19), '-1', ''])('does not continue before %j', (before) => {
    expect(refusedField(() => parse({ before }))).toBe('query.before');
  });

  it('names a parameter that is empty or given twice', () => {
    for (const name of ['user', 'since', 'before', 'limit']) {
      for (const value of ['', ['1', '2']]) expect(refusedField(() => parse({ [name]: value }))).toBe(`query.${name}`);
    }
  });
});

describe('the requested changes', () => {
  it.each([
    [{ phone: 'SEP1' }, { device: { kind: 'phone', name: 'SEP1' } }],
    [{ profile: 'UDP1' }, { device: { kind: 'profile', name: 'UDP1' } }],
    [{ dirn: '\\+1408' }, { number: '+1408' }],
    [{ state: 'proposed' }, { state: 'proposed' }],
    [{ search: 'Büro' }, { search: 'Büro' }],
    [{ source: 'service' }, { source: 'service' }],
    [{ source: 'elsewhere' }, { source: 'elsewhere' }],
  ])('with %j are those of %j', (query, filter) => {
    expect(changeQuery.parse(query).asked).toMatchObject(filter);
  });

  it.each([
    [{ state: 'Proposed' }, 'query.state'],
    [{ state: '' }, 'query.state'],
    [{ search: '' }, 'query.search'],
    [{ source: 'Service' }, 'query.source'],
    [{ source: '' }, 'query.source'],
    [{ dirn: '' }, 'query.dirn'],
    [{ phone: '' }, 'query.phone'],
    [{ phone: 'A', profile: 'B' }, 'query.profile'],
  ])('with %j are refused', (query, field) => {
    expect(refusedField(() => changeQuery.parse(query))).toBe(field);
  });
});

describe('the query of one change', () => {
  it('is the first page of all of its lists by default, without waiting', () => {
    expect(oneChangeQuery.parse({})).toEqual({ limit: 50, after: undefined, wait: undefined, problems: false });
  });

  it('can be a later page of the lists with a problem, and wait', () => {
    const query = { limit: '7', after: '0', wait: '25', problems: 'true' };
    expect(oneChangeQuery.parse(query)).toEqual({ limit: 7, after: '0', wait: 25, problems: true });
  });

  it.each([
    ...['0', '26', '01', '1.5', '-1', 'x', ''].map((wait) => ['wait', wait] as const),
    ...['yes', '1', 'True', ''].map((problems) => ['problems', problems] as const),
    ...['-1', '01', 'x', ''].map((after) => ['after', after] as const),
  ])('is refused with %s=%s', (name, value) => {
    expect(refusedField(() => oneChangeQuery.parse({ [name]: value }))).toBe(`query.${name}`);
  });
});

describe('the scope of an undo', () => {
  it('is the list by default', () => {
    expect([undefined, 'list', 'entries'].map((scope) => scopeQuery.parse({ scope }))).toEqual([
      'list',
      'list',
      'entries',
    ]);
  });

  it.each(['', 'all', 'List', ['list', 'list']])('is not %j', (scope) => {
    expect(refusedField(() => scopeQuery.parse({ scope }))).toBe('query.scope');
  });
});
