import { isServiceError, ServiceError } from '../../domain/errors.js';
import { allows, type CallKind, type Effect, type Why } from '../../domain/resend-policy.js';
import type { CallContext } from '../../use-cases/call-context.js';
import { type Observe, ofRequest } from '../../observability/observations.js';
import { returned, type UnreadableValues } from '../soap/response.js';
import type { Health } from './circuit-breaker.js';
import { type Credentials, LoginsPaused } from './credentials.js';
import type { Envelope } from '../soap/envelope.js';
import { wasNotSent } from '../transport/network-errors.js';
import { type Sending, Session } from './session.js';
import { type Attempt, type Send, Transport, type TransportOptions } from '../transport/transport.js';
import { AxlFault, type Redaction } from '../soap/soap-faults.js';
import { textsIn, type XmlElement } from '../soap/xml.js';

/** One node of a call manager: sends a request to it once and reads the answer. */
export class AxlNode {
  readonly #credentials: Credentials;
  readonly #question: Envelope;
  readonly #refusesSimulator: boolean;
  readonly #observe: Observe;
  /** Host and port, for the log and the metrics. */
  readonly name: string;
  readonly #transport: Transport;
  readonly #session: Session;

  /**
   * @param question the cheapest request, for probes
   * @param refusesSimulator true to refuse the answers of this project's simulator
   */
  constructor(
    options: TransportOptions,
    credentials: Credentials,
    question: Envelope,
    refusesSimulator: boolean,
    observe: Observe,
  ) {
    this.#credentials = credentials;
    this.#question = question;
    this.#refusesSimulator = refusesSimulator;
    this.#observe = observe;
    this.name = options.url.host;
    this.#transport = new Transport(options);
    this.#session = new Session(
      credentials,
      (request) => {
        observe({ kind: 'session-login', ...request, node: this.name });
      },
      (request) => {
        observe({ kind: 'credentials-refused', ...request, node: this.name, pauseMs: credentials.pauseMs });
      },
    );
  }

  /**
   * @returns the `return` element of the response
   * @throws ServiceError; its `effect` says what the call manager may have done
   */
  async exchange(kind: CallKind, envelope: Envelope, context: CallContext): Promise<XmlElement> {
    const started = performance.now();
    const attempt = this.#transport.attempt(envelope.body, envelope.soapAction, context.signal);
    try {
      const response = await this.#session.send(sendingOf(kind, envelope, context, attempt));
      if (this.#refusesSimulator && response.header('x-axl-simulator') !== undefined) throw simulatorRefused();
      const { result, unreadable } = await returned(response, envelope, this.#redactionFor(envelope));
      if (unreadable) this.#observeUnreadable(envelope, context, unreadable);
      this.#observeCall(envelope, context, { started, sends: attempt.sends() }, 'ok');
      return result;
    } catch (thrown) {
      if (!(thrown instanceof LoginsPaused)) {
        this.#observeCall(envelope, context, { started, sends: attempt.sends() }, thrown);
      }
      throw thrown;
    } finally {
      attempt.finish();
    }
  }

  #observeCall(
    { operation }: Envelope,
    context: CallContext,
    { started, sends }: { readonly started: number; readonly sends: number },
    result: unknown,
  ): void {
    const durationMs = performance.now() - started;
    context.tally.axlCalls += 1;
    context.tally.axlMs += durationMs;
    const failure = isServiceError(result) ? result : undefined;
    this.#observe({
      kind: 'axl-call',
      ...ofRequest(context),
      operation,
      node: this.name,
      outcome: result === 'ok' ? result : wasNotSent(result) ? 'abandoned' : (failure?.code ?? 'internal-error'),
      sends,
      durationMs,
      axlCode: failure?.facts.axlCode,
      detail: failure instanceof AxlFault ? failure.logged : failure?.facts.detail,
      cause: failure?.facts.cause,
    });
  }

  #observeUnreadable({ operation }: Envelope, context: CallContext, unreadable: UnreadableValues): void {
    this.#observe({ kind: 'unreadable-characters', ...ofRequest(context), node: this.name, operation, ...unreadable });
  }

  /**
   * Asks without credentials, because three refused logins lock the account. AXL refuses that with a 401, so a 401
   * shows that AXL serves.
   * @param signal if it is aborted, nothing more is sent
   */
  async health(signal: AbortSignal): Promise<Health> {
    const question = this.#question;
    const { send, finish } = this.#transport.attempt(question.body, question.soapAction, signal);
    try {
      await returned(await send({}), question, this.#redactionFor(question));
      return 'serves';
    } catch (thrown) {
      return isServiceError(thrown) ? healthShownBy(thrown) : 'silent';
    } finally {
      finish();
    }
  }

  /** Replaces the certificates (PEM) that verify the node's. */
  renewAuthorities(ca: string): void {
    this.#transport.renewAuthorities(ca);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #redactionFor({ body }: Envelope): Redaction {
    return {
      forCaller: (words) => this.#credentials.redact(words, textsIn(body)),
      forLog: (words) => this.#credentials.redact(words),
    };
  }
}

/** What failed requests show about their node. Any other failure is an answer of AXL, such as a fault. */
const shownBy: Partial<Record<Why, Health>> = {
  'call-manager-unreachable': 'silent',
  'call-manager-timeout': 'silent',
  'no-axl-answer': 'astray',
  'database-down': 'astray',
  'call-manager-busy': 'busy',
  'axl-service-unavailable': 'busy',
};

/** @returns what a failed request that was sent shows about its node */
export function healthShownBy({ why }: ServiceError): Health {
  return shownBy[why] ?? 'serves';
}

/** Counts each send of a write, and asks the resend policy if it may be sent again. */
function sendingOf(kind: CallKind, { operation }: Envelope, context: CallContext, attempt: Attempt): Sending {
  const { mayWrite, tally } = context;
  const count = (): number => tally.sends[operation] ?? 0;
  const write: Send = async (headers) => {
    await mayWrite?.();
    tally.sends[operation] = count() + 1;
    return attempt.send(headers);
  };
  return {
    send: kind === 'write' ? write : attempt.send,
    signal: attempt.signal,
    request: ofRequest(context),
    mayLogIn: (status) =>
      allows('log-in', { kind, why: 'session-expired', effect: effectOfRefusal(status), sends: count() }),
  };
}

/** A 303 may answer a request that was carried out. A read can be sent again in any case. */
function effectOfRefusal(status: number): Effect {
  return status === 303 ? 'unknown' : 'refused';
}

function simulatorRefused(): ServiceError {
  return new ServiceError('axl-service-unavailable', {
    detail: 'The configured call manager is a simulator, which is refused in production.',
    effect: 'refused',
    cause: 'simulator',
  });
}
