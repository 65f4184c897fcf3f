import type { Context, Middleware, Next } from 'koa';
import { RequestRefused } from '../../domain/errors.js';
import type { RequestState } from './request-context.js';

/**
 * @param readOnlyUsers users who may look up but not change
 * @param items what they may not change: `speed dials`
 */
export function refuseReadOnlyUsers(readOnlyUsers: ReadonlySet<string>, items: string): Middleware<RequestState> {
  return async function withWriteAccess(ctx: Context & { state: RequestState }, next: Next) {
    if (readOnlyUsers.has(ctx.state.user ?? '')) {
      throw new RequestRefused('forbidden', {
        detail: `This user may look phones up, but not change their ${items}.`,
      });
    }
    await next();
  };
}
