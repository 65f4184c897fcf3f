import type { List } from '../support/shown-lists.js';
import type { Right } from './users.js';

export type { List };

/** Everything that is known about a run. Times are in milliseconds since the epoch, by this machine's only clock. */
export interface Records {
  readonly start: readonly (Place & { readonly list: List })[];
  /** Lists that were set, in the call manager's order. */
  readonly applied: readonly Applied[];
  /** Lists that were set by someone else than the service, as texts. */
  readonly foreign: ReadonlySet<string>;
  readonly renames: readonly Rename[];
  readonly asked: readonly Asked[];
  readonly deeds: readonly Deed[];
  readonly kept: readonly KeptChange[];
  readonly troubles: readonly { readonly what: string; readonly from: number; readonly until: number }[];
}

/** A list of a device by its key. */
export interface Place {
  readonly uuid: string;
  readonly kind: string;
}

export interface Applied extends Place {
  readonly number: number;
  readonly time: number;
  readonly list: List;
  /** Whether its request was not answered correctly and at once. */
  readonly disturbed: boolean;
}

export interface Rename {
  readonly uuid: string;
  readonly from: string;
  readonly to: string;
}

/** A change that was asked for, or a list that its user set. */
export interface Asked {
  /** Its title, or the id of the request. No two have the same. */
  readonly token: string;
  readonly user: string;
  readonly right: Right;
  readonly from: number;
  /** Undefined if it was refused, or no answer came. */
  readonly id: string | undefined;
  readonly isSingle: boolean;
  /** Whether it may begin by itself, and from when on. */
  readonly begins: number | undefined;
  /** The lists as asked for; undefined for an undo. */
  readonly lists: readonly { readonly kind: string; readonly list: List; readonly isBased: boolean }[] | undefined;
}

/** Something that a user wanted to do with a change, and the answer. */
export interface Deed {
  readonly action: 'proposal' | 'approval' | 'rejection' | 'application' | 'stop' | 'undo';
  readonly id: string;
  readonly user: string;
  readonly right: Right;
  readonly from: number;
  /** 0 if no answer came. */
  readonly status: number;
  readonly code: string | undefined;
  /** From when on it may begin a change. */
  readonly begins: number | undefined;
  /** The change as its user saw it. */
  readonly saw: { readonly user: string | null; readonly digest: string | null; readonly lists: readonly KeptList[] };
  readonly digest: string | undefined;
}

export interface KeptChange {
  readonly id: string;
  readonly title: string;
  readonly user: string;
  readonly time: number;
  readonly state: string;
  readonly undone: string;
  readonly undoes: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly approval: { readonly user: string } | null;
  readonly application: { readonly user: string } | null;
  readonly lists: readonly KeptList[];
}

export interface KeptList {
  readonly position: number;
  readonly device: string;
  readonly uuid: string | null;
  readonly kind: string;
  readonly state: string;
  readonly code: string | undefined;
  readonly before: List | undefined;
  readonly after: List | undefined;
  readonly found: string | undefined;
  readonly undoneBy: string | null;
  readonly sent: { readonly time: number; readonly requestId: string } | undefined;
}
