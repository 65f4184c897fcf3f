import type { Context } from 'koa';
import type { CallContext } from '../../use-cases/call-context.js';
import type { RequestState } from '../middleware/request-context.js';
import { openCallContext, type TimeForRequests } from './open-call-context.js';

/** Asks for something within the time that a caller's request has, and responds with it as JSON. */
export async function respondWithJson(
  ctx: Context & { state: RequestState },
  time: TimeForRequests,
  ask: (context: CallContext) => Promise<unknown>,
): Promise<void> {
  const { context, release } = openCallContext(ctx, 'read', time);
  try {
    setJson(ctx, await ask(context));
  } finally {
    release();
  }
}

/** Exactly this type, without a charset: JSON has but one. */
export function setJson(ctx: Context, content: unknown): void {
  ctx.set('Content-Type', 'application/json');
  ctx.body = JSON.stringify(content);
}
