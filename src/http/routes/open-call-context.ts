import type { Context } from 'koa';
import { type CallContext, type OpenCall, openCall } from '../../use-cases/call-context.js';
import type { RequestState } from '../middleware/request-context.js';
import { isClosed, type TimeForRequests, timeLeft } from '../time-for-requests.js';

/**
 * Makes the context of a caller's request to the call manager. It ends at the deadline, and when the service stops and
 * its grace period is over. For a read it also ends when the caller hangs up. A write that was accepted is completed.
 * @returns the context, and a function that releases its resources
 */
export function openCallContext(
  { state, res }: Context & { state: RequestState },
  kind: 'read' | 'write',
  { deadlineMs, graceOver }: TimeForRequests,
): Omit<OpenCall, 'end'> {
  const { requestId, span, user, tally } = state;
  const timeoutMs = timeLeft(state, deadlineMs);
  const { context, end, release } = openCall({ requestId, span, user, tally, timeoutMs, endedBy: graceOver });
  if (kind === 'write') return { context, release };
  if (isClosed(res)) end();
  else res.once('close', end);
  const whenAnswered = (listener: () => void): void => {
    if (isClosed(res)) listener();
    else res.once('close', listener);
  };
  return {
    context: { ...context, whenAnswered },
    release: () => {
      release();
      res.off('close', end);
    },
  };
}

/** Does something for a caller within the request's time. */
export async function inTime<Result>(
  ctx: Context & { state: RequestState },
  kind: 'read' | 'write',
  time: TimeForRequests,
  work: (context: CallContext) => Promise<Result>,
): Promise<Result> {
  const { context, release } = openCallContext(ctx, kind, time);
  return work(context).finally(release);
}
