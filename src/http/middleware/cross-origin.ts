import type { Context, Middleware, Next } from 'koa';
import type { RequestState } from './request-context.js';
import { wellFormed } from './refuse-unroutable.js';

/**
 * The origins of the pages of others that may call this service from a browser, as browsers write them:
 * `https://phones.example.com`. Where there are none, no answer says anything of it.
 */
export type AllowedOrigins = ReadonlySet<string>;

/** What such a page may read of an answer, beside what any page may. */
const exposed = ['ETag', 'Link', 'Retry-After', 'Age', 'Cache-Status', 'X-Request-Id', 'X-After-Update'];

/** How the browser's own question is answered, before it sends a request for such a page. */
const permissions = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': [
    ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Cache-Control'],
    ...['Run', 'X-Request-Id'],
  ].join(', '),
  // In seconds; no browser keeps it for longer than Chromium's two hours, but one.
  'Access-Control-Max-Age': '7200',
};

/** @returns the headers by which a page of this origin may read an answer; none if it is not listed */
export function readableBy(
  origin: string | undefined,
  allowed: AllowedOrigins = new Set(),
): Readonly<Record<string, string>> {
  if (origin === undefined || !allowed.has(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed.join(', ') };
}

/**
 * Lets the pages of listed origins read answers, those that are errors too, and answers what their browsers ask before
 * they send a request (a preflight), which never brings a login. Nothing allows a login that the browser remembers: a
 * page has to give one itself. All other origins go on as if this were not here.
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
