import type { Context, Next } from 'koa';
import { invalidRequest } from '../invalid-request.js';

/** Refuses requests without a Host header or without a valid target, which Node's parser lets through. */
export function wellFormed(): (ctx: Context, next: Next) => Promise<unknown> {
  return function withWellFormedRequest(ctx: Context, next: Next) {
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
      throw invalidRequest([{ field: 'header.Host', detail: 'is missing' }]);
    }
    if (!hasPath(ctx)) throw invalidRequest([{ field: 'target', detail: 'is no path and no URL' }]);
    return next();
  };
}

/** A target may be a whole URL, which Koa takes apart when it is first asked for the path; not every one can be. */
function hasPath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
