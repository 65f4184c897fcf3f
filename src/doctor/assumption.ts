import type { ServiceError } from '../domain/errors.js';
import { ForeignWords, plain, type Told, told } from './told.js';
import type { Visit } from './visit.js';

/**
 * What became of a probe: all is as assumed; it differs; nothing is there to try it on; or it could not be tried.
 */
export const verdicts = ['as-assumed', 'differs', 'no-occasion', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  readonly verdict: Verdict;
  readonly seen: Told;
}

/** When a probe is run: always; with --heavy alone; with --write-to alone. */
export type Occasion = 'reading' | 'heavy' | 'writing';

/** Something that the service takes for granted of a call manager, and how it is tried. */
export interface Assumption {
  readonly name: string;
  /** What is assumed, in a sentence. */
  readonly assumed: string;
  /** The sentence of the docs that holds only if that is so, to the letter, and the page. */
  readonly backs: { readonly page: string; readonly sentence: string };
  /** What is asked of the call manager. */
  readonly requests: readonly string[];
  readonly occasion: Occasion;
  readonly judge: (visit: Visit) => Promise<Judged>;
  /** What follows where it differs: what the service does then, and what to do. */
  readonly follows: string;
  /** What the answer would make possible, where it is a question that no one has answered. */
  readonly wouldAllow?: string;
}

export function asAssumed(seen: Told): Judged {
  return { verdict: 'as-assumed', seen };
}

export function differs(seen: Told): Judged {
  return { verdict: 'differs', seen };
}

/** @param isSo whether it is as assumed */
export function judged(isSo: boolean, seen: Told): Judged {
  return isSo ? asAssumed(seen) : differs(seen);
}

/** There is nothing in this call manager to try it on. */
export function noOccasion(seen: Told): Judged {
  return { verdict: 'no-occasion', seen };
}

/** @returns a failure in words: its code, the call manager's code, and what was said */
export function failureTold({ code, facts }: ServiceError): Told {
  const said = facts.axlCode === undefined ? told`` : told` (code ${facts.axlCode})`;
  return told`${plain(code)}${said}: ${new ForeignWords(facts.detail)}`;
}
