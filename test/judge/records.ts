/**
 * What is known of a run, in the words of those who were there: the callers, the call manager, the history, the audit
 * file, and whoever made the trouble. Times are in milliseconds since the epoch, by this machine's one clock.
 */
export interface Records {
  /** How long the service waits for one answer of the call manager. */
  readonly attemptMs: number;
  /** How long a request may take in all. */
  readonly deadlineMs: number;
  /** How much later than its loss the call manager may carry out a request. */
  readonly lateMs: number;
  /** What each device held before the first question. */
  readonly start: readonly Held[];
  readonly asked: readonly Asked[];
  readonly reads: readonly Read[];
  /** In the order of the call manager. */
  readonly applied: readonly Applied[];
  readonly kept: readonly Kept[];
  readonly audit: readonly AuditLine[];
  readonly runs: readonly RunShown[];
  readonly troubles: readonly Trouble[];
}

/** A list of buttons: at each index all that is shown of the button, as one text. Equal lists are equal as JSON. */
export type List = Readonly<Record<string, string>>;

/** Which list. Two spellings of one device are one text here. */
export interface Place {
  readonly device: string;
  readonly kind: string;
}

export interface Held extends Place {
  readonly list: List;
}

/** What a caller wants of a list. An undo comes with the lists of the change as its caller was shown them. */
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

/** A write that a caller asked for, and what he was told. */
export interface Asked extends Place {
  /** Of the request. */
  readonly id: string;
  readonly user: string;
  /** Which instance was asked. */
  readonly instance: number;
  readonly edit: Edit;
  /** What If-Match named: lists, or any. */
  readonly onlyIf?: readonly List[] | 'any';
  readonly run?: string;
  readonly from: number;
  readonly until: number;
  /** 0 where no answer came. */
  readonly status: number;
  /** Of the problem. */
  readonly code?: string;
  /** The ETag. */
  readonly tag?: string;
  /** Of an undo: the change that it made, if any. */
  readonly change?: string | null;
  /** Of an undo that was refused: the list that was there. */
  readonly present?: List;
}

/** A question that was answered with lists of one device, all of one moment. */
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
  /** Whether its request was answered otherwise than rightly and at once. */
  readonly disturbed: boolean;
}

/** A change as the history shows it in the end. */
export interface Kept extends Place {
  readonly id: string;
  readonly time: number;
  readonly user: string;
  readonly request: string;
  readonly before: List;
  readonly after: List;
  readonly outcome: string;
  readonly found?: { readonly list: string; readonly time: number };
  readonly run: string | null;
  readonly undoes: string | null;
  readonly undoneBy: string | null;
}

export interface AuditLine extends Place {
  /** When it was made: how the write ended was known then, and its turn was not over yet. */
  readonly time: number;
  readonly request: string;
  readonly user: string;
  readonly before?: List;
  readonly after?: List;
  readonly outcome: string;
}

/** A run as the history shows it in the end. */
export interface RunShown {
  readonly id: string;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly undone: number;
}

/** What befell an instance, or the store that all share. */
export interface Trouble {
  readonly what: 'kill' | 'pause' | 'store';
  readonly instance?: number;
  readonly from: number;
  readonly until: number;
}
