import type { Context, Middleware, Next } from 'koa';
import bodyParser from 'koa-bodyparser';
import type { ServiceError } from '../../domain/errors.js';
import { RequestRefused } from '../../domain/errors.js';
import type { ReplaceSpeedDials } from '../../use-cases/replace-speed-dials.js';
import { openCallContext, type RequestState, type TimeForRequests } from '../middleware/request-context.js';
import { invalidRequest, parseDeviceName, parseSpeedDials } from './request-schemas.js';

export interface SpeedDialRouteOptions {
  readonly time: TimeForRequests;
  /** Users who may look up but not change. */
  readonly readOnlyUsers: ReadonlySet<string>;
}

/** POST /speeddials?phone=NAME: replaces a phone's speed dials; answers with the phone's uuid alone. */
export function postSpeedDials(
  replaceSpeedDials: ReplaceSpeedDials,
  options: SpeedDialRouteOptions,
): Middleware<RequestState>[] {
  async function speedDialsRoute(ctx: Context & { state: RequestState }): Promise<void> {
    const phone = parseDeviceName(ctx.query['phone']);
    const dials = parseSpeedDials(ctx.request.body);
    // What was read is kept once, not three times, while the write waits.
    ctx.request.body = undefined;
    ctx.request.rawBody = '';
    const { context, release } = openCallContext(ctx, 'write', options.time);
    try {
      const { uuid, loaded } = await replaceSpeedDials.replace(phone, dials, context);
      if (loaded !== undefined) ctx.set('X-After-Update', loaded);
      // The type that callers of this interface expect, exactly.
      ctx.set('Content-Type', 'plain/text');
      ctx.body = uuid;
    } finally {
      release();
    }
  }
  return [refuseReadOnlyUsers(options.readOnlyUsers), requireJson, readBody, speedDialsRoute];
}

function refuseReadOnlyUsers(readOnlyUsers: ReadonlySet<string>): Middleware<RequestState> {
  return async function withWriteAccess(ctx: Context & { state: RequestState }, next: Next) {
    if (readOnlyUsers.has(ctx.state.user ?? '')) {
      throw new RequestRefused('forbidden', {
        detail: 'This user may look phones up, but not change their speed dials.',
      });
    }
    await next();
  };
}

/** The parser would take another content type for an empty object, and an empty list clears a phone. */
async function requireJson(ctx: Context, next: Next): Promise<void> {
  const type = ctx.request.is('application/json');
  if (type === null || ctx.request.length === 0) throw emptyBody();
  const charset = ctx.request.charset.toLowerCase();
  if (type === false || (charset !== '' && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new RequestRefused('unsupported-media-type', {
      detail: 'Send the speed dials as a JSON array, with Content-Type: application/json, in UTF-8.',
    });
  }
  refuseCompressed(ctx);
  await next();
}

/** The parser's decompression lets a damaged body end the process, and one that breaks off is waited for for ever. */
function refuseCompressed(ctx: Context): void {
  if (['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase())) return;
  ctx.set('Accept-Encoding', 'identity');
  throw new RequestRefused('unsupported-media-type', { detail: 'Send the speed dials without a Content-Encoding.' });
}

// A key `__proto__` is left to the schema, which names the entry that has it.
const parserOptions = { enableTypes: ['json'], jsonLimit: '1mb', strict: true, onProtoPoisoning: 'ignore' };
const parseBody = bodyParser(parserOptions);

async function readBody(ctx: Context, next: Next): Promise<void> {
  try {
    await parseBody(ctx, () => Promise.resolve());
  } catch (thrown) {
    // What was not read yet: left there, it would keep a client from ever reading the answer.
    ctx.req.resume();
    throw unreadableBody(thrown);
  }
  if (ctx.request.rawBody === '') throw emptyBody();
  await next();
}

function emptyBody(): ServiceError {
  return invalidRequest([{ field: 'body', detail: 'is empty; send a JSON array of speed dials, [] to clear them' }]);
}

/** What the body parser throws holds the body; only its status is kept. */
function unreadableBody(thrown: unknown): ServiceError {
  const { status } = thrown as { status?: unknown };
  if (status === 413) {
    return new RequestRefused('payload-too-large', { detail: 'The body is larger than 1 MB.' });
  }
  return invalidRequest([{ field: 'body', detail: 'is not a well-formed JSON array; send an array of speed dials' }]);
}
