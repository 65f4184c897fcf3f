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
