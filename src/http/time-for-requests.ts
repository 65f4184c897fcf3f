import http from 'node:http';

/** How long callers' requests may take. */
export interface TimeForRequests {
  /** How long each request may take, from the reading of its head, in milliseconds. */
  readonly deadlineMs: number;
  /** Aborts when the service stops and its grace period is over; it ends running requests. */
  readonly graceOver: AbortSignal;
}

/** @returns how many milliseconds a request has left; 0 after its deadline */
export function timeLeft({ arrivedAt }: { readonly arrivedAt: number }, deadlineMs: number): number {
  return Math.max(0, arrivedAt + deadlineMs - performance.now());
}

/**
 * A request that stores when its head was read. Its time starts at this moment, even if the request then has to wait.
 */
export class ArrivedRequest extends http.IncomingMessage {
  /** On the clock of performance.now() in milliseconds. */
  readonly arrivedAt = performance.now();
  /** How long all of it may take to arrive, in milliseconds; undefined: as long as any request. */
  arrivesWithinMs: number | undefined;
}

/** @returns when the head of a request was read; now, if another server has read it */
export function arrivalOf(request: http.IncomingMessage): number {
  return request instanceof ArrivedRequest ? request.arrivedAt : performance.now();
}

/**
 * Whether no one can receive a response any more. Before release 22, Node reports a closed connection only to the
 * response at its head.
 */
export function isClosed(response: http.ServerResponse): boolean {
  return response.closed || response.req.socket.destroyed;
}
