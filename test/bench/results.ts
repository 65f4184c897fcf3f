import type { LoopDelays } from './loop-delay.js';
import type { Measured } from './measure.js';
import type { Memory } from './memory.js';
import type { Machine } from './operating-system.js';
import type { Trips } from './round-trips.js';
import type { StartUp } from './start-up.js';

/** All results of one run. Parts that were not measured are absent. */
export interface Results {
  /** When it began, in UTC. */
  readonly date: string;
  readonly seconds: number;
  readonly machine: Machine;
  /** By the name of the group. */
  readonly groups: Readonly<Record<string, readonly Measured[]>>;
  readonly trips?: readonly Trips[];
  readonly startUp?: StartUp;
  readonly memories?: readonly Memory[];
  readonly loops?: readonly LoopDelays[];
}

/** @returns the result for a subject and a work; undefined if it was not measured */
export function measuredAt(
  { groups }: Results,
  group: string,
  subject: string,
  at: (cell: Measured['cell']) => boolean = () => true,
): Measured | undefined {
  return groups[group]?.find(({ cell }) => cell.subject === subject && at(cell));
}
