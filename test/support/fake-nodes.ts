import { vi } from 'vitest';
import { ConcurrencyLimiter } from '../../src/axl/admission/concurrency-limiter.js';
import { Throttle } from '../../src/axl/admission/throttle.js';
import type { AxlNode } from '../../src/axl/nodes/axl-node.js';
import type { Health } from '../../src/axl/nodes/circuit-breaker.js';
import { Cluster } from '../../src/axl/nodes/cluster.js';
import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import { type ErrorFacts, ServiceError } from '../../src/domain/errors.js';
import type { CallKind, Effect } from '../../src/domain/resend-policy.js';
import type { CallContext } from '../../src/use-cases/call-context.js';
import { observing } from './app.js';
import { callContext } from './call-context.js';

export const envelope = {
  operation: 'updatePhone',
  soapAction: 'CUCM:DB ver=14.0 updatePhone',
  body: '<x/>',
  device: undefined,
};

export const failure = (
  code: ErrorCode,
  effect: Effect,
  more: Pick<ErrorFacts, 'retryAfterSeconds' | 'why'> = {},
): ServiceError => new ServiceError(code, { detail: `${code}.`, effect, ...more });
export const unreachable = failure('call-manager-unreachable', 'none');
export const reset = failure('call-manager-unreachable', 'unknown');
export const busy = failure('call-manager-busy', 'refused');
export const page = failure('call-manager-answer-invalid', 'unknown', { why: 'no-axl-answer' });
export const locked = failure('call-manager-busy', 'refused', { why: 'database-locked' });
export const databaseDown = failure('call-manager-busy', 'refused', { why: 'database-down' });

/** A cluster of nodes that answer with their names. Each has a list of errors for its next requests. */
export function clusterOf(...names: readonly string[]) {
  const asked: string[] = [];
  const next: Record<string, Error[]> = {};
  const tookMs = { value: 0 };
  const closed: string[] = [];
  const probe = vi.fn<(node: AxlNode) => Promise<Health>>(() => Promise.resolve('silent'));
  const nodes = names.map((name) => ({
    name,
    exchange: (kind: CallKind, { operation }: typeof envelope, { tally }: CallContext) => {
      asked.push(name);
      if (kind === 'write') tally.sends[operation] = (tally.sends[operation] ?? 0) + 1;
      vi.advanceTimersByTime(tookMs.value);
      const error = next[name]?.shift();
      return error ? Promise.reject(error) : Promise.resolve({ name, attributes: {}, children: [], text: '' });
    },
    close: () => {
      closed.push(name);
      return Promise.resolve();
    },
  }));
  const { observe, seen } = observing();
  const throttle = new Throttle(() => 0);
  const limiter = new ConcurrencyLimiter({ concurrency: 4, queueLimit: 10 }, throttle, observe);
  const cluster = new Cluster(nodes as unknown as AxlNode[], limiter, throttle, probe, observe);
  const ask = async (kind: CallKind, context = callContext(), only?: string): Promise<string> => {
    const { result, sentTo } = await cluster.send(kind, envelope, context, only);
    if (result.name !== sentTo.node) throw new Error(`${result.name} answered for ${sentTo.node}`);
    return sentTo.node;
  };
  /** Sets the errors of the next requests to a node. */
  const failNext = (name: string, ...errors: Error[]): void => {
    next[name] = errors;
  };
  return { cluster, ask, asked, failNext, seen, throttle, probe, tookMs, closed };
}

export const several = (error: Error, times: number): Error[] => Array.from({ length: times }, () => error);
/** The error of a request that was not answered. */
export const thrownBy = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
