import type { ErrorCode } from './error-catalogue.js';

/** A read changes nothing. A write must never be carried out twice by accident. */
export type CallKind = 'read' | 'write';

/**
 * What a failed request may have done at the call manager. `none`: it was certainly not received. `refused`: it was
 * received, but not carried out. `unknown`: it may have been carried out, or may still be carried out. `changed`: it was
 * carried out, but something else was set than what was asked for.
 */
export type Effect = 'none' | 'refused' | 'unknown' | 'changed';

/**
 * What can follow a failed attempt:
 * - `log-in`: send it again to the same node, with credentials instead of the expired session;
 * - `other-release`: send it again in the AXL release that the call manager has now;
 * - `next-node`: send it again to the next node;
 * - `again`: send it again after a pause;
 * - `read-back`: read the device before anything else is decided.
 */
export type Step = 'log-in' | 'other-release' | 'next-node' | 'again' | 'read-back';

/**
 * Why an attempt failed: the code of its error, or a reason that the codes do not tell apart.
 * - `session-expired`: the session's cookie was refused
 * - `no-axl-answer`: something answered instead of AXL, such as a web server with a page
 * - `database-locked`: AXL says that something else has locked what the request needs
 * - `database-down`: AXL says that it has no database
 */
export type Why = ErrorCode | 'session-expired' | 'no-axl-answer' | 'database-locked' | 'database-down';

/** A failed attempt. */
export interface FailedAttempt {
  readonly kind: CallKind;
  readonly why: Why;
  readonly effect: Effect;
  /**
   * How often this write was sent so far, over all nodes, releases and reasons. For a read, this number does not
   * matter.
   */
  readonly sends: number;
}

interface Row {
  readonly why: Why;
  readonly effect: Effect;
  readonly read: readonly Step[];
  readonly write: readonly Step[];
}

/**
 * Steps that may follow a failure. A failure that is not in the table is not retried. After a write of unknown effect,
 * the device is read.
 */
export const resendTable: readonly Row[] = [
  { why: 'session-expired', effect: 'refused', read: ['log-in'], write: ['log-in'] },
  { why: 'session-expired', effect: 'unknown', read: ['log-in'], write: [] },
  { why: 'axl-version-unsupported', effect: 'refused', read: ['other-release'], write: ['other-release'] },
  { why: 'call-manager-unreachable', effect: 'none', read: ['next-node', 'again'], write: ['next-node', 'again'] },
  { why: 'call-manager-unreachable', effect: 'unknown', read: ['next-node', 'again'], write: ['read-back'] },
  { why: 'call-manager-timeout', effect: 'none', read: ['again'], write: ['again'] },
  { why: 'call-manager-timeout', effect: 'unknown', read: ['again'], write: ['read-back'] },
  { why: 'call-manager-busy', effect: 'refused', read: ['next-node', 'again'], write: ['again'] },
  { why: 'database-locked', effect: 'refused', read: ['next-node', 'again'], write: [] },
  { why: 'database-down', effect: 'refused', read: ['next-node', 'again'], write: [] },
  { why: 'axl-service-unavailable', effect: 'refused', read: ['next-node'], write: [] },
  { why: 'no-axl-answer', effect: 'refused', read: ['next-node'], write: [] },
  { why: 'no-axl-answer', effect: 'unknown', read: ['next-node'], write: ['read-back'] },
  { why: 'call-manager-answer-invalid', effect: 'unknown', read: [], write: ['read-back'] },
];

/** The most times that one write is sent for one request of a caller. */
export const mostSendsOfAWrite = 4;

/** The most times that a call is sent again after a pause. */
export const mostRepeats = 2;

/** @returns true if a step makes sense and is safe after a failed attempt */
export function allows(step: Step, { kind, why, effect, sends }: FailedAttempt): boolean {
  if (kind === 'write' && step !== 'read-back' && sends >= mostSendsOfAWrite) return false;
  const row = resendTable.find((candidate) => candidate.why === why && candidate.effect === effect);
  if (!row) return step === 'read-back' && kind === 'write' && effect === 'unknown';
  return row[kind].includes(step);
}
