import { randomUUID } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { isServiceError, ServiceError } from '../../domain/errors.js';
import {
  type Observation,
  type Observe,
  ofRequest,
  type OfRequest,
  unexpected,
} from '../../observability/observations.js';
import { startRequestSpan } from '../../observability/tracing.js';
import { type CallContext, newTally } from '../../use-cases/call-context.js';
import { arrivalOf, isClosed } from '../time-for-requests.js';
import { problemOf } from '../problems.js';

/** What middleware and routes store with a request. */
export interface RequestState {
  requestId: string;
  /** Undefined if the request is not traced. */
  span: OfRequest['span'];
  /** When its head was read, on the clock of performance.now() in milliseconds. */
  arrivedAt: number;
  user: string | undefined;
  /** The pattern of a path that no router knows. */
  route?: string;
  tally: CallContext['tally'];
}

/** The form of a caller's own request id. Every log line has the id, so it is short and plain. */
export const callersId = /^[A-Za-z0-9._:-]{1,64}$/;

/**
 * The outermost middleware: gives each request its id, answers every error as a problem, and observes the request
 * when it is over. Koa's own error handling would drop the headers set before.
 */
export function requestContext(observe: Observe): Middleware<RequestState> {
  return async function withRequestContext(ctx: Context & { state: RequestState }, next: Next) {
    const arrivedAt = arrivalOf(ctx.req);
    const given = ctx.get('X-Request-Id');
    const requestId = callersId.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.span = startRequestSpan(ctx.req, arrivedAt);
    ctx.state.arrivedAt = arrivedAt;
    ctx.state.tally = newTally();
    ctx.set('X-Request-Id', requestId);
    // Read the address now: after a caller has hung up, the socket does not have it any more.
    const remoteAddress = ctx.ip;
    let failure: ServiceError | undefined;
    try {
      await next();
    } catch (thrown) {
      failure = asServiceError(thrown, ctx.state, observe);
      await dropBody(ctx);
      respondWithProblem(ctx, failure, requestId);
    }
    const over = (): void => {
      observe(requestSeen(ctx, failure, { durationMs: performance.now() - arrivedAt, remoteAddress }));
    };
    if (isClosed(ctx.res)) over();
    else ctx.res.once('close', over);
  };
}

/**
 * The status in the log for a caller who hung up before the response. Other servers use the same number. No one
 * receives it.
 */
const hungUpStatus = 499;

function requestSeen(
  ctx: Context & { state: RequestState },
  failure: ServiceError | undefined,
  measured: { readonly durationMs: number; readonly remoteAddress: string },
): Observation {
  const { user, tally } = ctx.state;
  return {
    kind: 'request',
    ...ofRequest(ctx.state),
    method: ctx.method,
    route: routeOf(ctx),
    status: ctx.res.headersSent ? ctx.status : hungUpStatus,
    ...measured,
    user,
    axlCalls: tally.axlCalls,
    axlMs: tally.axlMs,
    code: failure?.code,
    cause: failure?.facts.cause,
  };
}

/**
 * The pattern of the route, for the log and the metrics, which never show a raw path. The router puts it into the
 * route's name.
 */
function routeOf(ctx: Context & { state: RequestState; _matchedRouteName?: unknown }): string {
  const { _matchedRouteName: found } = ctx;
  return ctx.state.route ?? (typeof found === 'string' ? found : 'unknown');
}

function asServiceError(thrown: unknown, request: OfRequest, observe: Observe): ServiceError {
  if (isServiceError(thrown)) return thrown;
  observe(unexpected(thrown, request));
  return new ServiceError('internal-error', {
    detail: 'This service failed unexpectedly. Its log has the details.',
    effect: 'unknown',
  });
}

/** How long the rest of a body is read before the response, in milliseconds: in all, and without new bytes. */
const dropping = { longestMs: 10_000, idleMs: 500 };

/**
 * Reads the rest of a refused request's body, and drops it. Otherwise, a client that sends the whole body before it
 * reads would never read the response. If the connection will be closed, the response waits for the end of the body,
 * because a client that is still sending would lose the response.
 */
async function dropBody({ req, res }: Context): Promise<void> {
  if (req.complete || isClosed(res)) return;
  req.resume();
  if (res.shouldKeepAlive && res.getHeader('Connection') !== 'close') return;
  await new Promise<void>((resolve) => {
    const over = (): void => {
      clearTimeout(longest);
      clearTimeout(idle);
      resolve();
    };
    const longest = setTimeout(over, dropping.longestMs);
    const idle = setTimeout(over, dropping.idleMs);
    req.on('data', () => idle.refresh());
    req.once('end', over).once('close', over);
  });
}

function respondWithProblem(ctx: Context, { code, facts }: ServiceError, requestId: string): void {
  const { problem, retryAfterSeconds } = problemOf(code, facts, requestId);
  ctx.status = problem.status;
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  ctx.set('Content-Type', 'application/problem+json');
  ctx.body = JSON.stringify(problem);
}
