import { isServiceError, type SentTo, ServiceError } from '../../domain/errors.js';
import { type Observe, ofRequest } from '../../observability/observations.js';
import type { CallContext, Tally } from '../../use-cases/call-context.js';
import { CircuitBreaker, type Health } from './circuit-breaker.js';
import { LoginsPaused } from './credentials.js';
import type { Envelope } from '../soap/envelope.js';
import { type AxlNode, healthShownBy } from './axl-node.js';
import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js';
import { wasNotSent } from '../transport/network-errors.js';
import { RecentTimes } from '../admission/overload.js';
import { allows, type CallKind, mostSendsOfAWrite, type Why } from '../../domain/resend-policy.js';
import type { Throttle } from '../admission/throttle.js';
import type { XmlElement } from '../soap/xml.js';

/** Resolves to what a request without credentials shows about the node. */
export type Probe = (node: AxlNode) => Promise<Health>;

interface Member {
  readonly node: AxlNode;
  readonly breaker: CircuitBreaker;
  readonly sentTo: SentTo;
}

/** A request on its way from node to node. */
interface Sent {
  readonly kind: CallKind;
  readonly envelope: Envelope;
  readonly context: CallContext;
  /** The nodes where something else than AXL answered it, and the errors. */
  readonly astray: Map<Member, ServiceError>;
}

/** The answer of a node. */
export interface Answered {
  readonly result: XmlElement;
  readonly sentTo: SentTo;
}

/** How long after a write reads ask its node first, in milliseconds, because replicas follow with a delay. */
const readsFollowWriteMs = 30_000;

/**
 * The nodes of one call manager, publisher first. If a node is unreachable, busy or does not answer as AXL, reads ask
 * the next one. Writes go to the publisher, and to another node only if the publisher surely did not get them.
 */
export class Cluster {
  readonly #limiter: ConcurrencyLimiter;
  readonly #throttle: Throttle;
  readonly #observe: Observe;
  readonly #members: readonly Member[];
  /** The last reason why a node was not asked. Callers who are refused for this reason get it. */
  #lastDeath = '';
  /** The node of the last write, and until when reads go there first. */
  #lastWrite: { readonly member: Member; readonly until: number } | undefined;
  readonly #writeTimes = new RecentTimes(1);

