import { invalidRequest } from '../../../domain/errors.js';
import { changeFilters, runFilters } from '../../../history/store/change-filter.js';
import { type UndoScope, undoScopes } from '../../../history/undo-change.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { queryText, type QueryValue, readQuery } from '../fields.js';
import { listQuery } from '../list-query.js';
import { idBefore } from '../paging.js';

/** The query of the list of changes. */
export const changeQuery = listQuery('changes', changeFilters, idBefore({ 'a position': '1203' }));

/** The query of the list of runs. */
export const runQuery = listQuery('runs', runFilters, idBefore({}));

const scopeSchema = queryText(10, 'a scope such as scope=entries').meta({
  description:
    '`list`, or left out: the whole list, if it is as the change left it. `entries`: only the entries that the ' +
    'change touched, if each of them is as the change left it. The other entries do not matter.',
});

/** @throws ServiceError `invalid-request` */
export function parseScope(value: QueryValue): UndoScope {
  if (value === undefined) return 'list';
  const given = readQuery('scope', scopeSchema, value);
  const scope = undoScopes.find((one) => one === given);
  if (scope) return scope;
  throw invalidRequest([{ field: 'query.scope', detail: `must be one of ${undoScopes.join(', ')}` }]);
}

/** @returns the parameter of an undo, for the document */
export function scopeParameter(): object {
  return queryParameter('scope', scopeSchema, { 'what it touched': 'entries' }, false);
}
