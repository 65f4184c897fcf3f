import { z } from 'zod';
import { type ButtonKind, buttonKinds, type EntryOf } from '../../domain/button-kinds.js';
import { deviceKinds } from '../../domain/device.js';
import type { LeftOutOfPlan } from './left-out.js';
import { deviceKeyOf, differenceOf, type Entry, type ListRef, sameLists } from '../lists.js';

const speedDial = z.strictObject({ index: z.string(), dirn: z.string(), label: z.string() });
const lamp = { index: z.string(), label: z.string(), pickup: z.boolean() };
const entrySchemas: { readonly [Kind in ButtonKind]: z.ZodType<EntryOf[Kind]> } = {
  speeddial: speedDial,
  busylampfield: z.union([
    z.strictObject({ ...lamp, dirn: z.string(), partition: z.string() }),
    z.strictObject({ ...lamp, destination: z.string() }),
  ]),
};

/** A list of a plan, as plans and journals store it. */
export const plannedListSchema = z.union(
  buttonKinds.map((kind) =>
    z.strictObject({
      device: z.string(),
      deviceKind: z.enum(deviceKinds),
      kind: z.literal(kind),
      etag: z.string(),
      before: z.array<z.ZodType<Entry>>(entrySchemas[kind]).readonly(),
      after: z.array<z.ZodType<Entry>>(entrySchemas[kind]).readonly(),
      leave: z.string().optional(),
    }),
  ),
);

/** What a plan does to one list. */
export interface PlannedList extends ListRef {
  /** The entity tag of the list that was read: only that list is replaced. */
  readonly etag: string;
  readonly before: readonly Entry[];
  /** The same as `before` if there is nothing to do. */
  readonly after: readonly Entry[];
  /** Why the plan skips the list: someone else has changed it. */
  readonly leave?: string | undefined;
}

/** A run of the service's history that a plan undoes. */
export interface UndoneRun {
  readonly run: string;
  /** True if a list is reverted only if nothing else in it has changed. */
  readonly wholeLists: boolean;
}

export interface Plan {
  /** What was asked for, in words for people. */
  readonly command: string;
  /** The service that it was made with. */
  readonly url: string;
  /** The login that made it. */
  readonly login: string;
  /** When it was made (RFC 3339). */
  readonly made: string;
  /** True if it reverts a run. Such a plan needs no --allow option. */
  readonly isRollback: boolean;
  /** The absolute path of that run's journal, if it has one. */
  readonly rollsBack?: string | undefined;
  /** The run of the service's history that it undoes, if any. */
  readonly undoes?: UndoneRun | undefined;
  /** Numbers that the call manager does not know, in words. A plan with such numbers needs --allow-unknown-target. */
  readonly unknownTargets?: readonly string[] | undefined;
  /** Names in a file that the plan leaves out; undefined if there are none. */
  readonly leftOut?: LeftOutOfPlan | undefined;
  readonly lists: readonly PlannedList[];
}

/** @returns whether a list is to be written */
export function hasChange({ kind, before, after, leave }: PlannedList): boolean {
  return leave === undefined && !sameLists(kind, before, after);
}

export interface PlanCounts {
  readonly devices: number;
  readonly lists: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Lists that are already as planned. */
  readonly alreadyOk: number;
}

/** @returns how much a plan changes; devices and lists are those that it changes */
export function countsOf({ lists }: Pick<Plan, 'lists'>): PlanCounts {
  const changing = lists.filter(hasChange);
  const differences = changing.map(({ kind, before, after }) => differenceOf(kind, before, after));
  const sum = (part: 'added' | 'removed' | 'changed') =>
    differences.reduce((total, difference) => total + difference[part].length, 0);
  return {
    devices: new Set(changing.map(deviceKeyOf)).size,
    lists: changing.length,
    added: sum('added'),
    removed: sum('removed'),
    changed: sum('changed'),
    alreadyOk: lists.filter((list) => list.leave === undefined && !hasChange(list)).length,
  };
}
