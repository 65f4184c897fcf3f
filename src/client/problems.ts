/**
 * What a failed call means for who made it:
 * - `login`: the login is refused, or may not do this; nothing was done, and nothing else will be
 * - `changed`: the list is another one; nothing was done
 * - `not-done`: surely not carried out
 * - `unknown`: it may have been carried out, or may still be
 */
export type FailureMeaning = 'login' | 'changed' | 'not-done' | 'unknown';

/**
 * Whether the same call makes sense once more: `changed` only as another call, `later` as it is after a while,
 * `repaired` after somebody has mended something, `no` never.
 */
type Again = 'changed' | 'later' | 'repaired' | 'no';

interface ProblemMeaning {
  readonly means: FailureMeaning;
  readonly again: Again;
}

/** Every way in which the service says no: what it means, and whether the same call makes sense once more. */
const meanings = {
  'invalid-request': { means: 'not-done', again: 'changed' },
  unauthenticated: { means: 'login', again: 'changed' },
  forbidden: { means: 'login', again: 'no' },
  'cross-site': { means: 'not-done', again: 'no' },
  'not-found': { means: 'not-done', again: 'changed' },
  'method-not-allowed': { means: 'not-done', again: 'changed' },
  'payload-too-large': { means: 'not-done', again: 'changed' },
  'unsupported-media-type': { means: 'not-done', again: 'changed' },
  'too-many-failed-logins': { means: 'not-done', again: 'later' },
  'phone-not-found': { means: 'not-done', again: 'changed' },
  'profile-not-found': { means: 'not-done', again: 'changed' },
  'entry-not-found': { means: 'not-done', again: 'changed' },
  'not-representable': { means: 'not-done', again: 'repaired' },
  'changed-meanwhile': { means: 'changed', again: 'changed' },
  'history-off': { means: 'not-done', again: 'repaired' },
  'change-not-found': { means: 'not-done', again: 'changed' },
  'run-not-found': { means: 'not-done', again: 'changed' },
  'history-unavailable': { means: 'not-done', again: 'later' },
  'inventory-off': { means: 'not-done', again: 'repaired' },
  'inventory-incomplete': { means: 'not-done', again: 'later' },
  'finding-not-found': { means: 'not-done', again: 'changed' },
  'not-kept': { means: 'not-done', again: 'changed' },
  'rejected-by-call-manager': { means: 'not-done', again: 'changed' },
  'call-manager-refused-credentials': { means: 'not-done', again: 'repaired' },
  'axl-service-unavailable': { means: 'not-done', again: 'repaired' },
  'axl-version-unsupported': { means: 'not-done', again: 'repaired' },
  'call-manager-fault': { means: 'not-done', again: 'repaired' },
  'call-manager-busy': { means: 'not-done', again: 'later' },
  'call-manager-unavailable': { means: 'not-done', again: 'later' },
  'call-manager-unreachable': { means: 'not-done', again: 'later' },
  // Of a write whose answer was lost the service says `outcome-unknown`.
  'call-manager-timeout': { means: 'not-done', again: 'later' },
  'call-manager-answer-invalid': { means: 'not-done', again: 'repaired' },
  'outcome-unknown': { means: 'unknown', again: 'later' },
  overloaded: { means: 'not-done', again: 'later' },
  // A mistake of the service, which may have come after the list was set.
  'internal-error': { means: 'unknown', again: 'repaired' },
} as const satisfies Readonly<Record<string, ProblemMeaning>>;

export type ProblemCode = keyof typeof meanings;

export const problemMeanings: Readonly<Record<ProblemCode, ProblemMeaning>> = meanings;

export const problemCodes = Object.keys(meanings) as readonly ProblemCode[];
