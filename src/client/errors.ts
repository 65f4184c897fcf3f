import type { ProblemCode } from './problems.js';
import type { ChangeEntry, DifferingEntry, FieldProblem, Problem } from './shapes.js';

/** Every error of a call. No error contains the password or another library's error. */
export abstract class PhoneProxyError extends Error {}

/** The service answered with a problem. Decide by `code`, show `detail`. */
export class ProblemError extends PhoneProxyError {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The id of the call in the service's log. */
  readonly requestId: string;
  /** The call manager's own error number. */
  readonly axlCode: number | undefined;
  /** Each wrong field, for an invalid request. */
  readonly errors: readonly FieldProblem[];
  /** The current list, for an undo that was refused with `changed-meanwhile`, and for `stored-otherwise`. */
  readonly present: readonly ChangeEntry[] | undefined;
  /** What the call manager did instead of what was asked for, in words, for `stored-otherwise`. */
  readonly reason: string | undefined;
  /** The entries that the call manager has set otherwise, for `stored-otherwise`. */
  readonly difference: readonly DifferingEntry[];
  /** After how many seconds a retry makes sense, if the service says so. */
  readonly retryAfterSeconds: number | undefined;

  /** The etag of the current list, for `changed-meanwhile`. */
  readonly etag: string | undefined;

  constructor(problem: Problem, retryAfterSeconds: number | undefined, etag: string | undefined) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.requestId = problem.requestId;
    this.axlCode = problem.axlCode;
    this.errors = problem.errors ?? [];
    this.present = problem.present;
    this.reason = problem.reason;
    this.difference = problem.difference ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
    this.etag = etag;
  }
}

/** The code of a connection to a port that fetch refuses. */
export const blockedPort = 'BLOCKED_PORT';

/** The service did not answer. The list may or may not have changed. You can safely send the same request again. */
export class ConnectionError extends PhoneProxyError {
  override readonly name = 'ConnectionError';

  /**
   * @param reason `timeout`: no answer in time; `network`: no connection, or it broke
   * @param causeCode the system's code, such as `ECONNREFUSED`, if the platform gives it
   */
  constructor(
    readonly reason: 'timeout' | 'network',
    readonly causeCode: string | undefined,
  ) {
    const cause = causeCode === undefined ? '' : ` (${causeCode})`;
    super(`The service ${reason === 'timeout' ? 'did not answer in time' : 'cannot be reached'}${cause}.`);
  }
}

/**
 * The answer is not from this service, but for example from a proxy; or it is from a version of the service that the
 * client does not know.
 */
export class UnexpectedAnswerError extends PhoneProxyError {
  override readonly name = 'UnexpectedAnswerError';

  /**
   * @param status the HTTP status
   * @param contentType the content type of the answer
   * @param retryAfterSeconds after how many seconds a retry makes sense, if the answer says so
   */
  constructor(
    readonly status: number,
    readonly contentType: string | undefined,
    readonly retryAfterSeconds?: number,
  ) {
    super(`The answer is not from this service: HTTP ${status}, ${contentType ?? 'no content type'}.`);
  }
}
