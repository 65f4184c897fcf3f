import { RequestRefused, type ServiceError } from '../domain/errors.js';
import type { Outcome } from './change.js';

/** Changes that belong together, such as those of one relabelling. */
export interface Run {
  readonly id: string;
  readonly time: Date;
  readonly user: string;
  readonly title: string;
}

/** A run, and what became of it so far; all of it is derived from the changes. */
export interface RunResult extends Run {
  /** How many of its changes ended in which way; what there was none of is left out. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** How many of its changes are undone. */
  readonly undone: number;
  /** The runs that hold those undos, in their order. */
  readonly undoneBy: readonly string[];
  /** The plan that it applies. */
  readonly plan: string | undefined;
}

/** Some of the runs that are asked for. */
export interface RunPage {
  /** The newest first, by their order, not by their time. */
  readonly runs: readonly RunResult[];
  /** Where the next page begins, as `before` of its filter; undefined on the last page. */
  readonly next: string | undefined;
}

/** @returns what a write is refused with that names a run which its user does not have, or has no more */
export function noSuchRun(): ServiceError {
  const problem = { field: 'header.Run', detail: 'is not a run of this user; POST /runs starts one' };
  return new RequestRefused('invalid-request', { detail: `${problem.field} ${problem.detail}.`, fields: [problem] });
}
