import { changeFilters } from '../../../changes/store/change-filter.js';
import { type UndoScope, undoScopes } from '../../../changes/undo-change.js';
import { changeBounds } from '../../../changes/change.js';
import { allOf, optional, queryText, storable, wrongParameter } from '../fields.js';
import { listQuery } from '../list-query.js';
import { isId, limitOf, numberedPlace } from '../paging.js';

/** The query of the list of changes. */
export const changeQuery = listQuery('changes', changeFilters, numberedPlace('before', isId, { 'a position': '1203' }));

/** How long a call may wait for something new, in seconds. */
const longestWait = 25;

const waitSchema = queryText(2, 'a number of seconds such as wait=20').meta({
  description:
    `With \`If-None-Match\`: wait at most so many seconds (1 to ${longestWait}) until the change has another \`ETag\`; ` +
    'otherwise 304.',
});

function waitIn(text: string): number {
  if (/^[1-9][0-9]?$/.test(text) && Number(text) <= longestWait) return Number(text);
  throw wrongParameter('wait', `must be a number from 1 to ${longestWait}`);
}

/** The query of one change: a page of its lists, and whether to wait. */
export const oneChangeQuery = allOf({
  limit: limitOf('lists'),
  after: numberedPlace('after', (text) => /^(0|[1-9][0-9]{0,14})$/.test(text)),
  wait: optional({ name: 'wait', schema: waitSchema, value: waitIn }, undefined),
  problems: flag('problems', '`true`: only lists with a problem.'),
});

const scopeSchema = queryText(10, 'a scope such as scope=entries').meta({
  description:
    'For a change of one list. `list`, or left out: the whole list, if it is as the change left it. `entries`: only the ' +
    'entries that the change touched, if each of them is as the change left it. The other entries do not matter.',
});

function scopeIn(text: string): UndoScope {
  const scope = undoScopes.find((one) => one === text);
  if (scope) return scope;
  throw wrongParameter('scope', `must be one of ${undoScopes.join(', ')}`);
}

/** How much an undo restores. */
export const scopeQuery = optional(
  { name: 'scope', schema: scopeSchema, examples: { 'what it touched': 'entries' }, value: scopeIn },
  'list' as const,
);

function flag(name: string, description: string) {
  const schema = queryText(5, 'true or false').meta({ description });
  const value = (text: string): boolean => {
    if (text === 'true' || text === 'false') return text === 'true';
    throw wrongParameter(name, 'must be true or false');
  };
  return optional({ name, schema, value }, false);
}

function textOf(name: string, longest: number, description: string) {
  const schema = queryText(longest, 'a text').meta({ description, pattern: storable });
  return optional({ name, schema, value: (text) => text }, '');
}

const uploaded = allOf({
  title: textOf('title', changeBounds.title, 'Only for a file: the title; if it is left out, one is made.'),
  reason: textOf('reason', changeBounds.reason, 'Only for a file: the reason.'),
  begins: flag('apply', 'Only for a file: `true` as `apply` in JSON.'),
  isDraft: flag('draft', 'Only for a file: `true` as `draft` in JSON.'),
});

/** The query with which a file of buttons is sent. */
export const uploadQuery: typeof uploaded = {
  ...uploaded,
  parse: (query) => {
    const asked = uploaded.parse(query);
    if (asked.begins && asked.isDraft) {
      throw wrongParameter('apply', 'is not possible for a draft; leave one of them out');
    }
    return asked;
  },
};
