import type { Change, isUndone, RunResult } from './change-shapes.js';
import type { Of } from './checks.js';
import type { Replaced } from './types.js';

export type * from './change-shapes.js';
export type { ChangeFilter, RunFilter } from './filters.js';

/** What goes over the wire of the history; what comes from the service follows from the tables that check it. */

/** Some of the runs that are asked for. */
export interface RunPage {
  /** The newest first. */
  readonly runs: readonly RunResult[];
  /** Where the next page begins, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** Some of the changes that are asked for. */
export interface ChangePage {
  /** The newest first. There may be few or none of them though there is a next page. */
  readonly changes: readonly Change[];
  /** Where the next page begins, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** What became of an undo. */
export type Undone = Of<typeof isUndone> & {
  /** As of a list that was set. */
  readonly afterUpdate: Replaced['afterUpdate'];
};
