import type { ChangeEntry, Plan, PlanWithLists } from '../../src/client/index.js';
import type { Difference } from '../../src/domain/difference.js';
import { grouped } from '../../src/domain/grouped.js';
import { withMoves } from '../editing/moves.js';

/** A list that a plan sets. */
export type PlanList = PlanWithLists['changes'][number];

type Counts = Plan['lists'];

/** @returns how many lists there are in all states */
export function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The states of lists that have not had their turn. */
const waiting = ['unread', 'open', 'sending'] as const satisfies readonly PlanList['state'][];

/** @returns how many lists are left */
export function leftOf(counts: Counts): number {
  return waiting.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** The lists that an application takes up, now or when it goes on. */
const toSet: readonly PlanList['state'][] = ['open', 'sending', 'refused', 'uncertain'];

/** @returns how many lists an application would set */
export function toSetOf(counts: Counts): number {
  return toSet.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** Whether a plan is over without having been applied. */
export function isDropped({ state }: Pick<Plan, 'state'>): boolean {
  return state === 'rejected' || state === 'withdrawn' || state === 'expired' || state === 'outdated';
}

/** @returns the state of a list of a plan: what a plan that is over has not set, it will not set */
export function listStateIn(plan: Pick<Plan, 'state'>, state: PlanList['state']): PlanList['state'] {
  return isDropped(plan) && state === 'open' ? 'refused' : state;
}

/** Whether somebody has changed a list since it was read for its plan, and the plan is still to set it. */
export function isChangedSince({ state, changedSince }: PlanList): boolean {
  return changedSince !== null && toSet.includes(state);
}

/** Where one thing is done. */
export interface Place {
  readonly list: PlanList;
  readonly index: string;
}

/** One thing that is done to the buttons of several lists. */
export interface SameDeed {
  /** What is done, without indexes where they are not what it is about. */
  readonly difference: Difference<ChangeEntry>;
  readonly places: readonly Place[];
  /** How many devices have the buttons. */
  readonly devices: number;
}

interface Deed extends Place {
  readonly difference: Difference<ChangeEntry>;
}

const nothing: Difference<ChangeEntry> = { added: [], removed: [], changed: [] };

/** @returns what is done to several lists alike, the most frequent first */
export function sameDeeds(lists: readonly PlanList[]): readonly SameDeed[] {
  const groups = [...grouped(lists.flatMap(deedsOf), keyOf).values()];
  return groups
    .filter((deeds) => new Set(deeds.map(({ list }) => list)).size > 1)
    .map((deeds) => ({
      difference: deeds[0].difference,
      places: deeds,
      devices: new Set(deeds.map(({ list }) => `${list.deviceKind} ${list.device}`)).size,
    }))
    .sort((one, other) => other.places.length - one.places.length);
}

/** What changes the same of entries is the same, of whatever kind they are. */
function keyOf({ list, difference }: Deed): string {
  return JSON.stringify([difference.changed.length > 0 ? '' : list.list, difference]);
}

/** Each thing that is done to a list, for itself. An entry that was moved is what its indexes are about. */
function deedsOf(list: PlanList): readonly Deed[] {
  if (list.difference === null) return [];
  const { added, removed, changed, moved } = withMoves(list.difference);
  const deed = (index: string, of: Partial<Difference<ChangeEntry>>): Deed => ({
    ...{ list, index },
    difference: { ...nothing, ...of },
  });
  return [
    ...changed.map(({ before, after }) => deed(after.index, { changed: [changedPart(before, after)] })),
    ...removed.map((entry) => deed(entry.index, { removed: [bare(entry)] })),
    ...added.map((entry) => deed(entry.index, { added: [bare(entry)] })),
    ...moved.flatMap((shift) =>
      shift.map(({ before, after }) => deed(after.index, { removed: [before], added: [after] })),
    ),
  ];
}

/** @returns entries without what is no part of the change, and not what people know a button by */
function changedPart(before: ChangeEntry, after: ChangeEntry) {
  const isKept = before.partition === after.partition && before.pickup === after.pickup;
  const only = (entry: ChangeEntry): ChangeEntry => bare({ ...entry, partition: undefined, pickup: undefined });
  return isKept ? { before: only(before), after: only(after) } : { before: bare(before), after: bare(after) };
}

/** @returns an entry in a fixed order of properties, without its index */
function bare({ dirn, destination, partition, label, pickup }: ChangeEntry): ChangeEntry {
  return {
    ...{ index: '', label },
    ...(dirn !== undefined && { dirn }),
    ...(destination !== undefined && { destination }),
    ...(partition !== undefined && { partition }),
    ...(pickup !== undefined && { pickup }),
  };
}
