import { type Right, suffices } from '../domain/rights.js';
import { type Change, type ChangeState, countIn, statesToUndo } from './change.js';

/** What can be done with a change. */
export const changeActions = ['propose', 'approve', 'reject', 'withdraw', 'apply', 'stop', 'undo'] as const;
export type ChangeAction = (typeof changeActions)[number];

/** The user who wants an action. */
export interface Actor {
  readonly user: string;
  readonly right: Right;
}

/** Why a user may not do something: the user does not have the right, or the change belongs to the wrong user. */
export type Refusal = 'right' | 'own' | 'other';

interface Transition {
  /** The states in which the action is possible. */
  readonly from: readonly ChangeState[];
  /** The right that the user needs at least. */
  readonly needs: Right;
  /** Whose change it may be: `own`, `other`, or `any`. */
  readonly whose: 'own' | 'other' | 'any';
}

const notBegun = ['reading', 'proposed'] as const satisfies readonly ChangeState[];

/** The actions on a change, with the states and the users that allow them. */
export const transitions: Readonly<Record<ChangeAction, Transition>> = {
  propose: { from: ['draft'], needs: 'propose', whose: 'own' },
  approve: { from: ['proposed'], needs: 'approve', whose: 'other' },
  reject: { from: notBegun, needs: 'approve', whose: 'other' },
  withdraw: { from: ['draft', ...notBegun], needs: 'propose', whose: 'own' },
  apply: { from: ['draft', 'proposed', 'stopped', 'partly-done'], needs: 'change', whose: 'any' },
  stop: { from: ['running'], needs: 'change', whose: 'any' },
  undo: { from: ['stopped', 'done', 'partly-done'], needs: 'propose', whose: 'any' },
};

/** Rows that let a user do more than the right alone: who has carried a change can stop it, and so on. */
const exceptions: Readonly<Partial<Record<ChangeAction, (change: Change, actor: Actor) => boolean>>> = {
  // Its proposer, its approver and its carrier can stop it, whatever their rights are now.
  stop: (change, { user }) => [change.user, change.approval?.user, change.application?.user].includes(user),
  // An approver other than the proposer can let go on exactly what was approved.
  apply: ({ user, approval, application }, actor) =>
    approval !== undefined && application !== undefined && user !== actor.user && suffices(actor.right, 'approve'),
};

/** @returns why a user may not do something with a change, regardless of its state; undefined if it is allowed */
export function refusalOf(action: ChangeAction, change: Change, actor: Actor): Refusal | undefined {
  if (exceptions[action]?.(change, actor) === true) return undefined;
  const { needs, whose } = transitions[action];
  if (!suffices(actor.right, needs)) return 'right';
  const isOwn = change.user === actor.user;
  // What is proposed is begun by its own author. Others approve it.
  const isFirst = action === 'apply' && change.application === undefined;
  if ((whose === 'own' || isFirst) && !isOwn) return 'other';
  return whose === 'other' && isOwn ? 'own' : undefined;
}

/** @returns whether the state of a change allows an action now */
export function isPossible(action: ChangeAction, change: Change, now: Date): boolean {
  const { state, application, expires, counts, settable } = change;
  if (!transitions[action].from.includes(state)) return false;
  if (action === 'stop') return application?.isStopping === false;
  if (action === 'undo') return countIn(counts, statesToUndo) > 0 && change.undone !== 'whole';
  if (action === 'approve' || (action === 'apply' && !application)) {
    return (expires === undefined || expires > now) && (counts.open ?? 0) > 0;
  }
  return action !== 'apply' || settable > 0;
}

/** @returns what a user may do with a change now */
export function actionsOf(change: Change, actor: Actor, now: Date): ChangeAction[] {
  return changeActions.filter(
    (action) => isPossible(action, change, now) && refusalOf(action, change, actor) === undefined,
  );
}

/**
 * @param right the right of the user who carries a change now; undefined if there is no such user any more
 * @returns whether its lists may still be set in the name of this user
 */
export function mayCarry({ user, approval, application }: Change, right: Right | undefined): boolean {
  if (right === undefined || !application) return false;
  if (suffices(right, 'change')) return true;
  return approval !== undefined && application.user !== user && suffices(right, 'approve');
}
