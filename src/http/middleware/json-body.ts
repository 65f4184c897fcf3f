import { setImmediate as immediately } from 'node:timers/promises';
import type { Context, Middleware, Next } from 'koa';
import { networkOf } from '../../authentication/network-of.js';
import { invalidRequest, RequestRefused, ServiceError } from '../../domain/errors.js';
import { untilAborted } from '../../use-cases/time-limit.js';
import { type BodyBounds, CountedJson, type Excess, sizeInWords } from './body-bounds.js';
import type { HeldBodies, HeldBody } from './held-bodies.js';
import type { RequestState } from './request-context.js';

// The schema refuses a key `__proto__`, and names the entry that has it.
const parserOptions = { enableTypes: ['json'], strict: true, onProtoPoisoning: 'ignore' };

/**
 * The parsers are loaded for the first body. If they were loaded at the start, they would be a fifth of everything that
 * a start loads.
 */
const parsers = new Map<number, Promise<Middleware>>();

/** @param most how many bytes it reads at most */
function bodyParser(most: number): Promise<Middleware> {
  const parser =
    parsers.get(most) ??
    import('koa-bodyparser').then(({ default: make }) => make({ ...parserOptions, jsonLimit: String(most) }));
  parsers.set(most, parser);
  return parser;
}

/** To parse a larger body takes some milliseconds, and so does what its route does with it. Others get a turn between. */
const largeBytes = 64 * 1024;

/** The words with which problems describe the expected body. */
export interface WantedBody {
  /** `the speed dials as a JSON array` */
  readonly what: string;
  /** The expected items without their form, for the problem of a compressed body: `the speed dials`. */
  readonly items: string;
  /** The advice for an empty body: `send a JSON array of speed dials, [] to clear them`. */
  readonly instead: string;
  /** For a body that is not JSON: `is not a well-formed JSON array; send an array of speed dials`. */
  readonly malformed: string;
  readonly most: BodyBounds;
}

/**
 * Reads a JSON body in UTF-8 into `ctx.request.body`. The route checks it against its schema.
 * @param held the bodies that this one shares the room with
 */
export function jsonBody(wanted: WantedBody, held: HeldBodies): Middleware<RequestState> {
  return async function withJsonBody(ctx: Context & { state: RequestState }, next: Next) {
    requireJson(ctx, wanted);
    refuseCompressed(ctx, wanted);
    const givenUp = new AbortController();
    const body = held.hold({ user: ctx.state.user ?? '', network: networkOf(ctx.ip) }, () => {
      givenUp.abort();
      endReading(ctx);
    });
    try {
      // If the length is announced, it counts at once. Otherwise, the received bytes count.
      if (!body.takes(Math.min(Number(ctx.get('Content-Length') || 0), wanted.most.bytes))) throw tooManyBodies();
      if (!ctx.req.complete) body.comes();
      await readBody(ctx, wanted, body, givenUp.signal);
      body.arrived();
      if (body.bytes > largeBytes) await immediately();
      await next();
    } finally {
      body.release();
    }
  };
}

async function readBody(ctx: Context, wanted: WantedBody, body: HeldBody, givenUp: AbortSignal): Promise<void> {
  const parse = await bodyParser(wanted.most.bytes);
  // The parser waits for an event of the request. If the client has already closed the connection, there is no such
  // event any more.
  if (ctx.req.destroyed) throw unreadableBody({}, wanted);
  const read = Promise.race([parsedBody(ctx, parse, wanted), tooMuchIn(ctx, wanted, body)]);
  await untilAborted(read, givenUp, (reject) => {
    reject(notAwaited());
  });
  if (ctx.request.rawBody === '') throw emptyBody(wanted);
}

async function parsedBody(ctx: Context, parse: Middleware, wanted: WantedBody): Promise<void> {
  try {
    await parse(ctx, () => Promise.resolve());
  } catch (thrown) {
    throw unreadableBody(thrown, wanted);
  }
}

/**
 * Watches a body while the parser reads it: it counts the bytes of a body without a length, and what is in the body.
 * @throws ServiceError; it never returns
 */
function tooMuchIn(ctx: Context, wanted: WantedBody, body: HeldBody): Promise<never> {
  const { req } = ctx;
  const isInChunks = req.headers['content-length'] === undefined;
  const counted = new CountedJson();
  return new Promise((_resolve, reject) => {
    const count = (chunk: Buffer): void => {
      // The rest of a refused body is dropped, and nothing of it counts.
      if (body.isOver) return;
      if (!req.complete) body.comes();
      const excess = counted.exceeds(chunk, wanted.most);
      if (excess !== undefined) {
        reject(excesses[excess](wanted));
        dropRead(ctx);
      } else if (isInChunks && !body.takes(chunk.length)) {
        reject(tooManyBodies());
        endReading(ctx);
      }
    };
    req.on('data', count);
  });
}

/** The errors for a body that has too much of something. */
const excesses: Readonly<Record<Excess, (wanted: WantedBody) => ServiceError>> = {
  depth: ({ instead, most }) =>
    invalidRequest([{ field: 'body', detail: `is nested more than ${most.depth} deep; ${instead}` }]),
  keys: ({ instead, most }) =>
    invalidRequest([{ field: 'body', detail: `has more than ${most.keys} different keys; ${instead}` }]),
  values: ({ most }) => {
    const values = most.values.toLocaleString('en');
    return new RequestRefused('payload-too-large', {
      detail: `The body has more than ${values} values; each object, array, text and number is one. Send at most ${values}.`,
    });
  },
};

/** Makes the parser drop what it has read, as if the client had hung up. The rest of the body is dropped too. */
function dropRead({ req }: Context): void {
  req.emit('aborted');
}

/** Drops what was read and the rest of the body, and ends the connection. */
function endReading(ctx: Context): void {
  ctx.res.setHeader('Connection', 'close');
  dropRead(ctx);
}

function notAwaited(): ServiceError {
  return new ServiceError('overloaded', {
    detail:
      'Other requests needed the room before this body had arrived, so it was not read to its end. Send it again.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'late-body',
  });
}

function tooManyBodies(): ServiceError {
  return new ServiceError('overloaded', {
    detail:
      'Too many large requests are running, of all users or of this one, so it was not read. Send it again later.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'bodies',
  });
}

/** Refuses other content types. The parser would read such a body as empty, and an empty list clears a phone. */
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

/**
 * Refuses a compressed body. If the parser decompressed it, a damaged body would end the process, and an incomplete
 * body would keep the request waiting forever.
 */
function refuseCompressed(ctx: Context, wanted: WantedBody): void {
  if (['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase())) return;
  ctx.set('Accept-Encoding', 'identity');
  throw new RequestRefused('unsupported-media-type', { detail: `Send ${wanted.items} without a Content-Encoding.` });
}

function emptyBody({ instead }: WantedBody): ServiceError {
  return invalidRequest([{ field: 'body', detail: `is empty; ${instead}` }]);
}

/** The parser's error contains the body, so only its status is kept. */
function unreadableBody(thrown: unknown, { malformed, most }: WantedBody): ServiceError {
  const { status } = thrown as { status?: unknown };
  if (status === 413) {
    const size = sizeInWords(most.bytes);
    return new RequestRefused('payload-too-large', { detail: `The body is larger than ${size}.` });
  }
  return invalidRequest([{ field: 'body', detail: malformed }]);
}
