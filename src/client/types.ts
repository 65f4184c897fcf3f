/** What goes over the wire, as the service's OpenAPI document describes it. */

export interface SpeedDial {
  /** Position on the phone, a string of digits. */
  readonly index: string;
  /** The number that is dialled. */
  readonly dirn: string;
  readonly label: string;
}

/** A speed dial to be set; a label that is left out is empty. */
export interface SpeedDialToSet {
  readonly index: string;
  readonly dirn: string;
  readonly label?: string | undefined;
}

/** Every property is always there; a text is empty where the call manager has none. */
export interface Phone {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  /** The key of the phone, for speed dials too. */
  readonly name: string;
  /** In lower case, without braces. */
  readonly uuid: string;
  /** Its directory numbers in line order. */
  readonly dirns: readonly string[];
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
}

/** Every way in which the service says no. */
export const problemCodes = [
  'invalid-request',
  'unauthenticated',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'payload-too-large',
  'unsupported-media-type',
  'too-many-failed-logins',
  'phone-not-found',
  'rejected-by-call-manager',
  'call-manager-refused-credentials',
  'axl-service-unavailable',
  'axl-version-unsupported',
  'call-manager-fault',
  'call-manager-busy',
  'call-manager-unavailable',
  'call-manager-unreachable',
  'call-manager-timeout',
  'call-manager-answer-invalid',
  'outcome-unknown',
  'overloaded',
  'internal-error',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** One thing wrong with a request, and where: `query.dirn`, `body[2].label`. */
export interface FieldProblem {
  readonly field: string;
  readonly detail: string;
}

/** An error's body (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly requestId: string;
  /** The call manager's own number for what it refused. */
  readonly axlCode?: number | undefined;
  readonly errors?: readonly FieldProblem[] | undefined;
}

/** What became of a list that was set. */
export interface Replaced {
  /** The phone's. */
  readonly uuid: string;
  /**
   * Where the service makes phones load their change: `ok`, or the code of what went wrong. The list is set in
   * either case.
   */
  readonly afterUpdate: 'ok' | ProblemCode | undefined;
}
