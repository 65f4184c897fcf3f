import type { Context } from 'koa';
import { z } from 'zod';
import { RequestRefused } from '../../../domain/errors.js';
import type { Change } from '../../../history/change.js';
import type { History } from '../../../history/history.js';
import { undoChange } from '../../../history/undo-change.js';
import { ChangedMeanwhile } from '../../../use-cases/replace-buttons.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import { writersOnly } from '../../middleware/authenticate.js';
import { idIn, type Route, type RouteDependencies, setJson, type RouteContext, withHistory } from '../route.js';
import type { TimeForRequests } from '../../time-for-requests.js';
import { openCallContext } from '../open-call-context.js';
import { runHeader } from '../run-header.js';
import {
  changeExample,
  changeJson,
  changeSchema,
  changeWithDifference,
  changeWithDifferenceSchema,
  undoneSchema,
} from './change-json.js';
import { changeQuery, parseScope, scopeParameter } from './change-query.js';
import { wrongCursor } from '../paging.js';
import type { ErrorCode } from '../../../domain/error-catalogue.js';
import { headersOf, jsonResponse, reference, requestIdReference } from '../../openapi/operation-parts.js';
import { codesOfAnyRequest, codesOfWritingButtons, problemResponses } from '../../openapi/problem-responses.js';

/** GET /changes: newest first, page by page. */
function listChanges({ history, time }: RouteDependencies) {
  return async function changesRoute(ctx: RouteContext): Promise<void> {
    const kept = withHistory(history);
    const { asked, limit, place } = changeQuery.parse(ctx.query);
    const page = await inTime(ctx, time, (context) => kept.list({ ...asked, before: place }, limit, context));
    if (!page) throw wrongCursor('before');
    if (page.next !== undefined) linkTo(ctx, page.next);
    setJson(ctx, page.changes.map(changeJson));
  };
}

/** GET /changes/ID */
function readChange({ history, time }: RouteDependencies) {
  return async function changeRoute(ctx: RouteContext): Promise<void> {
    const kept = withHistory(history);
    setJson(ctx, changeWithDifference(await inTime(ctx, time, (context) => changeNamed(idIn(ctx), kept, context))));
  };
}

/** POST /changes/ID/undo */
function postUndo({ history, replaceButtons, time }: RouteDependencies) {
  return async function undoRoute(ctx: RouteContext): Promise<void> {
    const kept = withHistory(history);
    const scope = parseScope(ctx.query['scope']);
    const { context, release } = openCallContext(ctx, 'write', time);
    try {
      const change = await changeNamed(idIn(ctx), kept, context);
      const undone = undoChange(change, scope, replaceButtons, { ...context, undoes: change.id });
      const { id, changed, loaded } = await undone.catch((thrown: unknown) => {
        if (thrown instanceof ChangedMeanwhile) ctx.set('ETag', thrown.tag);
        throw thrown;
      });
      if (loaded !== undefined) ctx.set('X-After-Update', loaded);
      setJson(ctx, { id, changed });
    } finally {
      release();
    }
  };
}

/** Asks the history for a caller, until its deadline. A caller who hangs up says nothing about the store. */
export async function inTime<Result>(
  ctx: RouteContext,
  time: TimeForRequests,
  ask: (context: CallContext) => Promise<Result>,
): Promise<Result> {
  const { context, release } = openCallContext(ctx, 'write', time);
  return ask(context).finally(release);
}

/** @throws ServiceError `change-not-found` */
async function changeNamed(id: string, history: History, context: CallContext): Promise<Change> {
  const change = await history.get(id, context);
  if (change) return change;
  throw new RequestRefused('change-not-found', { detail: 'The history has no change of this id.' });
}

/** Links to the same request for earlier items. The link is relative, in case a proxy adds a path. */
export function linkTo(ctx: Context, before: string): void {
  const query = new URLSearchParams(ctx.querystring);
  query.set('before', before);
  ctx.set('Link', `<?${query.toString()}>; rel="next"`);
}

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

function listChangesOperation(): object {
  return {
    operationId: 'listChanges',
    tags,
    summary: 'Read who changed what and when',
    description:
      'The newest first, in the order in which they began, regardless of clocks. A change must match all that you ' +
      'give. `dirn` finds the changes that added, removed or changed a button with that number. If you give several ' +
      'parameters, a page may be short or empty and still have a `Link`: only a page without one is the last.',
    parameters: [...changeQuery.parameters(), requestIdReference],
    responses: {
      200: jsonResponse('The changes.', 'Changes', { some: [changeExample], none: [] }, headersOf(200, 'Link')),
      ...problemResponses(codesOfHistory),
    },
  };
}

function readChangeOperation(): object {
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

function undoChangeOperation(): object {
  const examples = { undone: { id: '1205', changed: true }, 'nothing to do': { id: null, changed: false } };
  return {
    operationId: 'undoChange',
    tags,
    summary: 'Undo a change',
    description:
      'Only if the device still has what the change left, in the whole list or in the entries that it touched: ' +
      'otherwise `changed-meanwhile` shows the current list. If the list from before is there already, nothing is ' +
      'sent. An undo is a change itself and can be undone.',
    parameters: [idParameter, scopeParameter(), reference('parameters', 'Run'), requestIdReference],
    responses: {
      200: jsonResponse('It is undone, or was already.', 'Undone', examples, headersOf(200, 'X-After-Update')),
      ...problemResponses([...new Set<ErrorCode>([...codesOfHistory, 'change-not-found', ...codesOfWritingButtons])]),
    },
  };
}

export const changes: readonly Route[] = [
  {
    method: 'get',
    path: '/changes',
    call: undefined,
    handlers: (to) => [listChanges(to)],
    operation: listChangesOperation,
    schemas: { output: { Change: changeSchema, Changes: z.array(changeSchema) } },
  },
  {
    method: 'get',
    path: '/changes/:id',
    call: undefined,
    handlers: (to) => [readChange(to)],
    operation: readChangeOperation,
    schemas: { output: { ChangeWithDifference: changeWithDifferenceSchema } },
  },
  {
    method: 'post',
    path: '/changes/:id/undo',
    call: undefined,
    handlers: (to) => [writersOnly(to.roles, 'change buttons'), runHeader(to), postUndo(to)],
    operation: undoChangeOperation,
    schemas: { output: { Undone: undoneSchema } },
  },
];
