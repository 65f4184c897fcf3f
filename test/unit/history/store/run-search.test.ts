import { expect, it } from 'vitest';
import type { Searched } from '../../../../src/history/store/change-search.js';
import { findRuns } from '../../../../src/history/store/run-search.js';
import { sqliteDialect } from '../../../../src/store/dialect.js';

it.each([
  [
    'the first of them, and looks no further back',
    { counted: 2, first: 7 },
    ['time >= ? AND sequence >= ?', [5, '7', 11]],
  ],
  ['none, and looks for nothing', { counted: 0, first: null }, undefined],
  ['too many to be counted, which fill the page', { counted: 10_000, first: 7 }, ['time >= ?', [5, 11]]],
])('finds runs since a time by the index of times %s', async (_, since, expected) => {
  const asked: [string, unknown][] = [];
  const search: Searched['search'] = (text, values) => {
    asked.push([/FROM history_run WHERE (.*) ORDER/.exec(text)?.[1] ?? text, values]);
    return Promise.resolve((asked.length === 1 ? [since] : []) as never[]);
  };
  expect(await findRuns({ since: new Date(5) }, 10, { search, dialect: sqliteDialect })).toEqual({
    runs: [],
    next: undefined,
  });
  expect(asked[0]?.[0]).toContain('INDEXED BY history_run_time');
  expect(asked.slice(1)).toEqual(expected ? [expected] : []);
});
