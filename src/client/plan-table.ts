/** Written by `npm run docs`, from src/plans/plan.ts. */

/** What a plan can be. */
export const planStates = [
  'checking',
  'proposed',
  'approved',
  'applying',
  'applied',
  'partly-applied',
  'rejected',
  'withdrawn',
  'expired',
  'outdated',
] as const;

/** What a list of a plan can be. */
export const listStates = [
  'unread',
  'open',
  'sending',
  'changed',
  'already',
  'changed-meanwhile',
  'refused',
  'uncertain',
] as const;

/** What can be done with a plan. */
export const planActions = ['approve', 'reject', 'withdraw', 'apply', 'stop'] as const;

/** How large a plan is at most: its lists, its body in bytes, its reason in characters. */
export const planBounds = { lists: 1000, bodyBytes: 8388608, reason: 500 } as const;
