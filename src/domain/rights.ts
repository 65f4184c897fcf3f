import { RequestRefused } from './errors.js';

/**
 * What a user may do: `read`, look up; `propose`, also propose plans; `write`, also change buttons, and approve and apply
 * plans.
 */
export const rights = ['read', 'propose', 'write'] as const;
export type Right = (typeof rights)[number];

/** Who may not write. */
export interface Roles {
  /** They look up, and do nothing else. */
  readonly readOnlyUsers: ReadonlySet<string>;
  /** They look up, and propose plans. */
  readonly proposingUsers: ReadonlySet<string>;
}

/** @returns what a user may do; who is in both lists only reads */
export function rightOf(user: string, { readOnlyUsers, proposingUsers }: Roles): Right {
  if (readOnlyUsers.has(user)) return 'read';
  return proposingUsers.has(user) ? 'propose' : 'write';
}

/** @returns whether a right is as much as is needed, or more */
export function suffices(right: Right, needed: Right): boolean {
  return rights.indexOf(right) >= rights.indexOf(needed);
}

/**
 * @param what the user is about to do: `change speed dials`
 * @throws ServiceError `forbidden` or `may-only-propose` where the right does not suffice
 */
export function refuseWithout(needed: Right, right: Right, what: string): void {
  if (suffices(right, needed)) return;
  if (right === 'read') throw new RequestRefused('forbidden', { detail: `This user is read-only and cannot ${what}.` });
  const detail = `This user may only propose plans (POST /plans) and cannot ${what}.`;
  throw new RequestRefused('may-only-propose', { detail });
}
