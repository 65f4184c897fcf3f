import type { Context } from 'koa';
import { z } from 'zod';
import { type BusyLampField, busyLampFieldRules } from '../../../domain/busy-lamp-field.js';
import { type ErrorFacts, isServiceError, RequestRefused } from '../../../domain/errors.js';
import { type SpeedDial, speedDialRules } from '../../../domain/phone.js';
import type { Change } from '../../../history/change.js';
import type { History } from '../../../history/history.js';
import { undoChange } from '../../../history/undo-change.js';
import { refuseReadOnlyUsers } from '../../middleware/refuse-read-only-users.js';
import type { RequestState } from '../../middleware/request-context.js';
import { listTag } from '../buttons/entity-tags.js';
import { setJson } from '../json-response.js';
import { openCallContext } from '../open-call-context.js';
import type { Route, RouteDependencies } from '../route.js';
import {
  changeJson,
  changeSchema,
  changeWithDifference,
  changeWithDifferenceSchema,
  undoneSchema,
} from './change-json.js';
import { listChangesOperation, readChangeOperation, undoChangeOperation } from './change-operations.js';
import { parseChangeQuery } from './change-query.js';

type RouteContext = Context & { state: RequestState };

/** GET /changes: the newest first, a page at a time. */
function listChanges({ history }: RouteDependencies) {
  return async function changesRoute(ctx: RouteContext): Promise<void> {
    const kept = present(history);
    const { filter, limit } = parseChangeQuery(ctx.query);
    // One more than are answered tells whether there is another page.
    const found = await kept.list(filter, limit + 1);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    if (found.length > limit && last) linkTo(ctx, last.id);
    setJson(ctx, page.map(changeJson));
  };
}

/** GET /changes/ID */
function readChange({ history }: RouteDependencies) {
  return async function changeRoute(ctx: RouteContext): Promise<void> {
    setJson(ctx, changeWithDifference(await changeNamed(idIn(ctx), present(history))));
  };
}

/** POST /changes/ID/undo */
function postUndo({ history, buttonWriters, time }: RouteDependencies) {
  return async function undoRoute(ctx: RouteContext): Promise<void> {
    const { context, release } = openCallContext(ctx, 'write', time);
    try {
      const change = await changeNamed(idIn(ctx), present(history));
      const { id, changed, loaded } = await undoChange(change, buttonWriters, context).catch((thrown: unknown) => {
        if (isServiceError(thrown, 'changed-meanwhile')) ctx.set('ETag', tagOf(change, thrown.facts.present ?? []));
        throw thrown;
      });
      if (loaded !== undefined) ctx.set('X-After-Update', loaded);
      setJson(ctx, { id, changed });
    } finally {
      release();
    }
  };
}

/** @returns the entity tag of a list that was read in the place of the one that a change left */
function tagOf({ kind }: Change, entries: NonNullable<ErrorFacts['present']>): string {
  return kind === 'speeddial'
    ? listTag(speedDialRules, entries as readonly SpeedDial[])
    : listTag(busyLampFieldRules, entries as readonly BusyLampField[]);
}

/** @returns the id that the path names */
function idIn({ params }: RouteContext & { params?: Readonly<Record<string, string>> }): string {
  return params?.['id'] ?? '';
}

/** @throws ServiceError `history-off` */
function present(history: History | undefined): History {
  if (history) return history;
  throw new RequestRefused('history-off', { detail: 'This service keeps no history: HISTORY_URL is not set.' });
}

/** @throws ServiceError `change-not-found` */
async function changeNamed(id: string, history: History): Promise<Change> {
  const change = await history.get(id);
  if (change) return change;
  throw new RequestRefused('change-not-found', { detail: 'The history has no change of this id.' });
}

/** The same request, for what came before; relative, so that a path in front of the service is no harm. */
function linkTo(ctx: Context, before: string): void {
  const query = new URLSearchParams(ctx.querystring);
  query.set('before', before);
  ctx.set('Link', `<?${query.toString()}>; rel="next"`);
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
    handlers: (to) => [refuseReadOnlyUsers(to.readOnlyUsers, 'buttons'), postUndo(to)],
    operation: undoChangeOperation,
    schemas: { output: { Undone: undoneSchema } },
  },
];
