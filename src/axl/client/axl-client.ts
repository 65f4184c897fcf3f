import { isServiceError, ServiceError } from '../../domain/errors.js';
import { allows, type CallKind } from '../../domain/resend-policy.js';
import { type Observe, ofRequest } from '../../observability/observations.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { Answered, Cluster } from '../nodes/cluster.js';
import type { Envelopes, Item, RowReading, Values } from '../soap/envelope.js';
import { type AskVersion, type EnvelopeSource, fixedRelease, ReleaseFinder } from './release-finder.js';
import { type Release, type ReleaseTraits, releaseTraits } from '../soap/releases.js';
import { type RequestName, requestShapes } from '../soap/requests.js';
import { withRetries } from './retry.js';
import { child, childText, type XmlElement } from '../soap/xml.js';

export interface AxlRequest extends RowReading {
  readonly kind: CallKind;
  readonly name: RequestName;
  readonly values: Values;
  /** The values of each repeated element. */
  readonly items?: readonly Item[];
  /** The only node to ask; without it, any available node. */
  readonly node?: string | undefined;
  /** The order of the nodes: a read that a write depends on goes to the node of the write. */
  readonly inOrderOf?: CallKind | undefined;
}

/** Sends AXL requests, in the call manager's release. It retries if that is safe. */
export class AxlClient {
  readonly #cluster: Cluster;
  readonly #observe: Observe;
  readonly #source: EnvelopeSource;

  /**
   * @param envelopes those of the configured release; without them, the client asks the call manager for its release
   */
  constructor(cluster: Cluster, observe: Observe, envelopes: Envelopes | undefined) {
    this.#cluster = cluster;
    this.#observe = observe;
    const ask: AskVersion = (candidate, context) => this.#askVersion(candidate, context);
    this.#source = envelopes
      ? fixedRelease(envelopes, ask)
      : new ReleaseFinder(ask, (release, version, context) => {
          observe({ kind: 'release', ...ofRequest(context), release, version });
        });
  }

  /** The AXL release in use, if it is known already. */
  get release(): Release | undefined {
    return this.#source.release;
  }

  /** The node that has every change first: the value for AxlRequest. */
  get publisher(): string {
    return this.#cluster.publisher;
  }

  /** The abilities of the call manager's release. */
  async traits(context: CallContext): Promise<ReleaseTraits> {
    return releaseTraits[(await this.#envelopes(context)).release];
  }

  /** @returns the `return` element of the response; failures are ServiceErrors */
  async call(request: AxlRequest, context: CallContext): Promise<XmlElement> {
    return (await this.ask(request, context)).result;
  }

  /** @returns the `return` element of the response, and the node that answered */
  async ask(request: AxlRequest, context: CallContext): Promise<Answered> {
    const envelopes = await this.#envelopes(context);
    try {
      return await this.#send(request, envelopes, context);
    } catch (thrown) {
      if (!isServiceError(thrown) || !this.#mayAskForRelease(thrown, request, envelopes, context)) throw thrown;
      return this.#send(request, await this.#envelopes(context), context);
    }
  }

  /** True if the call manager may have been upgraded. Its release must then be requested again. */
  #mayAskForRelease(
    { why, facts }: ServiceError,
    { kind, name }: AxlRequest,
    envelopes: Envelopes,
    context: CallContext,
  ) {
    const sends = context.tally.sends[requestShapes[name].operation] ?? 0;
    if (!allows('other-release', { kind, why, effect: facts.effect, sends })) return false;
    return this.#source.refused(envelopes);
  }

  /** If the request for the release failed, the request itself was not sent. So a write is not in doubt. */
  #envelopes(context: CallContext): Envelopes | Promise<Envelopes> {
    const current = this.#source.current(context);
    if (!(current instanceof Promise)) return current;
    return current.catch((thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown;
      throw new ServiceError(thrown.code, { ...thrown.facts, effect: 'none' });
    });
  }

  /** @returns the version of the call manager, such as `15.0.1.10000-1`; the cheapest of all reads */
  version(context: CallContext): Promise<string> {
    return this.#source.version(context);
  }

  #send(request: AxlRequest, envelopes: Envelopes, context: CallContext): Promise<Answered> {
    const { kind, name, values, items, node, inOrderOf } = request;
    const envelope = envelopes.render(name, values, items, request);
    const { operation } = envelope;
    const { tally } = context;
    return withRetries(() => this.#cluster.send(kind, envelope, context, node, inOrderOf), context, {
      kind,
      sends: () => tally.sends[operation] ?? 0,
      onRetry: (attempt, { code }) => {
        this.#observe({ kind: 'axl-retry', ...ofRequest(context), operation, attempt, code });
      },
    });
  }

  async #askVersion(envelopes: Envelopes, context: CallContext): Promise<string> {
    const { result } = await this.#send({ kind: 'read', name: 'getCCMVersion', values: {} }, envelopes, context);
    const version = childText(child(result, 'componentVersion'), 'version').trim();
    // The log and the metrics show it, so only a valid version passes.
    return /^\d[\d.()-]{0,39}$/.test(version) ? version : 'unknown';
  }
}
