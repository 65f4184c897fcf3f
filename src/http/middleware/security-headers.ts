import type { Context, Middleware, Next } from 'koa';
import type { AllowedOrigins } from './cross-origin.js';

const always: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** What the configuration tells browsers with every answer. */
export interface ToldToBrowsers {
  /** For how many seconds a browser must use only https with this host; 0: the header is not sent. */
  readonly hstsMaxAgeS?: number;
  readonly allowedOrigins?: AllowedOrigins;
}

/** Headers that restrict what a browser may do with a response. */
export function securityHeaderValues(told: ToldToBrowsers = {}): Readonly<Record<string, string>> {
  const { hstsMaxAgeS = 0, allowedOrigins } = told;
  return {
    ...always,
    ...(hstsMaxAgeS > 0 && { 'Strict-Transport-Security': `max-age=${hstsMaxAgeS}` }),
    // One origin may read an answer, and another may not. So a cached answer is valid for one origin only.
    ...(allowedOrigins && allowedOrigins.size > 0 && { Vary: 'Origin' }),
  };
}

export function securityHeaders(told?: ToldToBrowsers): Middleware {
  const headers = new Map(Object.entries(securityHeaderValues(told)));
  return function withSecurityHeaders(ctx: Context, next: Next) {
    ctx.res.setHeaders(headers);
    return next();
  };
}
