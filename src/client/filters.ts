import type { ChangeState, FindingKind } from './words.js';

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
  /** Only changes in this state: draft, reading, proposed, running, stopped, done, partly-done, closed. */
  readonly state?: ChangeState | undefined;
  /** Only changes with a list that was set at this time or later (RFC 3339, with its offset); of a list that was never sent, the time of its change counts. */
  readonly since?: Date | string | undefined;
  /** Only changes with a list that was set before this time (RFC 3339, with its offset). */
  readonly until?: Date | string | undefined;
  /** Only changes with this in their title, in their reason, or in the name of the user or of a device, in any letter case, with or without accents. If there is an inventory, also changes of devices with this in their description. */
  readonly search?: string | undefined;
  /** Only changes that add, remove or change a button with this number. */
  readonly dirn?: string | undefined;
  /** Only changes made there: service or elsewhere. */
  readonly source?: 'service' | 'elsewhere' | undefined;
  /** The highest number of results, 1 to 500; 50 by default. */
  readonly limit?: number | undefined;
  /** The start of the page: `next` of the previous page. */
  readonly before?: string | undefined;
}
