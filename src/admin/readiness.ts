import type { ErrorCode } from '../domain/error-catalogue.js';
import { isServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import { type CallContext, openCall } from '../use-cases/call-context.js';
import type { CallManagerStatus } from '../http/routes/route.js';
import { whenAborted } from '../use-cases/time-limit.js';

/**
 * How long an answer of the call manager counts as recent, in milliseconds. The service asks at most once in this time.
 */
export const lookEveryMs = 10_000;
/** The longest that a request for readiness waits for the call manager, in milliseconds. */
const longestLookMs = 5_000;

/** Reasons that do not come from a call. */
type OwnReason = 'stopping';

/** Why this service is not ready. */
export interface NotReady {
  readonly reason: ErrorCode | OwnReason;
  readonly detail: string;
  /** The cause in a short word, such as a system error code. */
  readonly cause?: string | undefined;
}

/**
 * Whether this service can serve: a call manager has answered recently and accepted the credentials. Callers' requests
 * show that. If there are no requests, the service asks the call manager itself, at most once in ten seconds.
 */
export class Readiness {
  readonly #ask: (context: CallContext) => Promise<unknown>;
  readonly #now: () => number;
  #lastSuccess = -Infinity;
  #lastLook = -Infinity;
  #looking: Promise<void> | undefined;
  #failure: NotReady | undefined;
  #stopping = false;

  /**
   * @param ask asks the call manager something cheap, once
   * @param now a clock in milliseconds
   */
  constructor(ask: (context: CallContext) => Promise<unknown>, now: () => number = () => performance.now()) {
    this.#ask = ask;
    this.#now = now;
  }

  /** Records the results of callers' requests. */
  readonly observe: Observe = (observation) => {
    if (observation.kind === 'axl-call' && observation.outcome === 'ok') this.#lastSuccess = this.#now();
    if (observation.kind === 'credentials-refused') this.#failed(credentialsRefused);
  };

  /** @returns why this service is not ready, or undefined when it is */
  async failure(): Promise<NotReady | undefined> {
    if (this.#stopping) return { reason: 'stopping', detail: 'This service is stopping.' };
    if (this.#answeredRecently()) return undefined;
    if (!this.#looking && this.#now() - this.#lastLook >= lookEveryMs) {
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined;
      });
    }
    await this.#looking;
    return this.#answeredRecently() ? undefined : this.#failure;
  }

  /** From now on this service is not ready, regardless of the call manager. */
  stop(): void {
    this.#stopping = true;
  }

  #answeredRecently(): boolean {
    return this.#now() - this.#lastSuccess < lookEveryMs;
  }

  #failed(failure: NotReady): void {
    this.#lastSuccess = -Infinity;
    this.#failure = failure;
  }

  async #look(): Promise<void> {
    this.#lastLook = this.#now();
    const { context, release } = openCall({ requestId: 'readiness', timeoutMs: longestLookMs, isProbe: true });
    try {
      await this.#ask(context);
      this.#lastSuccess = this.#now();
    } catch (thrown) {
      if (!isServiceError(thrown)) throw thrown;
      this.#failed({ ...thrown.facts, reason: thrown.code });
    } finally {
      release();
    }
  }
}

const credentialsRefused: NotReady = {
  reason: 'call-manager-refused-credentials',
  detail: 'The call manager refused the credentials that this service is configured with.',
};

/**
 * @param signal aborts when the caller hangs up; a state that is not known by then is `unknown`
 * @returns the state of the call manager, for callers; it asks the call manager no more often than readiness does
 */
export async function callManagerStatus(
  readiness: Pick<Readiness, 'failure'>,
  backend: { readonly release: () => string | undefined },
  signal: AbortSignal,
): Promise<CallManagerStatus> {
  const known = readiness.failure().then((failure) => (failure ? (states[failure.reason] ?? 'unavailable') : 'ready'));
  const late = new Promise<'unknown'>((resolve) => {
    whenAborted(signal, () => {
      resolve('unknown');
    });
  });
  return { state: await Promise.race([known, late]), release: backend.release() ?? null };
}

type State = CallManagerStatus['state'];

/** The state of the call manager that callers see for each reason. */
const states: Readonly<Record<OwnReason, State> & Partial<Record<ErrorCode, State>>> = {
  stopping: 'unknown',
  'call-manager-busy': 'busy',
  overloaded: 'busy',
  'call-manager-refused-credentials': 'credentials-refused',
};
