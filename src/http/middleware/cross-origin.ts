import type { Context, Middleware, Next } from 'koa';
import type { RequestState } from './request-context.js';
import { wellFormed } from './refuse-unroutable.js';

/**
 * The origins whose pages may call this service from a browser, as browsers write them: `https://phones.example.com`.
 * Without origins, no answer has a header for them.
 */
export type AllowedOrigins = ReadonlySet<string>;

/**
 * The headers of an answer that pages of listed origins may read, in addition to the headers that any page may read.
 */
const exposed = ['ETag', 'Link', 'Retry-After', 'Age', 'Cache-Status', 'X-Request-Id', 'X-After-Update'];

/** The headers of the answer to a preflight. */
const permissions = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': [
    ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Cache-Control'],
    ...['Idempotency-Key', 'X-Request-Id'],
  ].join(', '),
  // In seconds. Most browsers, such as Chromium, store the answer for at most two hours.
  'Access-Control-Max-Age': '7200',
};

/** @returns the headers that let a page of this origin read an answer; none if the origin is not listed */
export function readableBy(
  origin: string | undefined,
  allowed: AllowedOrigins = new Set(),
): Readonly<Record<string, string>> {
  if (origin === undefined || !allowed.has(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed.join(', ') };
}

/**
 * Lets the pages of listed origins read answers, also errors. It also answers the preflights of their browsers, which
 * never have a login. A login that the browser remembers is never allowed: the page must send a login itself. For other
 * origins nothing changes.
 */
export function crossOrigin(allowed: AllowedOrigins): Middleware<RequestState> {
  const checkForm = wellFormed();
  return function withCrossOrigin(ctx: Context & { state: RequestState }, next: Next) {
    const { origin } = ctx.req.headers;
    ctx.set(readableBy(origin, allowed));
    if (origin === undefined || !allowed.has(origin) || !isPreflight(ctx)) return next();
    ctx.state.route = 'preflight';
    return checkForm(ctx, () => {
      ctx.set(permissions);
      ctx.status = 204;
      return Promise.resolve();
    });
  };
}

function isPreflight({ method, req }: Context): boolean {
  return method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
}
