import type { ChangeEntry, ProblemCode, Replaced } from './types.js';

/** What goes over the wire of the history, as the service's OpenAPI document describes it. */

/** A list that was set, or was to be. */
export interface Change {
  /** Later changes have higher numbers. */
  readonly id: string;
  /** When it began, RFC 3339. */
  readonly time: string;
  readonly user: string;
  /** By which the service's log and audit know it. */
  readonly requestId: string;
  /** The device's name. */
  readonly device: string;
  readonly deviceKind: 'phone' | 'profile';
  readonly kind: 'speeddial' | 'busylampfield';
  /** The list that was read before it. */
  readonly before: readonly ChangeEntry[] | null;
  /** The list that was to be set. */
  readonly after: readonly ChangeEntry[];
  /**
   * `replaced`: the call manager said that it set the list. `confirmed-by-reading`: it did not say so, but the device
   * held the list then. Otherwise the code of the problem that the caller got.
   */
  readonly outcome: 'in-progress' | 'replaced' | 'confirmed-by-reading' | ProblemCode;
}

/** A change, and what it does to the list: entries with the same index are the same entry. */
export interface ChangeWithDifference extends Change {
  readonly difference: {
    readonly added: readonly ChangeEntry[];
    readonly removed: readonly ChangeEntry[];
    readonly changed: readonly { readonly before: ChangeEntry; readonly after: ChangeEntry }[];
  };
}

/** Which changes are asked for; all that is given must hold. */
export interface ChangeFilter {
  /** Of a phone, by its name, or of a device profile. */
  readonly of?: string | { readonly profile: string } | undefined;
  readonly user?: string | undefined;
  /** From this time on; as text, RFC 3339. */
  readonly since?: Date | string | undefined;
  /** Whose difference has an entry with this number. */
  readonly dirn?: string | undefined;
  /** How many at most, 1 to 500; 50 where it is left out. */
  readonly limit?: number | undefined;
  /** Where the page begins: `next` of the page before. */
  readonly before?: string | undefined;
}

/** Some of the changes that are asked for. */
export interface ChangePage {
  /** The newest first. */
  readonly changes: readonly Change[];
  /** Where the next page begins, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** What became of an undo. */
export interface Undone {
  /** The change that the undo made; null where the list from before was there already. */
  readonly id: string | null;
  readonly changed: boolean;
  /** As of a list that was set. */
  readonly afterUpdate: Replaced['afterUpdate'];
}
