import type { ErrorCode } from '../domain/error-catalogue.js';
import type { ServiceError } from '../domain/errors.js';
import type { Cause } from './causes.js';
import { ForeignWords, plain, type Told, told } from './told.js';
import type { Visit } from './visit.js';

/** The result of a probe: as assumed; different; nothing to try it on; or not possible to try. */
export const verdicts = ['as-assumed', 'differs', 'no-occasion', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  readonly verdict: Verdict;
  readonly seen: Told;
  /** Why it failed or differs, if the reason lies outside of what was tested. */
  readonly cause?: Cause | undefined;
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
  /** Judges again at the end of the visit, by what all probes have seen; undefined: the first judgement stays. */
  readonly judgeAtEnd?: (visit: Visit) => Judged | undefined;
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

/** Failures whose sentences quote a name, with a sentence instead that does not. */
const namesQuoted: Partial<Record<ErrorCode, string>> = {
  'phone-not-found': 'there is no such phone',
  'profile-not-found': 'there is no such device profile',
  'not-representable': 'a button cannot be written as it was read',
};

/** @returns a failure in words: the call manager's own words, or a sentence of the service */
export function failureTold({ code, facts }: ServiceError): Told {
  const words = facts.detail.replace(/\.\s*$/, '');
  if (code !== 'call-manager-fault' && code !== 'rejected-by-call-manager')
    return plainTold(namesQuoted[code] ?? words);
  const number = facts.axlCode === undefined ? told`` : told` (code ${facts.axlCode})`;
  return told`refused${number}: ${new ForeignWords(words)}`;
}

function plainTold(text: string): Told {
  return told`${plain(text)}`;
}
