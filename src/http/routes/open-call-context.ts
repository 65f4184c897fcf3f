import type { Context } from 'koa';
import { type OpenCall, openCall } from '../../use-cases/call-context.js';
import type { RequestState } from '../middleware/request-context.js';

/** How long callers' requests may take. */
export interface TimeForRequests {
  /** Each of them, in milliseconds. */
  readonly deadlineMs: number;
  /** Is aborted when the service stops and its grace period is over: what runs then is ended. */
  readonly graceOver: AbortSignal;
}

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
  const { requestId, user, tally } = state;
  const { context, end, release } = openCall({ requestId, user, tally, timeoutMs: deadlineMs, endedBy: graceOver });
  if (kind === 'write') return { context, release };
  if (res.closed) end();
  else res.once('close', end);
  return {
    context,
    release: () => {
      release();
      res.off('close', end);
    },
  };
}
