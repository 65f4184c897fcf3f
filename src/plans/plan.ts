import type { ButtonKind, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { type Right, suffices } from '../domain/rights.js';
import type { Uuid } from '../domain/identifiers.js';

/**
 * What a plan is: lists to be set, which somebody else approves. It is never changed, only replaced: its digest names all
 * that it is to do.
 */

/** How large plans are at most. */
export const planBounds = {
  /** Of one plan. */
  lists: 1_000,
  /** Of the body that proposes one. */
  bodyBytes: 8 * 1024 * 1024,
  /** Of its reason, in characters. */
  reason: 500,
  /** Of plans that wait or are under way. */
  open: 500,
  /** Of the lists of those, before and after, as JSON. */
  openBytes: 256_000_000,
  /** Of plans that are over: the oldest go first. */
  closed: { plans: 1_000, bytes: 512_000_000 },
} as const;

/** So many lists are read while their proposer waits; where there are more, they are read behind the answer. */
export const mostReadAtOnce = 20;

/** Within this time, the same plan of the same user is that plan, in milliseconds: its answer may have been lost. */
export const samePlanMs = 3_600_000;

/**
 * - `checking`: its lists are being read
 * - `proposed`: it waits for its approval
 * - `approved`: it may be applied
 * - `applying`: its lists are being set, or wait for that
 * - `applied`: every list is as planned
 * - `partly-applied`: it was stopped, or some lists could not be set; with lists that are left it can go on
 * - `rejected`, and `withdrawn` by its own proposer
 * - `expired`: nobody has approved or applied it in time
 * - `outdated`: when it was proposed, a list was another one than it names, or could not be read
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

/** The open states in which a plan expires. */
export const expiringStates = ['checking', 'proposed', 'approved'] as const satisfies readonly PlanState[];

/**
 * What became of a list:
 * - `unread`: it was not read yet
 * - `open`: it is to be set
 * - `sending`: it is being set, or was when an instance ended
 * - `changed`: it is as planned by this plan
 * - `already`: it was as planned
 * - `changed-meanwhile`: somebody else has changed it; it is left alone
 * - `refused`: it surely was not set
 * - `uncertain`: it may be set
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

/** The states of lists that an application takes up, when it begins and when it goes on. */
export const listsToSet = ['open', 'sending', 'refused', 'uncertain'] as const satisfies readonly ListState[];

/** A list to be set, as its proposer gives it. */
export interface ProposedList<Kind extends ButtonKind = ButtonKind> {
  readonly device: DeviceKey;
  readonly kind: Kind;
  /** The entity tag of the list that it is based on. */
  readonly ifMatch: string;
  readonly after: readonly EntryOf[Kind][];
}

/** The list that was there when the plan was proposed. */
export interface ReadList<Kind extends ButtonKind = ButtonKind> {
  /** The device's. */
  readonly uuid: Uuid;
  readonly before: readonly EntryOf[Kind][];
}

/** A list of a plan. */
export interface PlanList<Kind extends ButtonKind = ButtonKind> extends ProposedList<Kind> {
  /** Among the lists of the plan, counted from 0. */
  readonly place: number;
  /** Undefined as long as it was not read. */
  readonly read: ReadList<Kind> | undefined;
  readonly state: ListState;
  /** Why it is not as planned. */
  readonly problem: ListProblem | undefined;
  /** The newest change of this list in the history that was made since it was read, and not by this plan. */
  readonly changedSince: string | undefined;
}

/** Why a list is not as planned: the code of a problem, and a sentence. */
export interface ListProblem {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** Somebody who did something with a plan, and when. */
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
  /** From then on it can be neither approved nor applied. */
  readonly expires: Date;
  /** How many of its lists are in which state. */
  readonly lists: Readonly<Partial<Record<ListState, number>>>;
  readonly approval: Deed | undefined;
  /** Who has rejected or withdrawn it, and why. */
  readonly rejection: (Deed & { readonly reason: string }) | undefined;
  readonly application: Application | undefined;
}

/** How the lists of a plan are being set, or were. */
export interface Application extends Deed {
  /** The run in the history; undefined before it has begun. */
  readonly run: string | undefined;
  /** How many lists go out in an hour at most; 0 is any number. */
  readonly perHour: number;
  readonly isStopping: boolean;
  /** Undefined while it is under way. */
  readonly ended: Date | undefined;
  /** Why it ended before its last list. */
  readonly why: string | undefined;
}

/** What can be done with a plan. */
export const planActions = ['approve', 'reject', 'withdraw', 'apply', 'stop'] as const;
export type PlanAction = (typeof planActions)[number];

interface Transition {
  /** In which states it can be done. */
  readonly from: readonly PlanState[];
  /** What the user needs who does it. */
  readonly needs: Right;
  /** Whose plan: `own`, `other`, or anybody's. */
  readonly whose: 'own' | 'other' | 'any';
}

/** What can be done with a plan, in which states, and by whom. */
export const transitions: Readonly<Record<PlanAction, Transition>> = {
  approve: { from: ['proposed'], needs: 'write', whose: 'other' },
  reject: { from: expiringStates, needs: 'write', whose: 'other' },
  withdraw: { from: expiringStates, needs: 'propose', whose: 'own' },
  apply: { from: ['approved', 'partly-applied'], needs: 'write', whose: 'any' },
  stop: { from: ['applying'], needs: 'write', whose: 'any' },
};

/** Who approves a plan: not who has proposed it, or anybody who may write. */
export const approvals = ['other', 'any'] as const;
export type Approval = (typeof approvals)[number];

/** Who asks for something to be done. */
export interface Actor {
  readonly user: string;
  readonly right: Right;
}

/** Why somebody may not do something: the right is missing, or it is the plan of the wrong user. */
export type Refusal = 'right' | 'own' | 'other';

/** @returns why somebody may not do something with a plan, in whatever state it is; undefined where they may */
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

/** @returns whether there are lists left to be set */
export function hasListsToSet({ lists }: Pick<Plan, 'lists'>): boolean {
  return listsToSet.some((state) => (lists[state] ?? 0) > 0);
}

/** @returns what somebody may do with a plan now */
export function actionsOf(plan: Plan, actor: Actor, approval: Approval, now: Date): PlanAction[] {
  const canBe = (action: PlanAction): boolean => {
    if (!transitions[action].from.includes(plan.state)) return false;
    if (action === 'stop') return plan.application?.isStopping === false;
    return action !== 'apply' || (hasListsToSet(plan) && plan.expires > now);
  };
  return planActions.filter((action) => canBe(action) && refusalOf(action, plan, actor, approval) === undefined);
}
