import type { ErrorCode } from '../../../domain/error-catalogue.js';
import { headersOf, jsonResponse, requestIdReference } from '../../openapi/operation-parts.js';
import { codesOfAnyRequest, codesTowardsTheCallManager, problemResponses } from '../../openapi/problem-responses.js';
import { changeExample } from './change-json.js';
import { changeParameters } from './change-query.js';

/** How the OpenAPI document describes the history. */

const tags = ['History'];
const codesOfHistory: readonly ErrorCode[] = [...codesOfAnyRequest, 'history-off', 'history-unavailable'];
const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The change's id.",
  schema: { type: 'string' },
  examples: { 'a change': { value: changeExample.id } },
};
const [before, after] = [changeExample.before[0], changeExample.after[0]];
const withDifference = { ...changeExample, difference: { added: [], removed: [], changed: [{ before, after }] } };

export function listChangesOperation(): object {
  return {
    operationId: 'listChanges',
    tags,
    summary: 'Read who changed what and when',
    description:
      'The newest first, by the order in which they began. What is given must all hold. `dirn` finds the changes that ' +
      'added, removed or changed a button with that number.',
    parameters: [...changeParameters(), requestIdReference],
    responses: {
      200: jsonResponse('The changes.', 'Changes', { some: [changeExample], none: [] }, headersOf(200, 'Link')),
      ...problemResponses(codesOfHistory),
    },
  };
}

export function readChangeOperation(): object {
  return {
    operationId: 'readChange',
    tags,
    summary: 'Read one change, with what it did to the list',
    description: 'Entries with the same index are the same entry.',
    parameters: [idParameter, requestIdReference],
    responses: {
      200: jsonResponse('The change.', 'ChangeWithDifference', { change: withDifference }),
      ...problemResponses([...codesOfHistory, 'change-not-found']),
    },
  };
}

export function undoChangeOperation(): object {
  const examples = { undone: { id: '1205', changed: true }, 'nothing to do': { id: null, changed: false } };
  return {
    operationId: 'undoChange',
    tags,
    summary: 'Set the list that was there before a change',
    description:
      'Only where the device still holds what the change left: otherwise `changed-meanwhile` shows the present list. ' +
      'An undo is a change itself, and can be undone.',
    parameters: [idParameter, requestIdReference],
    responses: {
      200: jsonResponse('It is undone, or was already.', 'Undone', examples, headersOf(200, 'X-After-Update')),
      ...problemResponses([
        ...codesOfHistory,
        'change-not-found',
        'forbidden',
        'cross-site',
        'phone-not-found',
        'profile-not-found',
        'not-representable',
        'changed-meanwhile',
        'rejected-by-call-manager',
        ...codesTowardsTheCallManager,
        'outcome-unknown',
      ]),
    },
  };
}
