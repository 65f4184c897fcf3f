import { changeFilters, runFilters } from '../../../history/store/change-filter.js';
import { type UndoScope, undoScopes } from '../../../history/undo-change.js';
import { optional, queryText, wrongParameter } from '../fields.js';
import { listQuery } from '../list-query.js';
import { isId, numberedPlace } from '../paging.js';

/** The query of the list of changes. */
export const changeQuery = listQuery('changes', changeFilters, numberedPlace('before', isId, { 'a position': '1203' }));

/** The query of the list of runs. */
export const runQuery = listQuery('runs', runFilters, numberedPlace('before', isId));

const scopeSchema = queryText(10, 'a scope such as scope=entries').meta({
  description:
    '`list`, or left out: the whole list, if it is as the change left it. `entries`: only the entries that the ' +
    'change touched, if each of them is as the change left it. The other entries do not matter.',
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
