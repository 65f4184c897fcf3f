import type { ServiceError } from '../domain/errors.js';
import { ForeignWords, plain, type Told, told } from './told.js';
import type { Visit } from './visit.js';

/** The result of a probe: as assumed; different; nothing to try it on; or not possible to try. */
export const verdicts = ['as-assumed', 'differs', 'no-occasion', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  readonly verdict: Verdict;
  readonly seen: Told;
}

/** When a probe runs: always, only with --heavy, or only with --write-to. */
export type Occasion = 'reading' | 'heavy' | 'writing';

/** An assumption about a call manager, and how to test it. */
export interface Assumption {
  readonly name: string;
  /** What is assumed, in a sentence. */
  readonly assumed: string;
  /** The page and the exact sentence of the docs that is true only if the assumption is true. */
  readonly backs: { readonly page: string; readonly sentence: string };
  /** The requests to the call manager. */
  readonly requests: readonly string[];
  readonly occasion: Occasion;
  readonly judge: (visit: Visit) => Promise<Judged>;
  /** What the service does if the assumption is wrong, and what you can do. */
  readonly follows: string;
  /** For an open question, what the answer would make possible. */
  readonly wouldAllow?: string;
}

export function asAssumed(seen: Told): Judged {
  return { verdict: 'as-assumed', seen };
}

export function differs(seen: Told): Judged {
  return { verdict: 'differs', seen };
}

/** @param isSo true if the result is as assumed */
export function judged(isSo: boolean, seen: Told): Judged {
  return isSo ? asAssumed(seen) : differs(seen);
}

/** The result if this call manager has nothing with which the assumption can be tested. */
export function noOccasion(seen: Told): Judged {
  return { verdict: 'no-occasion', seen };
}

/** @returns a failure in words: its code, the call manager's code, and the call manager's words */
export function failureTold({ code, facts }: ServiceError): Told {
  const said = facts.axlCode === undefined ? told`` : told` (code ${facts.axlCode})`;
  return told`${plain(code)}${said}: ${new ForeignWords(facts.detail)}`;
}
