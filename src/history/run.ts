import { RequestRefused, type ServiceError } from '../domain/errors.js';
import type { Outcome } from './change.js';

/** Changes that belong together, for example all changes that give buttons a new label. */
export interface Run {
  readonly id: string;
  readonly time: Date;
  readonly user: string;
  readonly title: string;
  /** The plan that the run applies. */
  readonly plan?: string | undefined;
}

/** A run with its results so far, which are derived from its changes. */
export interface RunResult extends Run {
  /** The number of its changes by their outcomes. An outcome that no change has is left out. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** How many of its changes are undone. */
  readonly undone: number;
  /** The runs that have undone them, in their order. */
  readonly undoneBy: readonly string[];
}

/** A page of runs. */
export interface RunPage {
  /** Newest first, by their order and not by their time. */
  readonly runs: readonly RunResult[];
  /** The start of the next page, as `before` of its filter; undefined on the last page. */
  readonly next: string | undefined;
}

/** @returns the error for a write that names a run which its user does not have, or does not have any more */
export function noSuchRun(): ServiceError {
  const problem = { field: 'header.Run', detail: 'is not a run of this user; POST /runs starts one' };
  return new RequestRefused('invalid-request', { detail: `${problem.field} ${problem.detail}.`, fields: [problem] });
}
