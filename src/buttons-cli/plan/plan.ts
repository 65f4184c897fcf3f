import { z } from 'zod';
import { buttonKinds } from '../../domain/buttons.js';
import { deviceKinds } from '../../domain/device.js';
import { deviceId, differenceOf, type Entry, type ListKey, sameLists } from '../lists.js';

const speedDial = z.strictObject({ index: z.string(), dirn: z.string(), label: z.string() });
const numberLamp = z.strictObject({ ...speedDial.shape, partition: z.string(), pickup: z.boolean() });
const destinationLamp = z.strictObject({
  index: z.string(),
  destination: z.string(),
  label: z.string(),
  pickup: z.boolean(),
});
const entry = z.union([speedDial, numberLamp, destinationLamp]);

/** A list of a plan, as plans and journals keep it. */
export const plannedListSchema = z.strictObject({
  device: z.string(),
  deviceKind: z.enum(deviceKinds),
  kind: z.enum(buttonKinds),
  etag: z.string(),
  before: z.array(entry),
  after: z.array(entry),
  leave: z.string().optional(),
});

/** What a plan does to one list. */
export interface PlannedList extends ListKey {
  /** The entity tag of the list that was read: only that list is replaced. */
  readonly etag: string;
  readonly before: readonly Entry[];
  /** The same as before where there is nothing to do. */
  readonly after: readonly Entry[];
  /** Why the list is left alone, where somebody else has changed it. */
  readonly leave?: string | undefined;
}

export interface Plan {
  /** What was asked for, in words for people. */
  readonly command: string;
  /** The service that it was made with. */
  readonly url: string;
  /** When it was made (RFC 3339). */
  readonly made: string;
  readonly lists: readonly PlannedList[];
}

/** @returns whether a list is to be written */
export function hasChange({ before, after, leave }: PlannedList): boolean {
  return leave === undefined && !sameLists(before, after);
}

export interface PlanCounts {
  readonly devices: number;
  readonly lists: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Lists that are as they should be. */
  readonly alreadyOk: number;
}

/** @returns how much a plan changes; devices and lists are those that it changes */
export function countsOf({ lists }: Plan): PlanCounts {
  const changing = lists.filter(hasChange);
  const differences = changing.map(({ before, after }) => differenceOf(before, after));
  const sum = (part: 'added' | 'removed' | 'changed') =>
    differences.reduce((total, difference) => total + difference[part].length, 0);
  return {
    devices: new Set(changing.map(deviceId)).size,
    lists: changing.length,
    added: sum('added'),
    removed: sum('removed'),
    changed: sum('changed'),
    alreadyOk: lists.filter((list) => list.leave === undefined && !hasChange(list)).length,
  };
}
