import type { ErrorCode } from './error-catalogue.js';

/** A read changes nothing. A write must not be carried out twice unknowingly. */
export type CallKind = 'read' | 'write';

/**
 * What a request that failed may have done in the call manager: `none`, it was surely not received; `refused`, it
 * was received and not carried out; `unknown`, it may have been carried out, or may still be.
 */
export type Effect = 'none' | 'refused' | 'unknown';

/**
 * What can be done after an attempt that failed:
 * - `log-in`: the same once more to the same node, with credentials in place of the expired session;
 * - `other-release`: the same once more in the AXL release that the call manager speaks now;
 * - `next-node`: the same once more to the next node;
 * - `again`: the same once more after a pause;
 * - `read-back`: look what the phone holds before anything else is decided.
 */
export type Step = 'log-in' | 'other-release' | 'next-node' | 'again' | 'read-back';

/** An attempt that failed. */
export interface FailedAttempt {
  readonly kind: CallKind;
  readonly why: ErrorCode | 'session-expired';
  readonly effect: Effect;
  /** How often this write has gone out by now, over all nodes, releases and reasons; of a read it says nothing. */
  readonly sends: number;
}

interface Row {
  readonly why: FailedAttempt['why'];
  readonly effect: Effect;
  readonly read: readonly Step[];
  readonly write: readonly Step[];
}

/** What is not in the table is not sent again; a write of unknown effect is read back. */
export const resendTable: readonly Row[] = [
  { why: 'session-expired', effect: 'refused', read: ['log-in'], write: ['log-in'] },
  { why: 'session-expired', effect: 'unknown', read: ['log-in'], write: [] },
  { why: 'axl-version-unsupported', effect: 'refused', read: ['other-release'], write: ['other-release'] },
  { why: 'call-manager-unreachable', effect: 'none', read: ['next-node', 'again'], write: ['next-node', 'again'] },
  { why: 'call-manager-unreachable', effect: 'unknown', read: ['next-node', 'again'], write: ['read-back'] },
  { why: 'call-manager-timeout', effect: 'none', read: ['again'], write: ['again'] },
  { why: 'call-manager-timeout', effect: 'unknown', read: ['again'], write: ['read-back'] },
  { why: 'call-manager-busy', effect: 'refused', read: ['next-node', 'again'], write: ['again'] },
  { why: 'axl-service-unavailable', effect: 'refused', read: ['next-node'], write: [] },
  { why: 'call-manager-answer-invalid', effect: 'unknown', read: [], write: ['read-back'] },
];

/** How often one write goes out at most for one request of a caller, whatever happens to it. */
export const mostSendsOfAWrite = 4;

/** How often a call is repeated `again` at most. */
export const mostRepeats = 2;

/** @returns whether a step makes sense, and is safe, after an attempt that failed */
export function allows(step: Step, { kind, why, effect, sends }: FailedAttempt): boolean {
  if (kind === 'write' && step !== 'read-back' && sends >= mostSendsOfAWrite) return false;
  const row = resendTable.find((candidate) => candidate.why === why && candidate.effect === effect);
  if (!row) return step === 'read-back' && kind === 'write' && effect === 'unknown';
  return row[kind].includes(step);
}
