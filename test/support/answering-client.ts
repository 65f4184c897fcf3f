import type { ConcurrencyLimiter } from '../../src/axl/admission/concurrency-limiter.js';
import { AxlClient } from '../../src/axl/client/axl-client.js';
import type { Cluster } from '../../src/axl/nodes/cluster.js';
import { loadBuiltInEnvelopes } from '../../src/axl/soap/envelope.js';
import type { Release } from '../../src/axl/soap/releases.js';
import { readDocument } from '../../src/axl/soap/xml-reader.js';
import { AxlFault } from '../../src/axl/soap/soap-faults.js';
import type { CallKind } from '../../src/domain/resend-policy.js';
import type { CallContext } from '../../src/use-cases/call-context.js';
import { observing } from './app.js';

/** The answer of an operation: the content of its `return` element, or an error to throw. */
export type Answers = Readonly<Record<string, (body: string) => string | Error>>;

/**
 * A client of a call manager without a network, and the requests that it got. An operation without an answer returns
 * nothing.
 */
export async function answeringClient(answers: Answers, release: Release = '14.0') {
  const asked: { kind: CallKind; operation: string; body: string; node: string | undefined }[] = [];
  const send: Cluster['send'] = async (kind, { operation, body, takeRows }, _context, node) => {
    asked.push({ kind, operation, body, node });
    const answer = answers[operation]?.(body) ?? '';
    if (answer instanceof Error) throw answer;
    const { root: result } = await readDocument(Buffer.from(`<return>${answer}</return>`), 'utf-8', takeRows);
    return { result, sentTo: { node: 'publisher', isPublisher: true } };
  };
  const cluster = { publisher: 'publisher', send } as unknown as Cluster;
  return { client: new AxlClient(cluster, observing().observe, await loadBuiltInEnvelopes(release)), asked };
}

/** Lets every lookup begin at once. @returns the turns, and the contexts of the lookups */
export function countedTurns() {
  const turns: CallContext[] = [];
  const turn: ConcurrencyLimiter['turn'] = (context, lookup) => {
    turns.push(context);
    return lookup();
  };
  return { turns, limiter: { turn } as unknown as ConcurrencyLimiter };
}

/** A SOAP fault, as the client throws it. */
export function fault(words: string, axlCode?: number): AxlFault {
  return new AxlFault(words, { forCaller: String, forLog: String }, axlCode, 'fault');
}
