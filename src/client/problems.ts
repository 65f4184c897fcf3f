import type { FailureMeaning } from './retries.js';
import { problemTable } from './problem-table.js';

/**
 * Whether a retry makes sense:
 * - `changed`: only with another call
 * - `later`: with the same call after a while
 * - `repaired`: after someone has fixed something
 * - `no`: never
 */
type Again = 'changed' | 'later' | 'repaired' | 'no';

interface ProblemMeaning {
  readonly means: FailureMeaning;
  readonly again: Again;
  /** True if the reason lies in this one device: the next one may work. */
  readonly ofOneDevice?: true;
  /** What the problem shows about the call manager; left out if it shows nothing. */
  readonly callManager?: 'busy' | 'unavailable' | 'credentials-refused';
}

export type ProblemCode = keyof typeof problemTable;

/** Every problem of the service: what it means, and whether a retry makes sense. */
export const problemMeanings: Readonly<Record<ProblemCode, ProblemMeaning>> = problemTable;

export const problemCodes = Object.keys(problemTable) as readonly ProblemCode[];
