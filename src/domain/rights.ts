import { RequestRefused } from './errors.js';

/**
 * What a user may do; each right has those before it. `look-up`: only look up. `propose`: also propose changes.
 * `approve`: also approve what others proposed, but change nothing alone. `change`: everything.
 */
export const rights = ['look-up', 'propose', 'approve', 'change'] as const;
export type Right = (typeof rights)[number];

/** The users who may not change buttons alone. */
export interface Roles {
  /** They may only look up. */
  readonly readOnlyUsers: ReadonlySet<string>;
  /** They may look up, and propose changes. */
  readonly proposingUsers: ReadonlySet<string>;
  /** They may look up, propose changes, and approve what others proposed. */
  readonly approvingUsers: ReadonlySet<string>;
}

/** @returns what a user may do. The lowest list of a user counts; a user in none may change buttons */
export function rightOf(user: string, { readOnlyUsers, proposingUsers, approvingUsers }: Roles): Right {
  if (readOnlyUsers.has(user)) return 'look-up';
  if (proposingUsers.has(user)) return 'propose';
  return approvingUsers.has(user) ? 'approve' : 'change';
}

/** @returns whether a right is at least the needed one */
export function suffices(right: Right, needed: Right): boolean {
  return rights.indexOf(right) >= rights.indexOf(needed);
}

/** What the users with a right may do, for those who want more. */
const mayOnly = {
  propose: 'may only propose changes (POST /changes)',
  approve: 'may only propose changes (POST /changes), and approve those of others',
} as const;

/**
 * @param what the intended action: `change speed dials`
 * @returns the refusal of a user whose right does not suffice: `forbidden` or `may-only-propose`
 */
export function lacking(right: Right, what: string): RequestRefused {
  if (right === 'look-up') {
    return new RequestRefused('forbidden', { detail: `This user is read-only and cannot ${what}.` });
  }
  const only = right === 'approve' ? mayOnly.approve : mayOnly.propose;
  return new RequestRefused('may-only-propose', { detail: `This user ${only} and cannot ${what}.` });
}

/** @throws RequestRefused as `lacking` says, if the right does not suffice */
export function refuseWithout(needed: Right, right: Right, what: string): void {
  if (!suffices(right, needed)) throw lacking(right, what);
}
