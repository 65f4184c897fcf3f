import { randomUUID } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { isServiceError, ServiceError } from '../domain/errors.js';
import { type Observe, unexpected } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-manager.js';
import { problemOf } from './problems.js';

/** What middleware and routes keep with a request. */
export interface RequestState {
  requestId: string;
  user: string | undefined;
  /** The matched route's pattern, for the log and the metrics. */
  route: string;
  tally: CallContext['tally'];
}

/** An id that a caller may give: it goes to every log line, so it is bounded and plain. */
export const callersId = /^[A-Za-z0-9._:-]{1,64}$/;

/**
 * The outermost middleware: gives each request its id, answers every error as a problem, and observes the request
 * when it is over. Koa's own error handling would drop the headers set before.
 */
export function requestContext(observe: Observe): Middleware<RequestState> {
  return async function withRequestContext(ctx: Context & { state: RequestState }, next: Next) {
    const started = performance.now();
    const given = ctx.get('X-Request-Id');
    const requestId = callersId.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.route = 'unknown';
    ctx.state.tally = { axlCalls: 0, axlMs: 0 };
    ctx.set('X-Request-Id', requestId);
    // Asked for now: the socket of a caller who has hung up knows it no more.
    const remoteAddress = ctx.ip;
    let failure: ServiceError | undefined;
    try {
      await next();
    } catch (thrown) {
      failure = asServiceError(thrown, requestId, observe);
      answerProblem(ctx, failure, requestId);
    }
    const over = (): void => {
      observe({ ...requestSeen(ctx, failure), durationMs: performance.now() - started, remoteAddress });
    };
    // Of a caller who hung up meanwhile there is no close to come.
    if (ctx.res.closed) over();
    else ctx.res.once('close', over);
  };
}

/** What is logged for a caller who hung up before there was an answer, as other servers do; nobody receives it. */
const hungUpStatus = 499;

function requestSeen(ctx: Context & { state: RequestState }, failure: ServiceError | undefined) {
  const { requestId, route, user, tally } = ctx.state;
  return {
    kind: 'request' as const,
    requestId,
    method: ctx.method,
    route,
    status: ctx.res.headersSent ? ctx.status : hungUpStatus,
    user,
    axlCalls: tally.axlCalls,
    axlMs: tally.axlMs,
    code: failure?.code,
    cause: failure?.facts.cause,
  };
}

function asServiceError(thrown: unknown, requestId: string, observe: Observe): ServiceError {
  if (isServiceError(thrown)) return thrown;
  observe(unexpected(thrown, requestId));
  return new ServiceError('internal-error', { detail: 'This service failed in a way that it was not built for.' });
}

function answerProblem(ctx: Context, { code, facts }: ServiceError, requestId: string): void {
  const { problem, retryAfterSeconds } = problemOf(code, facts, requestId);
  ctx.status = problem.status;
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  ctx.set('Content-Type', 'application/problem+json');
  ctx.body = JSON.stringify(problem);
}

let arrivals = 0;

/**
 * The context of a caller's request towards the call manager. Its signal ends at the deadline; for a read also
 * when the caller hangs up, while a write that was accepted is carried through.
 * @returns the context, and a function that gives its timer back
 */
export function openCallContext(
  ctx: Context & { state: RequestState },
  kind: 'read' | 'write',
  deadlineMs: number,
): { context: CallContext; release: () => void } {
  const ending = new AbortController();
  const end = (): void => {
    ending.abort();
  };
  let deadline = performance.now() + deadlineMs;
  const timer = setTimeout(() => {
    // A timer may fire a little early on this clock; whoever asks must see the deadline as passed.
    deadline = Math.min(deadline, performance.now());
    end();
  }, deadlineMs);
  if (kind === 'read') ctx.res.once('close', end);
  if (kind === 'read' && ctx.res.closed) end();
  arrivals += 1;
  const context: CallContext = {
    requestId: ctx.state.requestId,
    arrival: arrivals,
    user: ctx.state.user ?? '',
    deadline: () => deadline,
    signal: ending.signal,
    tally: ctx.state.tally,
  };
  const release = (): void => {
    clearTimeout(timer);
    ctx.res.off('close', end);
  };
  return { context, release };
}
