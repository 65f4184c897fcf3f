import type { OfRequest } from '../observability/observations.js';
import { timeLimit, whenAborted } from './time-limit.js';

/** What belongs to one request of a caller, on its way to the call manager. */
export interface CallContext extends OfRequest {
  /** The order of arrival over all callers: first come, first served. */
  readonly arrival: number;
  /** The name of the caller, as authenticated. */
  readonly user: string;
  /** The moment, on the clock of performance.now() in milliseconds, at which the caller must have a response. */
  readonly deadline: () => number;
  /** Aborts at the deadline. For a read, it also aborts when no caller waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Calls a listener when the answer was sent, or when its connection is gone. Until then, the answer takes memory. */
  readonly whenAnswered?: (listener: () => void) => void;
  /** Counts what the request cost. */
  readonly tally: Tally;
  /** True for probes: a temporary failure is reported, not retried. */
  readonly oneAttempt: boolean;
  /**
   * Called directly before a write is sent, because the lock of the device may be lost while the write waited. If it
   * rejects with a ServiceError, nothing is sent.
   */
  readonly mayWrite?: () => Promise<void>;
  /** The list that its write undoes. */
  readonly undoes: UndoneList | undefined;
  /** The list of a change that its write carries out; undefined for the write of a caller. */
  readonly of: ListOfWork | undefined;
}

/** A sent list that is undone: its number, and its change. */
export interface UndoneList {
  readonly change: string;
  readonly number: string;
}

/** A list of a change that a worker holds. */
export interface ListOfWork {
  readonly change: string;
  readonly position: number;
  readonly holder: Holder;
}

/** The worker that holds a change, so that no one else works on it. Each time one is taken, the holder has a new name. */
export interface Holder {
  readonly instance: string;
  readonly name: string;
}

export interface Tally {
  axlCalls: number;
  axlMs: number;
  /** True once the call has sent something to the call manager. */
  begun: boolean;
  /** How often each operation that writes was sent. */
  readonly sends: Record<string, number>;
  /** Nodes that did not answer this call. The call asks them only after all other nodes. */
  readonly failedNodes: Set<string>;
}

export function newTally(): Tally {
  return { axlCalls: 0, axlMs: 0, begun: false, sends: {}, failedNodes: new Set() };
}

/** The request that a call belongs to, and its limits. */
export interface CallOptions extends OfRequest {
  readonly user?: string | undefined;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends it earlier. */
  readonly endedBy?: AbortSignal;
  readonly tally?: Tally;
  /** The list of a change that its write carries out. */
  readonly of?: ListOfWork | undefined;
  /** The list that its write undoes. */
  readonly undoes?: UndoneList | undefined;
  /**
   * The service's own question for the state of the call manager. It is sent before all other calls, and is not
   * retried.
   */
  readonly isProbe?: boolean;
  /** The service's own work that can wait. Every caller is served before it, even callers who come later. */
  readonly isBackground?: boolean;
}

let arrivals = 0;

/** True for the service's own work that can wait. */
export function isBackground({ arrival }: CallContext): boolean {
  return arrival === Infinity;
}

/** A running call. */
export interface OpenCall {
  readonly context: CallContext;
  /** Ends it early. */
  readonly end: () => void;
  /** Removes its timer and its listeners. */
  readonly release: () => void;
}

/** Makes the context of a call. */
export function openCall(options: CallOptions): OpenCall {
  const { requestId, span, user = '', timeoutMs, endedBy, tally = newTally(), of, undoes } = options;
  const { isProbe = false } = options;
  const { deadline, signal, end, release } = timeLimit(timeoutMs);
  const forget = endedBy && whenAborted(endedBy, end);
  arrivals += 1;
  const arrival = isProbe ? 0 : options.isBackground === true ? Infinity : arrivals;
  // A probe does not count as a waiting caller, so a full queue does not refuse it.
  if (isProbe) tally.begun = true;
  return {
    context: { requestId, span, arrival, user, deadline, signal, tally, oneAttempt: isProbe, of, undoes },
    end,
    release: () => {
      release();
      forget?.();
    },
  };
}
