import type { Context, Middleware, Next } from 'koa';

/** Headers that restrict what a browser may do with a response. */
export const securityHeaderValues: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

export function securityHeaders(): Middleware {
  const headers = new Map(Object.entries(securityHeaderValues));
  return function withSecurityHeaders(ctx: Context, next: Next) {
    ctx.res.setHeaders(headers);
    return next();
  };
}
