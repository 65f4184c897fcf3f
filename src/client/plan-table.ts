/** Written by `npm run docs`, from src/plans/plan.ts. */

/** The states of a plan. */
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
export type PlanState = (typeof planStates)[number];

/** The states of a list of a plan. */
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
export type ListState = (typeof listStates)[number];

/** The states of the lists that an application sets, when it begins and when it continues. */
export const listsToSet = ['open', 'sending', 'refused', 'uncertain'] as const;

/** The actions on a plan. */
export const planActions = ['approve', 'reject', 'withdraw', 'apply', 'stop'] as const;
export type PlanAction = (typeof planActions)[number];

/** The limits of a plan: the number of its lists, its body in bytes and values, its texts in characters, its lists in an hour. */
export const planBounds = {
  lists: 1000,
  bodyBytes: 2097152,
  bodyValues: 100000,
  title: 200,
  reason: 500,
  rejection: 200,
  perHour: { usual: 5000, most: 1000000 },
} as const;
