import type { FailureMeaning } from './engine/ports.js';
import { problemTable } from './problem-table.js';

/**
 * Whether the same call makes sense once more: `changed` only as another call, `later` as it is after a while,
 * `repaired` after someone fixes something, `no` never.
 */
type Again = 'changed' | 'later' | 'repaired' | 'no';

interface ProblemMeaning {
  readonly means: FailureMeaning;
  readonly again: Again;
  /** True if it is refused for a reason of that one device: the next one may be fine. */
  readonly ofOneDevice?: true;
  /** What it says of the call manager; without it, nothing. */
  readonly callManager?: 'busy' | 'unavailable' | 'credentials-refused';
}

export type ProblemCode = keyof typeof problemTable;

/** Every way in which the service says no: what it means, and whether the same call makes sense once more. */
export const problemMeanings: Readonly<Record<ProblemCode, ProblemMeaning>> = problemTable;

export const problemCodes = Object.keys(problemTable) as readonly ProblemCode[];