  constructor(
    nodes: readonly AxlNode[],
    limiter: ConcurrencyLimiter,
    throttle: Throttle,
    probe: Probe,
    observe: Observe,
  ) {
    this.#limiter = limiter;
    this.#throttle = throttle;
    this.#observe = observe;
    this.#members = nodes.map((node, index) => ({
      node,
      sentTo: { node: node.name, isPublisher: index === 0 },
      breaker: new CircuitBreaker(
        () => probe(node),
        (state) => {
          observe({ kind: 'breaker', node: node.name, state });
        },
      ),
    }));
  }

  /** The publisher's name. */
  get publisher(): string {
    return this.#members[0]?.node.name ?? '';
  }

  /**
   * Sends a request to one node after another, to each at most once, until one answers.
   * @param only the name of the only node to ask
   * @param inOrderOf asks the nodes in the order of reads or of writes
   * @throws ServiceError; for a write of unknown effect it names the node
   */
  async send(
    kind: CallKind,
    envelope: Envelope,
    context: CallContext,
    only?: string,
    inOrderOf: CallKind = kind,
  ): Promise<Answered> {
    let failure: ServiceError | undefined;
    const sent: Sent = { kind, envelope, context, astray: new Map() };
    for (const member of this.#inOrder(inOrderOf, context, only)) {
      try {
        const result = await this.#limiter.slot(kind, context, () => this.#ask(member, sent));
        return { result, sentTo: member.sentTo };
      } catch (thrown) {
        if (!mayGoOn(kind, thrown, context.tally.sends[envelope.operation])) throw thrown;
        failure = thrown;
      }
    }
    throw failure ?? this.#unavailable();
  }

  async close(): Promise<void> {
    for (const { breaker } of this.#members) breaker.end();
    await Promise.all(this.#members.map(({ node }) => node.close()));
  }

  #inOrder(kind: CallKind, { tally }: CallContext, only: string | undefined): Member[] {
    const alive = this.#members.filter(
      ({ breaker, node }) => !breaker.dead && (only === undefined || node.name === only),
    );
    if (kind === 'write' || alive.length < 2) return alive;
    return alive.toSorted((a, b) => this.#readRank(a, tally) - this.#readRank(b, tally));
  }

  /**
   * After a write, reads ask the publisher first, because it gets every write in the end. Then they ask the node of the
   * write. Both are asked even if they are busy. Other nodes may not have the change yet.
   */
  #readRank(member: Member, { failedNodes }: Tally): number {
    const wrote = this.#lastWrite !== undefined && performance.now() < this.#lastWrite.until;
    if (wrote && !failedNodes.has(member.node.name)) {
      if (member.sentTo.isPublisher) return 0;
      if (member === this.#lastWrite?.member) return 1;
    }
    return member.breaker.coolingDown ? 3 : 2;
  }

  async #ask(member: Member, sent: Sent): Promise<XmlElement> {
    const { kind, envelope, context } = sent;
    if (kind === 'write') this.#refuseIfLate(context);
    if (kind === 'write' && hasGoneOutOften(envelope, context)) throw sentOftenEnough();
    const started = performance.now();
    try {
      const result = await member.node.exchange(kind, envelope, context);
      this.#served(member, sent);
      this.#throttle.answered();
      if (kind === 'write') this.#writeTimes.learn(performance.now() - started);
      return result;
    } catch (thrown) {
      this.#failed(member, sent, thrown);
      if (kind === 'read' || !isServiceError(thrown) || thrown.facts.effect !== 'unknown') throw thrown;
      throw new ServiceError(thrown.code, { ...thrown.facts, sentTo: member.sentTo });
    } finally {
      if (kind === 'write') this.#lastWrite = { member, until: performance.now() + readsFollowWriteMs };
    }
  }

  /** A request that cannot be finished in time is not started, because the outcome of a write would be unknown. */
  #refuseIfLate(context: CallContext): void {
    const usualMs = this.#writeTimes.usual;
    if (context.deadline() - performance.now() >= usualMs) return;
    throw new ServiceError('overloaded', {
      detail: 'The time left for this request is less than a write usually takes, so it was not sent.',
      retryAfterSeconds: Math.max(1, Math.ceil(usualMs / 1000)),
      effect: 'none',
      cause: 'late write',
    });
  }

  /**
   * AXL answered a request at a node. Nodes where something else answered the same request have failed. If AXL answers
   * it nowhere, the reason may be the request itself, so it counts against no node: else the odd requests of one caller
   * could end the service for all.
   */
  #served(member: Member, { astray }: Sent): void {
    member.breaker.success();
    for (const [other, { facts }] of astray) this.#count(other, 'astray', facts.detail);
  }

  #count({ breaker }: Member, shown: 'silent' | 'astray', detail: string): void {
    breaker.failure(shown);
    this.#lastDeath = detail;
  }

  /** Records what a failure shows about the node. */
  #failed(member: Member, sent: Sent, thrown: unknown): void {
    if (!showsTheNode(thrown)) return;
    const health = healthShownBy(thrown);
    if (health === 'serves') this.#served(member, sent);
    else if (health === 'busy') member.breaker.coolDown();
    else sent.context.tally.failedNodes.add(member.node.name);
    if (health === 'silent') this.#count(member, health, thrown.facts.detail);
    if (health === 'astray') sent.astray.set(member, thrown);
    if (slowsDown.has(thrown.why)) this.#slowDown(member, sent, thrown.facts.retryAfterSeconds);
  }

  /** One busy node is skipped. The service slows down only if there is no other node. */
  #slowDown(member: Member, { kind, context }: Sent, retryAfterSeconds: number | undefined): void {
    const hasOther = this.#members.some((other) => other !== member && !other.breaker.coolingDown);
    if (kind === 'read' && hasOther) return;
    const holdMs = this.#throttle.busy(retryAfterSeconds);
    this.#observe({ kind: 'throttle', ...ofRequest(context), level: this.#throttle.level, holdMs });
  }

  #unavailable(): ServiceError {
    return new ServiceError('call-manager-unavailable', {
      detail:
        'The call manager has not answered for a while. This service checks every few seconds whether it is back. ' +
        this.#lastDeath,
      retryAfterSeconds: Math.max(...this.#members.map(({ breaker }) => breaker.retryAfterSeconds)),
      effect: 'none',
      cause: 'breaker open',
    });
  }
}

function hasGoneOutOften({ operation }: Envelope, { tally }: CallContext): boolean {
  return (tally.sends[operation] ?? 0) >= mostSendsOfAWrite;
}

function sentOftenEnough(): ServiceError {
  return new ServiceError('overloaded', {
    detail: `This write was sent ${mostSendsOfAWrite} times, and is not sent again for this request.`,
    effect: 'none',
    cause: 'sent often enough',
  });
}

/** @returns false for a request that was not sent, and for an error of this service */
function showsTheNode(thrown: unknown): thrown is ServiceError {
  if (wasNotSent(thrown) || thrown instanceof LoginsPaused) return false;
  return isServiceError(thrown) && !isServiceError(thrown, 'history-unavailable', 'writing-stopped');
}

/** After these failures, the call manager gets fewer requests. A lock concerns only the requests that need its row. */
const slowsDown: ReadonlySet<Why> = new Set(['call-manager-busy', 'database-down']);

function mayGoOn(kind: CallKind, thrown: unknown, sends = 0): thrown is ServiceError {
  if (!isServiceError(thrown)) return false;
  return allows('next-node', { kind, why: thrown.why, effect: thrown.facts.effect, sends });
}
