import type { Change, isUndone, RunResult } from './change-shapes.js';
import type { Of } from './checks.js';
import type { Replaced } from './types.js';

export type * from './change-shapes.js';

/** What goes over the wire of the history; what comes from the service follows from the tables that check it. */

/** Which runs are asked for; all that is given must hold. */
export type RunFilter = Pick<ChangeFilter, 'user' | 'since' | 'until' | 'limit' | 'before'>;

/** Some of the runs that are asked for. */
export interface RunPage {
  /** The newest first. */
  readonly runs: readonly RunResult[];
  /** Where the next page begins, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** Which changes are asked for; all that is given must hold. */
export interface ChangeFilter {
  /** Of a phone, by its name, or of a device profile. */
  readonly of?: string | { readonly profile: string } | undefined;
  readonly user?: string | undefined;
  /** From this time on; as text, RFC 3339. */
  readonly since?: Date | string | undefined;
  /** Before this time; as text, RFC 3339. */
  readonly until?: Date | string | undefined;
  /** With this in the name of the device or of the user, whatever its letter case. */
  readonly search?: string | undefined;
  /** Whose difference has an entry with this number. */
  readonly dirn?: string | undefined;
  /** Of this run; `none`: of no run. */
  readonly run?: string | undefined;
  /** Made by this service, or elsewhere. */
  readonly source?: Change['source'] | undefined;
  /** How many at most, 1 to 500; 50 where it is left out. */
  readonly limit?: number | undefined;
  /** Where the page begins: `next` of the page before. */
  readonly before?: string | undefined;
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
