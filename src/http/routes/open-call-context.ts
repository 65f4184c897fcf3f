import type { Context } from 'koa';
import { type OpenCall, openCall } from '../../use-cases/call-context.js';
import type { RequestState } from '../middleware/request-context.js';
import { isClosed, type TimeForRequests, timeLeft } from '../time-for-requests.js';

/**
 * The context of a caller's request towards the call manager. It ends at the deadline, and when the service stops and
 * its grace period is over; for a read also when the caller hangs up, while a write that was accepted is carried
 * through.
 * @returns the context, and a function that gives back what it holds
 */
export function openCallContext(
  { state, res }: Context & { state: RequestState },
  kind: 'read' | 'write',
  { deadlineMs, graceOver }: TimeForRequests,
): Omit<OpenCall, 'end'> {
  const { requestId, span, user, tally, run } = state;
  const timeoutMs = timeLeft(state, deadlineMs);
  const { context, end, release } = openCall({ requestId, span, user, tally, run, timeoutMs, endedBy: graceOver });
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
