import type { Context, Middleware, Next } from 'koa';
import bodyParser from 'koa-bodyparser';
import { RequestRefused, type ServiceError } from '../../domain/errors.js';
import { invalidRequest } from '../invalid-request.js';

// A key `__proto__` is left to the schema, which names the entry that has it.
const parserOptions = { enableTypes: ['json'], jsonLimit: '1mb', strict: true, onProtoPoisoning: 'ignore' };
const parseBody = bodyParser(parserOptions);

/**
 * Reads a body that is JSON in UTF-8, into `ctx.request.body`; its schema is for the route to check.
 * @param items what the list is of, for the texts of problems: `speed dials`
 */
export function jsonListBody(items: string): Middleware {
  return async function withJsonListBody(ctx: Context, next: Next) {
    requireJson(ctx, items);
    refuseCompressed(ctx, items);
    try {
      await parseBody(ctx, () => Promise.resolve());
    } catch (thrown) {
      // What was not read yet: left there, it would keep a client from ever reading the response.
      ctx.req.resume();
      throw unreadableBody(thrown, items);
    }
    if (ctx.request.rawBody === '') throw emptyBody(items);
    await next();
  };
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
