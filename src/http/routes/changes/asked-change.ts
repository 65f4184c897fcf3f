import { createHash } from 'node:crypto';
import type { Change } from '../../../changes/change.js';
import type { Changes } from '../../../changes/changes.js';
import type { Actor } from '../../../changes/transitions.js';
import { invalidRequest } from '../../../domain/errors.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import type { RouteContext } from '../route.js';
import { shown } from './one-change.js';

/** What asking for a change has in common, whatever its body is. */

const longestKey = 255;

/** @returns the caller's key for a request, with a hash of the request; undefined if there is none */
export function keyOf(ctx: RouteContext, hash: string): { readonly text: string; readonly hash: string } | undefined {
  const text = ctx.get('Idempotency-Key');
  if (text === '' && ctx.req.headers['idempotency-key'] === undefined) return undefined;
  if (text.length < 1 || text.length > longestKey || !/^[\x20-\x7E]+$/.test(text)) {
    throw invalidRequest([
      { field: 'header.Idempotency-Key', detail: `must be 1 to ${longestKey} printable characters of ASCII` },
    ]);
  }
  const request = createHash('sha256').update(JSON.stringify([ctx.path, ctx.querystring, hash]));
  return { text, hash: request.digest('base64url') };
}

/** Answers with a change that was asked for. */
export function answerWith(
  ctx: RouteContext,
  part: Changes,
  { change, isRepeated }: { readonly change: Change; readonly isRepeated: boolean },
  actor: Actor,
  context: CallContext,
) {
  // Relative, in case a proxy adds a path.
  ctx.set('Location', ctx.path.endsWith('/undo') ? `../${change.id}` : `changes/${change.id}`);
  // What was begun may have ended already.
  ctx.status = isRepeated ? 200 : change.state === 'proposed' || change.state === 'draft' ? 201 : 202;
  return shown(ctx, part, change, actor, context);
}
