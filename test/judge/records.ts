import type { List } from '../support/shown-lists.js';
import type { Trouble } from '../support/troubles.js';

export type { List, Trouble };

/**
 * What is known about a run, from everyone involved: the callers, the call manager, the history, the audit file, and
 * the code that made the trouble. Times are in milliseconds since the epoch, by this machine's only clock.
 */
export interface Records {
  /** How long the service waits for one answer of the call manager. */
  readonly attemptMs: number;
  /** How long a request may take in total. */
  readonly deadlineMs: number;
  /** How long after its loss the call manager may carry out a request. */
  readonly lateMs: number;
  /** The lists of each device before the first request. */
  readonly start: readonly Held[];
  readonly asked: readonly Asked[];
  readonly reads: readonly Read[];
  /** In the call manager's order. */
  readonly applied: readonly Applied[];
  readonly kept: readonly Kept[];
  readonly audit: readonly AuditLine[];
  readonly troubles: readonly Trouble[];
}

/** Which list. Two spellings of one device are the same text here. */
export interface Place {
  readonly device: string;
  readonly kind: string;
}

export interface Held extends Place {
  readonly list: List;
}

/** How a caller wants to change a list. An undo has the lists of the change as its caller saw them. */
export type Edit =
  | { readonly do: 'set'; readonly list: List }
  | { readonly do: 'put'; readonly index: string; readonly button: string }
  | { readonly do: 'remove'; readonly index: string }
  | {
      readonly do: 'undo';
      readonly scope: 'list' | 'entries';
      readonly change: string;
      readonly before: List;
      readonly after: List;
    };

/** A write that a caller requested, and the answer. */
export interface Asked extends Place {
  /** The id of the request. */
  readonly id: string;
  readonly user: string;
  /** The instance that got the request. */
  readonly instance: number;
  readonly edit: Edit;
  /** The contents of If-Match: lists, or any. */
  readonly onlyIf?: readonly List[] | 'any';
  readonly from: number;
  readonly until: number;
  /** 0 if no answer came. */
  readonly status: number;
  /** The code of the problem. */
  readonly code?: string;
  /** The ETag. */
  readonly tag?: string;
  /** For an undo: the change that it made, if any. */
  readonly change?: string | null;
  /** The present list, if the answer has it: for an undo that was refused, or another list that was set. */
  readonly present?: List;
}

/** An answer with lists of one device, all read at the same moment. */
export interface Read {
  readonly id: string;
  readonly device: string;
  readonly from: number;
  readonly until: number;
  readonly lists: readonly { readonly kind: string; readonly list: List; readonly tag: string }[];
}

/** A list that the call manager has set. */
export interface Applied extends Held {
  readonly number: number;
  readonly time: number;
  /** Whether its request was not answered correctly and at once. */
  readonly disturbed: boolean;
  /** Whether the call manager may have set another list than the one that was sent, on purpose. */
  readonly altered?: boolean;
  /** The list that was sent, if the call manager may have set another one. */
  readonly sent?: List;
}

/** A change, as the history shows it in the end. */
export interface Kept extends Place {
  readonly id: string;
  readonly time: number;
  readonly user: string;
  readonly request: string;
  readonly before: List;
  readonly after: List;
  /** The state of its list, and the code of the problem if there is one. */
  readonly state: string;
  readonly code?: string;
  /** What the change says about itself. */
  readonly shown: { readonly state: string; readonly undone: string };
  readonly found?: { readonly list: string; readonly time: number };
  readonly undoes: string | null;
  readonly undoneBy: string | null;
}

export interface AuditLine extends Place {
  /** When it was made. The outcome of the write was known then, and its turn was not over yet. */
  readonly time: number;
  readonly request: string;
  readonly user: string;
  readonly before?: List;
  readonly after?: List;
  readonly outcome: string;
}
