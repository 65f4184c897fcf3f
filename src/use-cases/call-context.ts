import type { OfRequest } from '../observability/observations.js';
import { timeLimit, whenAborted } from './time-limit.js';

/** What goes along with one request of a caller, all the way to the call manager. */
export interface CallContext extends OfRequest {
  /** Order of arrival over all callers: who came first is served first. */
  readonly arrival: number;
  /** Who asks, by the name that was verified. */
  readonly user: string;
  /** The moment, on the clock of performance.now() in milliseconds, at which the caller must have a response. */
  readonly deadline: () => number;
  /** Is aborted at the deadline, and for a read also when nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** Calls a listener when the answer has been sent, or its connection is gone: until then what it is made of is held. */
  readonly whenAnswered?: (listener: () => void) => void;
  /** Counts what the request cost. */
  readonly tally: Tally;
  /** A passing failure is told, not repeated: how the call manager is doing is the question itself. */
  readonly oneAttempt: boolean;
  /**
   * Asked right before a write goes out, each time: the caller may have lost the right to write while it waited.
   * Rejects with a ServiceError where it has; nothing is sent then.
   */
  readonly mayWrite?: () => Promise<void>;
  /** The run in the history that what it changes belongs to. */
  readonly run: string | undefined;
  /** The change in the history that it undoes. */
  readonly undoes: string | undefined;
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
export interface CallOptions extends OfRequest {
  readonly user?: string | undefined;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** What ends it before that. */
  readonly endedBy?: AbortSignal;
  readonly tally?: Tally;
  readonly run?: string | undefined;
  /** A question of the service itself, on how the call manager is doing: first in line, and not repeated. */
  readonly isProbe?: boolean;
  /** Work of the service itself that can wait: last in line, behind every caller who comes later. */
  readonly isBackground?: boolean;
}

let arrivals = 0;

/** Whether a call is work of the service itself that can wait. */
export function isBackground({ arrival }: CallContext): boolean {
  return arrival === Infinity;
}

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
  const { requestId, span, user = '', timeoutMs, endedBy, tally = newTally(), run } = options;
  const { isProbe = false } = options;
  const { deadline, signal, end, release } = timeLimit(timeoutMs);
  const forget = endedBy && whenAborted(endedBy, end);
  arrivals += 1;
  const arrival = isProbe ? 0 : options.isBackground === true ? Infinity : arrivals;
  // It is not one of the callers who wait for their turn, so that a full queue does not keep it out.
  if (isProbe) tally.begun = true;
  return {
    context: { requestId, span, arrival, user, deadline, signal, tally, oneAttempt: isProbe, run, undoes: undefined },
    end,
    release: () => {
      release();
      forget?.();
    },
  };
}
