import type { PlanState } from './plan-table.js';
import type { FindingKind } from './words.js';

/** Written by `npm run docs`, from the tables of filters in the stores. */

/** The filter of the findings: all given conditions must be met. */
export interface FindingFilter {
  /** Only findings of this kind: nobody-there, old-name, twice, ambiguous, unlike-others. */
  readonly kind?: FindingKind | undefined;
  /** Only findings of buttons that dial or watch this number, also with pauses and codes behind it. */
  readonly dirn?: string | undefined;
  /** Only findings of this phone or device profile. */
  readonly of?: string | { readonly profile: string } | undefined;
  /** `true`: dismissed findings. `false`, or left out: the others. */
  readonly dismissed?: boolean | undefined;
  /** The highest number of results, 1 to 500; 50 by default. */
  readonly limit?: number | undefined;
  /** The start of the page: `next` of the previous page. */
  readonly after?: string | undefined;
}

/** The filter of the changes: all given conditions must be met. */
export interface ChangeFilter {
  /** Only changes of this phone or device profile. */
  readonly of?: string | { readonly profile: string } | undefined;
  /** Only changes of this user. */
  readonly user?: string | undefined;
  /** Only changes from this time on (RFC 3339, with its offset). */
  readonly since?: Date | string | undefined;
  /** Only changes before this time (RFC 3339, with its offset). */
  readonly until?: Date | string | undefined;
  /** Only changes with this in the name of the device or of the user, in any letter case. If there is an inventory, also changes of devices with this in their description, with or without accents. */
  readonly search?: string | undefined;
  /** Only changes that added, removed or changed a button with this number. */
  readonly dirn?: string | undefined;
  /** Only changes of this run; `none`: only those of no run. */
  readonly run?: string | undefined;
  /** Only changes made there: service or elsewhere. */
  readonly source?: 'service' | 'elsewhere' | undefined;
  /** The highest number of results, 1 to 500; 50 by default. */
  readonly limit?: number | undefined;
  /** The start of the page: `next` of the previous page. */
  readonly before?: string | undefined;
}

/** The filter of the runs: all given conditions must be met. */
export interface RunFilter {
  /** Only runs of this user. */
  readonly user?: string | undefined;
  /** Only runs that began at this time or later (RFC 3339, with its offset). */
  readonly since?: Date | string | undefined;
  /** Only runs that began before this time (RFC 3339, with its offset). */
  readonly until?: Date | string | undefined;
  /** The highest number of results, 1 to 500; 50 by default. */
  readonly limit?: number | undefined;
  /** The start of the page: `next` of the previous page. */
  readonly before?: string | undefined;
}

/** The filter of the plans: all given conditions must be met. */
export interface PlanFilter {
  /** Only plans in this state: checking, proposed, approved, applying, applied, partly-applied, rejected, withdrawn, expired, outdated. */
  readonly state?: PlanState | undefined;
  /** Only plans that this user proposed. */
  readonly user?: string | undefined;
  /** The highest number of results, 1 to 500; 50 by default. */
  readonly limit?: number | undefined;
  /** The start of the page: `next` of the previous page. */
  readonly before?: string | undefined;
}
