import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { invalidRequest, RequestRefused } from '../../domain/errors.js';
import type { RequestState } from './request-context.js';

/** Refuses requests without a Host header or without a valid target, which Node's parser lets through. */
export function wellFormed(): (ctx: Context, next: Next) => Promise<unknown> {
  return function withWellFormedRequest(ctx: Context, next: Next) {
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
      throw invalidRequest([{ field: 'header.Host', detail: 'is missing' }]);
    }
    if (!hasPath(ctx)) throw invalidRequest([{ field: 'target', detail: 'is not a path or a URL' }]);
    return next();
  };
}

/** The target of a request may be a whole URL. Koa parses it when the path is first read, and this may fail. */
function hasPath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

/**
 * Refuses requests that match no route: a known path with a wrong method, or an unknown path.
 * @param calls examples of calls, shown to callers of an unknown path: `GET /phone/?dirn=NUMBER`
 * @param lists the paths below which there are entries, by their index: `/speeddials`
 */
export function refuseUnmatched(router: Router<RequestState>, calls: readonly string[], lists: readonly string[]) {
  return (ctx: Context): never => {
    const allowed = new Set(router.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods));
    if (allowed.size > 0) {
      ctx.set('Allow', [...allowed].join(', '));
      throw new RequestRefused('method-not-allowed', { detail: `Use ${[...allowed].join(' or ')} here.` });
    }
    const list = lists.find((path) => ctx.path.startsWith(`${path}/`));
    if (list !== undefined) {
      throw new RequestRefused('not-found', {
        detail: `After ${list}/ comes an index, which is a string of digits: ${list}/5, for example.`,
      });
    }
    throw new RequestRefused('not-found', {
      detail: `This service answers ${calls.join(' and ')}; /docs describes them.`,
    });
  };
}
