import type { ButtonKind, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { type Right, suffices } from '../domain/rights.js';
import type { Uuid } from '../domain/identifiers.js';

/**
 * A plan: lists to set, which someone else approves. A plan is never changed: its digest identifies everything that it
 * does.
 */

/** The limits of plans. */
export const planBounds = {
  /** Lists of one plan. */
  lists: 1_000,
  /** The size of a body that proposes a plan. */
  bodyBytes: 2 * 1024 * 1024,
  /** The values in such a body: each list, button, text and so on is one. */
  bodyValues: 100_000,
  /** The length of its title, in characters. */
  title: 200,
  /** The length of its reason, in characters. */
  reason: 500,
  /** The length of the reason why it is rejected or withdrawn, in characters. */
  rejection: 200,
  /** How many of its lists are sent in an hour, by default and at most; 0 is no limit. */
  perHour: { usual: 5_000, most: 1_000_000 },
  /** Plans that wait or are being worked on. */
  open: 500,
  /** The lists of these plans, before and after, as JSON. */
  openBytes: 256_000_000,
  /** How many of both one user may have, so that others have room. */
  openOfUser: 400,
  openBytesOfUser: 200_000_000,
  /** Plans that are closed: the oldest of the users who have the most are deleted first. */
  closed: { plans: 1_000, bytes: 512_000_000 },
} as const;

/** How many lists are read before the proposer gets an answer. If a plan has more, they are read after the answer. */
export const mostReadAtOnce = 20;

/**
 * For this time, in milliseconds, the same proposal of the same user returns the existing plan. So a user who lost the
 * answer can repeat the proposal.
 */
export const samePlanMs = 3_600_000;

/**
 * - `checking`: its lists are being read
 * - `proposed`: it waits for approval
 * - `approved`: it may be applied
 * - `applying`: its lists are being set, or wait for that
 * - `applied`: every list is as planned
 * - `partly-applied`: it was stopped, or some lists could not be set; if lists are left, it can continue
 * - `rejected`, or `withdrawn` by its own proposer
 * - `expired`: no one has approved or applied it in time
 * - `outdated`: when it was proposed, a list had changed already, or could not be read
 */
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

/** The states of plans that count as open. */
export const openStates = ['checking', 'proposed', 'approved', 'applying'] as const satisfies readonly PlanState[];

/** The states in which the service works on a plan. */
export const statesOfWork = ['checking', 'applying'] as const satisfies readonly PlanState[];
export type StateOfWork = (typeof statesOfWork)[number];

/** The open states in which a plan expires. */
export const expiringStates = ['checking', 'proposed', 'approved'] as const satisfies readonly PlanState[];

/**
 * The state of a list:
 * - `unread`: it was not read yet
 * - `open`: it waits to be set
 * - `sending`: it is being set, or was when an instance ended
 * - `changed`: this plan has set it
 * - `already`: it was as planned
 * - `changed-meanwhile`: someone else has changed it; it stays as it is
 * - `refused`: it surely was not set
 * - `uncertain`: it may have been set
 */
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

/** The states of the lists that an application must set, when it begins and when it continues. */
export const listsToSet = ['open', 'sending', 'refused', 'uncertain'] as const satisfies readonly ListState[];

/** A list to set, as its proposer gives it. */
export interface ProposedList<Kind extends ButtonKind = ButtonKind> {
  readonly device: DeviceKey;
  readonly kind: Kind;
  /** The entity tag of the list that the change is based on. */
  readonly ifMatch: string;
  readonly after: readonly EntryOf[Kind][];
}

/** The list that was there when the plan was proposed. */
export interface ReadList<Kind extends ButtonKind = ButtonKind> {
  /** The key of the device. */
  readonly uuid: Uuid;
  readonly before: readonly EntryOf[Kind][];
}

/** A list of a plan. */
export interface PlanList<Kind extends ButtonKind = ButtonKind> extends ProposedList<Kind> {
  /** The position among the plan's lists, counted from 0. */
  readonly place: number;
  /** Undefined until it was read. */
  readonly read: ReadList<Kind> | undefined;
  readonly state: ListState;
  /** Why its state is not as planned. */
  readonly problem: ListProblem | undefined;
  /** The newest change of this list in the history since it was read, other than by this plan. */
  readonly changedSince: string | undefined;
}

/** Why a list is not as planned: the code of a problem, and a sentence. */
export interface ListProblem {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** Who did something with a plan, and when. */
export interface Deed {
  readonly user: string;
  readonly time: Date;
}

/** A plan without its lists. */
export interface Plan {
  readonly id: string;
  readonly digest: string;
  readonly state: PlanState;
  readonly title: string;
  readonly reason: string;
  /** Who has proposed it. */
  readonly user: string;
  readonly time: Date;
  /** After this time it can be neither approved nor applied. */
  readonly expires: Date;
  /** The number of its lists by their states. */
  readonly lists: Readonly<Partial<Record<ListState, number>>>;
  readonly approval: Deed | undefined;
  /** Who has rejected or withdrawn it, and why. */
  readonly rejection: (Deed & { readonly reason: string }) | undefined;
  readonly application: Application | undefined;
}

/** The application of a plan's lists. */
export interface Application extends Deed {
  /** The run in the history; undefined before it begins. */
  readonly run: string | undefined;
  /** How many lists are sent in an hour at most; 0 is no limit. */
  readonly perHour: number;
  readonly isStopping: boolean;
  /** Undefined while it is running. */
  readonly ended: Date | undefined;
  /** Why it ended before its last list. */
  readonly why: string | undefined;
}

/** What can be done with a plan. */
export const planActions = ['approve', 'reject', 'withdraw', 'apply', 'stop'] as const;
export type PlanAction = (typeof planActions)[number];

interface Transition {
  /** The states in which the action is possible. */
  readonly from: readonly PlanState[];
  /** The right that the user needs. */
  readonly needs: Right;
  /** Whose plan it may be: `own`, `other`, or `any`. */
  readonly whose: 'own' | 'other' | 'any';
}

/** The actions on a plan, with the states and the users that allow them. */
export const transitions: Readonly<Record<PlanAction, Transition>> = {
  approve: { from: ['proposed'], needs: 'write', whose: 'other' },
  reject: { from: expiringStates, needs: 'write', whose: 'other' },
  withdraw: { from: expiringStates, needs: 'propose', whose: 'own' },
  apply: { from: ['approved', 'partly-applied'], needs: 'write', whose: 'any' },
  stop: { from: ['applying'], needs: 'write', whose: 'any' },
};

/** Who approves a plan: anyone who may write except its proposer, or anyone who may write. */
export const approvals = ['other', 'any'] as const;
export type Approval = (typeof approvals)[number];

/** The user who wants an action. */
export interface Actor {
  readonly user: string;
  readonly right: Right;
}

/** Why a user may not do something: the user does not have the right, or the plan belongs to the wrong user. */
export type Refusal = 'right' | 'own' | 'other';

/** @returns why a user may not do something with a plan, regardless of its state; undefined if it is allowed */
export function refusalOf(
  action: PlanAction,
  { user }: Pick<Plan, 'user'>,
  actor: Actor,
  approval: Approval,
): Refusal | undefined {
  const { needs, whose } = transitions[action];
  if (!suffices(actor.right, needs)) return 'right';
  const isOwn = user === actor.user;
  if (whose === 'own') return isOwn ? undefined : 'other';
  const isFree = whose === 'any' || (action === 'approve' && approval === 'any');
  return isOwn && !isFree ? 'own' : undefined;
}

/** @returns whether any list still must be set */
export function hasListsToSet({ lists }: Pick<Plan, 'lists'>): boolean {
  return listsToSet.some((state) => (lists[state] ?? 0) > 0);
}

/** @returns what a user may do with a plan now */
export function actionsOf(plan: Plan, actor: Actor, approval: Approval, now: Date): PlanAction[] {
  const canBe = (action: PlanAction): boolean => {
    if (!transitions[action].from.includes(plan.state)) return false;
    if (action === 'stop') return plan.application?.isStopping === false;
    return action !== 'apply' || (hasListsToSet(plan) && plan.expires > now);
  };
  return planActions.filter((action) => canBe(action) && refusalOf(action, plan, actor, approval) === undefined);
}
