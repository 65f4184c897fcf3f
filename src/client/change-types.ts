import type { Change, isUndone, RunResult } from './change-shapes.js';
import type { Of } from './checks.js';
import type { Replaced } from './types.js';

export type * from './change-shapes.js';
export type { ChangeFilter, RunFilter } from './filters.js';

/** The data of the history as it is sent. The types of answers follow from the tables that check them. */

/** A page of runs. */
export interface RunPage {
  /** Newest first. */
  readonly runs: readonly RunResult[];
  /** The start of the next page, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** A page of changes. */
export interface ChangePage {
  /** Newest first. A page may have few changes or none, and still have a next page. */
  readonly changes: readonly Change[];
  /** The start of the next page, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** The result of an undo. */
export type Undone = Of<typeof isUndone> & {
  /** As for a replaced list. */
  readonly afterUpdate: Replaced['afterUpdate'];
};
