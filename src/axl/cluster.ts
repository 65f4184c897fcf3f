import { isServiceError, ServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-manager.js';
import { Breaker } from './breaker.js';
import { LoginsPaused } from './credentials.js';
import type { Envelope } from './envelope.js';
import type { AxlNode } from './exchange.js';
import type { Gate } from './gate.js';
import { wasNotSent } from './network-failures.js';
import type { CallKind, Throttle } from './throttle.js';
import type { XmlElement } from './xml.js';

/** How a node's health is asked for: any answer will do, even a refusal. */
export type Probe = (node: AxlNode) => Promise<unknown>;

interface Member {
  readonly node: AxlNode;
  readonly breaker: Breaker;
}

/**
 * The nodes of one call manager, publisher first. Reads go on with the next node when one is unreachable, busy or
 * without AXL; writes go to the publisher, and to another only when it was surely not reached.
 */
export class Cluster {
  readonly #members: readonly Member[];
  /** Why a node was last taken for dead, for those who are not let through to find out. */
  #lastDeath = '';

  constructor(
    nodes: readonly AxlNode[],
    private readonly gate: Gate,
    private readonly throttle: Throttle,
    probe: Probe,
    private readonly observe: Observe,
  ) {
    this.#members = nodes.map((node) => ({
      node,
      breaker: new Breaker(
        () => probe(node).then(answers, (thrown: unknown) => !isDead(thrown)),
        (state) => {
          observe({ kind: 'breaker', node: node.name, state });
        },
      ),
    }));
  }

  /** Sends a request once, to each node at most, until one has answered. */
  async send(kind: CallKind, envelope: Envelope, context: CallContext): Promise<XmlElement> {
    let failure: ServiceError | undefined;
    for (const member of this.#inOrder(kind)) {
      try {
        return await this.gate.run(kind, context, () => this.#ask(member, kind, envelope, context));
      } catch (thrown) {
        if (!mayGoOn(kind, thrown)) throw thrown;
        failure = thrown;
      }
    }
    throw failure ?? this.#unavailable();
  }

  async close(): Promise<void> {
    for (const { breaker } of this.#members) breaker.end();
    await Promise.all(this.#members.map(({ node }) => node.close()));
  }

  #inOrder(kind: CallKind): Member[] {
    const alive = this.#members.filter(({ breaker }) => !breaker.open);
    if (kind === 'write') return alive;
    return [...alive.filter(({ breaker }) => !breaker.resting), ...alive.filter(({ breaker }) => breaker.resting)];
  }

  #ask(member: Member, kind: CallKind, envelope: Envelope, context: CallContext): Promise<XmlElement> {
    return member.node.exchange(envelope, context).then(
      (result) => {
        member.breaker.answered();
        this.throttle.answered();
        return result;
      },
      (thrown: unknown) => {
        this.#failed(member, kind, context, thrown);
        throw thrown;
      },
    );
  }

  /** Takes a failure for what it says of the node. */
  #failed({ breaker }: Member, kind: CallKind, { requestId }: CallContext, thrown: unknown): void {
    // Not sent at all: that says nothing about the node.
    if (wasNotSent(thrown) || thrown instanceof LoginsPaused) return;
    if (isDead(thrown)) {
      breaker.failed();
      this.#lastDeath = thrown.facts.detail;
    } else if (isServiceError(thrown, 'call-manager-busy', 'axl-service-unavailable')) breaker.rest();
    else breaker.answered();
    // One busy node is passed over; only where there is no other is everything slowed down.
    if (isServiceError(thrown, 'call-manager-busy') && (kind === 'write' || !this.#hasRested())) {
      const holdMs = this.throttle.busy(thrown.facts.retryAfterSeconds);
      this.observe({ kind: 'throttle', requestId, level: this.throttle.level, holdMs });
    }
  }

  #hasRested(): boolean {
    return this.#members.some(({ breaker }) => !breaker.resting);
  }

  #unavailable(): ServiceError {
    return new ServiceError('call-manager-unavailable', {
      detail:
        'The call manager has not answered for a while; this service looks every few seconds whether it is back. ' +
        this.#lastDeath,
      retryAfterSeconds: Math.max(...this.#members.map(({ breaker }) => breaker.retryAfterSeconds)),
      mayBeApplied: false,
      cause: 'breaker open',
    });
  }
}

function answers(): boolean {
  return true;
}

function isDead(thrown: unknown): thrown is ServiceError {
  return isServiceError(thrown, 'call-manager-unreachable', 'call-manager-timeout');
}

function mayGoOn(kind: CallKind, thrown: unknown): thrown is ServiceError {
  if (kind === 'read') {
    return isServiceError(thrown, 'call-manager-unreachable', 'call-manager-busy', 'axl-service-unavailable');
  }
  return isServiceError(thrown, 'call-manager-unreachable') && thrown.facts.mayBeApplied === false;
}
