import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Change } from '../../../changes/change.js';
import type { Changes } from '../../../changes/changes.js';
import type { Actor } from '../../../changes/transitions.js';
import { rightOf } from '../../../domain/rights.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import type { PathParameter } from '../../openapi/operation.js';
import type { Need } from '../call.js';
import { inTime } from '../open-call-context.js';
import { type RouteContext, type RouteDependencies, withHistory } from '../route.js';
import { changeExample, changeJson } from './change-json.js';

/** What the calls for changes share. */

/** The changes. Their calls are carried through like writes: a caller who hangs up says nothing about the store. */
export const theChanges: Need<Changes> = {
  codes: ['history-off', 'history-unavailable'],
  in: (to) => withHistory(to.changes),
};

export const id: PathParameter = {
  name: 'id',
  description: "The change's id.",
  schema: z.string(),
  examples: { 'a change': changeExample.id },
};

/** Does something with changes for a user. Work that has begun is completed. */
export function forUser<Result>(
  ctx: RouteContext,
  { roles, time }: RouteDependencies,
  work: (actor: Actor, context: CallContext) => Promise<Result>,
): Promise<Result> {
  const { user = '' } = ctx.state;
  return inTime(ctx, 'write', time, (context) => work({ user, right: rightOf(user, roles) }, context));
}

/** @returns a change as the user sees it, with its `ETag` set */
export async function shown(ctx: RouteContext, changes: Changes, change: Change, actor: Actor, context: CallContext) {
  const json = changeJson(change, actor, await changes.waitsFor(change, context));
  ctx.set('ETag', tagOf(json));
  return json;
}

/** @returns the entity tag of a change: it differs with everything that is shown, except the lists themselves */
export function tagOf(json: ReturnType<typeof changeJson>): string {
  return `"${createHash('sha256').update(JSON.stringify(json)).digest('base64url').slice(0, 22)}"`;
}
