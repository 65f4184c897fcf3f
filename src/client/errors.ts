import type { ProblemCode } from './problems.js';
import type { ChangeEntry, FieldProblem, Problem } from './types.js';

/** Every error of a call. None has the password or another library's error. */
export abstract class PhoneProxyError extends Error {}

/** The service answered with a problem. Decide by `code`, show `detail`. */
export class ProblemError extends PhoneProxyError {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** By which the service's log knows the call. */
  readonly requestId: string;
  /** The call manager's own number for what it refused. */
  readonly axlCode: number | undefined;
  /** Each wrong field, for an invalid request. */
  readonly errors: readonly FieldProblem[];
  /** The list as it is now, for an undo that was refused with `changed-meanwhile`. */
  readonly present: readonly ChangeEntry[] | undefined;
  /** After how many seconds another try makes sense, where the service says so. */
  readonly retryAfterSeconds: number | undefined;

  /** That of the present list, for `changed-meanwhile`. */
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
    this.retryAfterSeconds = retryAfterSeconds;
    this.etag = etag;
  }
}

/**
 * The service did not answer. A list may or may not be changed then; sending the same again is safe.
 */
export class ConnectionError extends PhoneProxyError {
  override readonly name = 'ConnectionError';

  /**
   * @param reason `timeout`: no answer in time; `network`: no connection, or it broke
   * @param causeCode the system's code, such as `ECONNREFUSED`, where the platform tells it
   */
  constructor(
    readonly reason: 'timeout' | 'network',
    readonly causeCode: string | undefined,
  ) {
    const cause = causeCode === undefined ? '' : ` (${causeCode})`;
    super(`The service ${reason === 'timeout' ? 'did not answer in time' : 'cannot be reached'}${cause}.`);
  }
}

/** Something answered that is not this service in a version that this client knows: a proxy in front, for instance. */
export class UnexpectedAnswerError extends PhoneProxyError {
  override readonly name = 'UnexpectedAnswerError';

  /**
   * @param status the HTTP status
   * @param contentType that of the answer
   * @param retryAfterSeconds after how many seconds another try makes sense, where the answer says so
   */
  constructor(
    readonly status: number,
    readonly contentType: string | undefined,
    readonly retryAfterSeconds?: number,
  ) {
    super(`The answer is not from this service: HTTP ${status}, ${contentType ?? 'no content type'}.`);
  }
}
