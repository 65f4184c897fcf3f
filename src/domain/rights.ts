import { RequestRefused } from './errors.js';

/**
 * What a user may do. `read`: only look up. `propose`: also propose plans. `write`: also change buttons, and approve
 * and apply plans.
 */
export const rights = ['read', 'propose', 'write'] as const;
export type Right = (typeof rights)[number];

/** The users who may not write. */
export interface Roles {
  /** They may only look up. */
  readonly readOnlyUsers: ReadonlySet<string>;
  /** They may look up, and propose plans. */
  readonly proposingUsers: ReadonlySet<string>;
}

/** @returns what a user may do; a user in both lists may only read */
export function rightOf(user: string, { readOnlyUsers, proposingUsers }: Roles): Right {
  if (readOnlyUsers.has(user)) return 'read';
  return proposingUsers.has(user) ? 'propose' : 'write';
}

/** @returns whether a right is at least the needed one */
export function suffices(right: Right, needed: Right): boolean {
  return rights.indexOf(right) >= rights.indexOf(needed);
}

/**
 * @param what the intended action: `change speed dials`
 * @throws ServiceError `forbidden` or `may-only-propose` if the right does not suffice
 */
export function refuseWithout(needed: Right, right: Right, what: string): void {
  if (suffices(right, needed)) return;
  if (right === 'read') throw new RequestRefused('forbidden', { detail: `This user is read-only and cannot ${what}.` });
  const detail = `This user may only propose plans (POST /plans) and cannot ${what}.`;
  throw new RequestRefused('may-only-propose', { detail });
}
