import http from 'node:http';

/** How long callers' requests may take. */
export interface TimeForRequests {
  /** Each of them, from when its head was read, in milliseconds. */
  readonly deadlineMs: number;
  /** Is aborted when the service stops and its grace period is over: what runs then is ended. */
  readonly graceOver: AbortSignal;
}

/** @returns for how many milliseconds a request may still take; 0 when its deadline has passed */
export function timeLeft({ arrivedAt }: { readonly arrivedAt: number }, deadlineMs: number): number {
  return Math.max(0, arrivedAt + deadlineMs - performance.now());
}

/** A request that knows when its head was read. Its time runs from then on, whatever it waits for first. */
export class ArrivedRequest extends http.IncomingMessage {
  /** On the clock of performance.now() in milliseconds. */
  readonly arrivedAt = performance.now();
}

/** @returns when the head of a request was read; of one that another server has read, now */
export function arrivalOf(request: http.IncomingMessage): number {
  return request instanceof ArrivedRequest ? request.arrivedAt : performance.now();
}

/**
 * Whether no one can receive a response any more. Before release 22, Node tells only the response at the head of a
 * connection that it is closed.
 */
export function isClosed(response: http.ServerResponse): boolean {
  return response.closed || response.req.socket.destroyed;
}
