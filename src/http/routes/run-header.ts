import type { Context, Middleware, Next } from 'koa';
import type { RequestState } from '../middleware/request-context.js';
import { openCallContext } from './open-call-context.js';
import type { RouteDependencies } from './route.js';

/**
 * Reads the header `Run`, which assigns a write to a run of its user. Without a history the header is ignored, so that
 * callers need not know whether there is one.
 */
export function runHeader({ history, time }: RouteDependencies): Middleware<RequestState> {
  return async function withRun(ctx: Context & { state: RequestState }, next: Next) {
    const given = ctx.get('Run');
    if (history && given !== '') {
      const { context, release } = openCallContext(ctx, 'write', time);
      await history.refuseOtherRuns(given, context).finally(release);
      ctx.state.run = given;
    }
    await next();
  };
}
