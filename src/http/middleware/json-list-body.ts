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
 * How many bytes of bodies are held at most, from their reading to their response; what is made of them takes about
 * five times as much. One alone is always taken.
 */
const mostHeld = 16 * 1024 * 1024;

/**
 * Reads a body that is JSON in UTF-8, into `ctx.request.body`; its schema is for the route to check.
 * @param items what the list is of, for the texts of problems: `speed dials`
 */
export function jsonListBody(items: string): Middleware {
  let held = 0;
  return async function withJsonListBody(ctx: Context, next: Next) {
    requireJson(ctx, items);
    refuseCompressed(ctx, items);
    const size = Math.min(Number(ctx.get('Content-Length') || largestBody), largestBody);
    if (held > 0 && held + size > mostHeld) throw refuseUnread(ctx, tooManyBodies());
    held += size;
    try {
      await readBody(ctx, items);
      await next();
    } finally {
      held -= size;
    }
  };
}

async function readBody(ctx: Context, items: string): Promise<void> {
  try {
    await parseBody(ctx, () => Promise.resolve());
  } catch (thrown) {
    throw refuseUnread(ctx, unreadableBody(thrown, items));
  }
  if (ctx.request.rawBody === '') throw emptyBody(items);
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
function requireJson(ctx: Context, items: string): void {
  const type = ctx.request.is('application/json');
  if (type === null || ctx.request.length === 0) throw emptyBody(items);
  const charset = ctx.request.charset.toLowerCase();
  if (type === false || (charset !== '' && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new RequestRefused('unsupported-media-type', {
      detail: `Send the ${items} as a JSON array, with Content-Type: application/json, in UTF-8.`,
    });
  }
}

/** With the parser's decompression, a damaged body ends the process, and one that breaks off is waited for for ever. */
function refuseCompressed(ctx: Context, items: string): void {
  if (['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase())) return;
  ctx.set('Accept-Encoding', 'identity');
  throw new RequestRefused('unsupported-media-type', { detail: `Send the ${items} without a Content-Encoding.` });
}

function emptyBody(items: string): ServiceError {
  return invalidRequest([{ field: 'body', detail: `is empty; send a JSON array of ${items}, [] to clear them` }]);
}

/** What the body parser throws holds the body; only its status is kept. */
function unreadableBody(thrown: unknown, items: string): ServiceError {
  const { status } = thrown as { status?: unknown };
  if (status === 413) {
    return new RequestRefused('payload-too-large', { detail: 'The body is larger than 1 MB.' });
  }
  return invalidRequest([{ field: 'body', detail: `is not a well-formed JSON array; send an array of ${items}` }]);
}
