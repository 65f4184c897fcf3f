import type { Context, Middleware, Next } from 'koa';
import bodyParser from 'koa-bodyparser';
import { RequestRefused, ServiceError } from '../../domain/errors.js';
import { invalidRequest } from '../invalid-request.js';

// A key `__proto__` is left to the schema, which names the entry that has it.
const parserOptions = { enableTypes: ['json'], jsonLimit: '1mb', strict: true, onProtoPoisoning: 'ignore' };
const parseBody = bodyParser(parserOptions);
/** The parser reads no more than this, in bytes. */
const largestBody = 1024 * 1024;
/**
 * How many bytes of bodies are held at most, over all routes, from their reading to their response; what is made of
 * them takes about five times as much. One alone is always taken.
 */
const mostHeld = 16 * 1024 * 1024;

/** The bodies that are held now, over all routes. */
export interface HeldBodies {
  bytes: number;
}

/** How the problems with a body call what it should be. */
export interface WantedBody {
  /** `the speed dials as a JSON array` */
  readonly what: string;
  /** Without its form, for a body that is compressed: `the speed dials`. */
  readonly items: string;
  /** For a body that is empty: `send a JSON array of speed dials, [] to clear them`. */
  readonly instead: string;
  /** For a body that is no JSON: `is not a well-formed JSON array; send an array of speed dials`. */
  readonly malformed: string;
}

/**
 * Reads a body that is JSON in UTF-8, into `ctx.request.body`; its schema is for the route to check.
 * @param held what all routes count together
 */
export function jsonBody(wanted: WantedBody, held: HeldBodies): Middleware {
  return async function withJsonBody(ctx: Context, next: Next) {
    requireJson(ctx, wanted);
    refuseCompressed(ctx, wanted);
    const size = Math.min(Number(ctx.get('Content-Length') || largestBody), largestBody);
    if (held.bytes > 0 && held.bytes + size > mostHeld) throw refuseUnread(ctx, tooManyBodies());
    held.bytes += size;
    try {
      await readBody(ctx, wanted);
      await next();
    } finally {
      held.bytes -= size;
    }
  };
}

async function readBody(ctx: Context, wanted: WantedBody): Promise<void> {
  try {
    await parseBody(ctx, () => Promise.resolve());
  } catch (thrown) {
    throw refuseUnread(ctx, unreadableBody(thrown, wanted));
  }
  if (ctx.request.rawBody === '') throw emptyBody(wanted);
}

/** What was not read of a body, left there, would keep a client from ever reading the response. */
function refuseUnread(ctx: Context, error: ServiceError): ServiceError {
  ctx.req.resume();
  return error;
}

function tooManyBodies(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'Too many large requests are under way already; this one was not read.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'bodies',
  });
}

/** The parser would take another content type for an empty object, and an empty list clears a phone. */
function requireJson(ctx: Context, wanted: WantedBody): void {
  const type = ctx.request.is('application/json');
  if (type === null || ctx.request.length === 0) throw emptyBody(wanted);
  const charset = ctx.request.charset.toLowerCase();
  if (type === false || (charset !== '' && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new RequestRefused('unsupported-media-type', {
      detail: `Send ${wanted.what}, with Content-Type: application/json, in UTF-8.`,
    });
  }
}

/** With the parser's decompression, a damaged body ends the process, and one that breaks off is waited for for ever. */
function refuseCompressed(ctx: Context, wanted: WantedBody): void {
  if (['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase())) return;
  ctx.set('Accept-Encoding', 'identity');
  throw new RequestRefused('unsupported-media-type', { detail: `Send ${wanted.items} without a Content-Encoding.` });
}

function emptyBody({ instead }: WantedBody): ServiceError {
  return invalidRequest([{ field: 'body', detail: `is empty; ${instead}` }]);
}

/** What the body parser throws holds the body; only its status is kept. */
function unreadableBody(thrown: unknown, { malformed }: WantedBody): ServiceError {
  const { status } = thrown as { status?: unknown };
  if (status === 413) {
    return new RequestRefused('payload-too-large', { detail: 'The body is larger than 1 MB.' });
  }
  return invalidRequest([{ field: 'body', detail: malformed }]);
}
