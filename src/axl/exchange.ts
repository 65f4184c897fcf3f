import { isServiceError, ServiceError } from '../domain/errors.js';
import type { CallContext } from '../use-cases/call-manager.js';
import type { Observe } from '../observability/observations.js';
import { type Credentials, LoginsPaused } from './credentials.js';
import type { Envelope } from './envelope.js';
import { answerInvalid, refusalByStatus, soapFault } from './faults.js';
import { readDocument, UnreadableAnswer } from './reader.js';
import { Session } from './session.js';
import { Transport, type HttpAnswer, type TransportOptions } from './transport.js';
import { child, type XmlElement } from './xml.js';

/** One node of a call manager: sends a request to it once and reads the answer. */
export class AxlNode {
  /** Host and port, for the log and the metrics. */
  readonly name: string;
  readonly #transport: Transport;
  readonly #session: Session;

  /** @param refusesSimulator whether this project's own simulator is no call manager to talk to */
  constructor(
    options: TransportOptions,
    private readonly credentials: Credentials,
    private readonly refusesSimulator: boolean,
    private readonly observe: Observe,
  ) {
    this.name = options.url.host;
    this.#transport = new Transport(options);
    this.#session = new Session(
      credentials,
      (requestId) => {
        observe({ kind: 'session-login', requestId, node: this.name });
      },
      (requestId) => {
        observe({ kind: 'credentials-refused', requestId, node: this.name, pauseMs: credentials.pauseMs });
      },
    );
  }

  /**
   * @returns the `return` element of the answer
   * @throws ServiceError; its `mayBeApplied` says whether the call manager may have carried the request out
   */
  async exchange(envelope: Envelope, context: CallContext): Promise<XmlElement> {
    const started = performance.now();
    try {
      const result = await this.#once(envelope, context);
      this.#observeCall(envelope, context, started, 'ok');
      return result;
    } catch (thrown) {
      if (!(thrown instanceof LoginsPaused)) this.#observeCall(envelope, context, started, thrown);
      throw thrown;
    }
  }

  #observeCall({ operation }: Envelope, context: CallContext, started: number, result: unknown): void {
    const durationMs = performance.now() - started;
    context.tally.axlCalls += 1;
    context.tally.axlMs += durationMs;
    const failure = isServiceError(result) ? result : undefined;
    this.observe({
      kind: 'axl-call',
      requestId: context.requestId,
      operation,
      node: this.name,
      outcome: result === 'ok' ? result : wasAbandoned(context) ? 'abandoned' : (failure?.code ?? 'internal-error'),
      durationMs,
      axlCode: failure?.facts.axlCode,
      detail: failure?.facts.detail,
      cause: failure?.facts.cause,
    });
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #once(envelope: Envelope, { signal, requestId }: CallContext): Promise<XmlElement> {
    const { send, ended, finish } = this.#transport.attempt(envelope.body, envelope.soapAction, signal);
    try {
      const answer = await this.#session.send(send, ended, requestId);
      if (this.refusesSimulator && answer.header('x-axl-simulator') !== undefined) throw simulatorRefused();
      return await returned(answer, envelope.operation, (words) => this.credentials.hiddenIn(words));
    } finally {
      finish();
    }
  }
}

/** Its signal ended before its deadline: nobody waits any more. */
function wasAbandoned({ signal, deadline }: CallContext): boolean {
  return signal.aborted && performance.now() < deadline();
}

function simulatorRefused(): ServiceError {
  return new ServiceError('axl-service-unavailable', {
    detail: 'The configured call manager is a simulator, which is refused in production.',
    cause: 'simulator',
  });
}

/** @returns the `return` element of an answer to an operation, or throws what the answer says instead */
async function returned(
  answer: HttpAnswer,
  operation: string,
  hiddenIn: (words: string) => string,
): Promise<XmlElement> {
  // A fault comes with HTTP 500, so the status alone says nothing there.
  if (answer.status !== 200 && answer.status !== 500) throw refusal(answer);
  const body = child(await document(answer), 'Body');
  const fault = child(body, 'Fault');
  if (fault) throw soapFault(fault, hiddenIn);
  const result = child(child(body, `${operation}Response`), 'return');
  if (answer.status !== 200 || !result) {
    throw answerInvalid(`The call manager's answer is no answer to ${operation}.`, `HTTP ${answer.status}`);
  }
  return result;
}

async function document(answer: HttpAnswer): Promise<XmlElement> {
  const cause = `HTTP ${answer.status}`;
  try {
    const root = await read(answer);
    if (root.name === 'Envelope') return root;
  } catch (thrown) {
    if (!(thrown instanceof UnreadableAnswer)) throw thrown;
    throw answerInvalid(`The call manager's answer cannot be read: ${thrown.message}.`, cause);
  }
  throw answerInvalid("The call manager's answer is not SOAP.", cause);
}

async function read(answer: HttpAnswer): Promise<XmlElement> {
  const encoding = answer.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new UnreadableAnswer('the answer is compressed, which was not asked for');
  if (answer.cut) throw new UnreadableAnswer('the answer is larger than 8 MB');
  const charset = /charset="?([^;"\s]+)/i.exec(answer.header('content-type') ?? '')?.[1];
  return readDocument(answer.body(), charset);
}

function refusal(answer: HttpAnswer): ServiceError {
  const page = answer.status === 599 ? Buffer.from(answer.body()).toString('utf8') : '';
  const retryAfter = answer.header('retry-after');
  return refusalByStatus(answer.status, retryAfter === undefined ? undefined : secondsIn(retryAfter), page);
}

/** Retry-After holds seconds or a date. */
function secondsIn(header: string): number | undefined {
  if (/^\d{1,6}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
