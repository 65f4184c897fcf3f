import { timeLimit, whenAborted } from './time-limit.js';

/** What goes along with one request of a caller, all the way to the call manager. */
export interface CallContext {
  readonly requestId: string;
  /** Order of arrival over all callers: who came first is served first. */
  readonly arrival: number;
  /** Who asks, by the name that was verified. */
  readonly user: string;
  /** The moment, on the clock of performance.now() in milliseconds, at which the caller must have a response. */
  readonly deadline: () => number;
  /** Is aborted at the deadline, and for a read also when nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** Counts what the request cost. */
  readonly tally: Tally;
  /** A passing failure is told, not repeated: how the call manager is doing is the question itself. */
  readonly oneAttempt: boolean;
}

export interface Tally {
  axlCalls: number;
  axlMs: number;
  /** Something has been asked of the call manager. */
  begun: boolean;
  /** How often each write has gone out, by operation. */
  readonly sends: Record<string, number>;
  /** The nodes that did not respond to this call: it asks them again only after the others. */
  readonly silentNodes: Set<string>;
}

export function newTally(): Tally {
  return { axlCalls: 0, axlMs: 0, begun: false, sends: {}, silentNodes: new Set() };
}

/** Whose call it is, and what bounds it. */
export interface CallOptions {
  readonly requestId: string;
  readonly user?: string | undefined;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** What ends it before that. */
  readonly endedBy?: AbortSignal;
  readonly tally?: Tally;
  /** A question of the service itself, on how the call manager is doing: first in line, and not repeated. */
  readonly isProbe?: boolean;
}

let arrivals = 0;

/** A call that is under way. */
export interface OpenCall {
  readonly context: CallContext;
  /** Ends it before its time. */
  readonly end: () => void;
  /** Gives back its timer and what it listens to. */
  readonly release: () => void;
}

/** Makes the context of a call. */
export function openCall(options: CallOptions): OpenCall {
  const { requestId, user = '', timeoutMs, endedBy, tally = newTally(), isProbe = false } = options;
  const { deadline, signal, end, release } = timeLimit(timeoutMs);
  const forget = endedBy && whenAborted(endedBy, end);
  arrivals += 1;
  const arrival = isProbe ? 0 : arrivals;
  // It is not one of the callers who wait for their turn, so that a full queue does not keep it out.
  if (isProbe) tally.begun = true;
  return {
    context: { requestId, arrival, user, deadline, signal, tally, oneAttempt: isProbe },
    end,
    release: () => {
      release();
      forget?.();
    },
  };
}
