import type { IncomingHttpHeaders } from 'node:http';
import type { Context, Middleware, Next } from 'koa';
import { RequestRefused } from '../../domain/errors.js';
import type { AllowedOrigins } from './cross-origin.js';

/**
 * Refuses changes that a browser sends for a page of another site: a browser that remembers the login from `/docs`
 * would send it along. A POST with JSON needs no protection: before a browser sends such a POST to another site, it
 * asks with OPTIONS, and that is refused.
 * @param allowed the origins whose pages may make changes like those of this site
 */
export function refuseCrossSite(allowed: AllowedOrigins): Middleware {
  return function withOwnSite(ctx: Context, next: Next) {
    if (isChangeWithoutJson(ctx) && comesFromElsewhere(ctx.req.headers, allowed)) {
      throw new RequestRefused('cross-site', {
        detail: 'This request comes from a page of another site. Only pages of this site can make changes.',
      });
    }
    return next();
  };
}

function isChangeWithoutJson({ req: { method }, request }: Context): boolean {
  if (method === 'PUT' || method === 'DELETE') return true;
  return method === 'POST' && request.is('application/json') !== 'application/json';
}

/**
 * Programs send neither Sec-Fetch-Site nor Origin. A browser sends Sec-Fetch-Site over HTTPS, and Origin with every
 * change.
 */
function comesFromElsewhere(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  allowed: AllowedOrigins,
): boolean {
  if (origin !== undefined && allowed.has(origin)) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isSameHost(origin, host);
}

/** The scheme is not compared: if a proxy in front of this service handles TLS, only the proxy knows the scheme. */
function isSameHost(origin: string, host = ''): boolean {
  const { protocol, host: from } = URL.canParse(origin) ? new URL(origin) : { protocol: '', host: '' };
  const here = `${protocol}//${host}`;
  // The default port of the scheme may be written or left out.
  return from !== '' && URL.canParse(here) && new URL(here).host === from;
}
