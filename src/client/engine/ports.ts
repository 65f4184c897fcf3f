/**
 * The ports of the engine that changes many lists. The engine itself does not know how calls are sent, how time passes
 * or how the journal is written.
 */

/**
 * What a failed call means for its caller:
 * - `login`: the login is refused, or has no permission; nothing was done, and no other call will work
 * - `changed`: the list is another one; nothing was done
 * - `not-done`: surely not carried out
 * - `unknown`: it may have been carried out, or still may be
 * - `otherwise`: it was carried out, but something else was set
 */
export type FailureMeaning = 'login' | 'changed' | 'not-done' | 'unknown' | 'otherwise';

/** The facts of a failure that the engine uses. */
export interface Failure {
  readonly means: FailureMeaning;
  /** Whether the same call may succeed a little later. */
  readonly again: boolean;
  /** After how many seconds, if the service says so. */
  readonly afterSeconds: number | undefined;
}

/**
 * The result of comparing a list that was read with the wanted list. A call that changes the list is based on `basis`.
 */
export type Standing<Basis> =
  | { readonly is: 'as-before'; readonly basis: Basis }
  | { readonly is: 'as-wanted' }
  /** Someone else has changed it. */
  | { readonly is: 'other' };

/** The answer to a change. `isNew` is false if the list was there already, so that the service sent nothing. */
export interface Sent<After> {
  readonly isNew: boolean;
  /** What else the answer contains. */
  readonly after: After;
}

/**
 * The result of one item:
 * - `changed`: this run has set it; `after` is undefined if a read showed that
 * - `already`: it was as wanted
 * - `changed-meanwhile`: someone else has changed it; it stays as it is
 * - `refused`: surely not carried out
 * - `uncertain`: a try may have been carried out (`doubt`). `last` is the failure of the last try. `read` is what a
 *   read showed after that: the list as before, or why the read failed
 * - `left`: nothing had to be sent; with `blocks`, later items of the same list are not reached
 * - `not-reached`: the run ended before its turn, or an earlier item of the same list was not carried out
 */
export type Result<After, F extends Failure> =
  | { readonly state: 'changed'; readonly after: After | undefined }
  | { readonly state: 'already' | 'not-reached' }
  | { readonly state: 'changed-meanwhile'; readonly failure: F | undefined }
  | { readonly state: 'refused'; readonly failure: F }
  | {
      readonly state: 'uncertain';
      readonly doubt: F;
      readonly last: F | undefined;
      readonly read: 'as-before' | F | undefined;
    }
  | { readonly state: 'left'; readonly blocks: boolean };

/** The calls for an item. Each call rejects with an error that `failureOf` knows. */
export interface Calls<Item, Basis, After, F extends Failure> {
  /** @returns a text that identifies the device. The items of one device are sent one after another */
  deviceOf(item: Item): string;
  /** @returns a text that identifies the list on its device. Needed if later items of a list depend on earlier ones */
  listOf?(item: Item): string;
  /** @returns the result of an item for which nothing has to be sent; undefined if the item must be carried out */
  foresee?(item: Item): Promise<Result<After, F> | undefined>;
  /** @returns why an earlier run may have carried out the item; undefined if none has */
  doubtOf?(item: Item): F | undefined;
  /** @returns the basis, if it is known without a read; undefined if the list must be read before each try */
  basisOf(item: Item): Basis | undefined;
  /** Reads the list. If this is left out, the call that changes the list checks the list itself. */
  look?(item: Item): Promise<Standing<Basis>>;
  /** Changes the list if it still matches the basis. */
  send(item: Item, basis: Basis): Promise<Sent<After>>;
  /** @throws any error that is not a failed call */
  failureOf(thrown: unknown): F;
  /** @returns the same text for all items that fail for one reason; undefined if another item may succeed */
  reasonOf?(item: Item, failure: F): string | undefined;
}

/** Decides when the next call may be sent. Each wait returns whether to continue: false after a stop. */
export interface Pace<F extends Failure> {
  /** Waits for the end of a pause. @param isUnderWay whether something was sent for this device */
  rest(isUnderWay: boolean): Promise<boolean>;
  /** Waits until the next change may be sent. */
  turn(isUnderWay: boolean): Promise<boolean>;
  /** Sends nothing for a while, because a call failed. */
  pause(seconds: number, because: F): void;
}

/** The journal of a run. If it rejects, the run ends: nothing is sent that the journal does not contain. */
export interface Journal<Item, After, F extends Failure> {
  /** Awaited before the first change of an item is sent. */
  intend(item: Item): Promise<void>;
  /** Its promises resolve in the order of the calls. */
  settle(item: Item, result: Result<After, F>): Promise<void>;
}

/** Receives the progress of the run. */
export interface Progress<Item, After, F extends Failure> {
  onBegin?(item: Item): void;
  onResult?(item: Item, result: Result<After, F>): void;
}

/** Why a run ended before every item had its turn, and which result caused that. */
export type RunEnd<R> =
  | { readonly why: 'stopped' }
  | { readonly why: 'login' | 'same-reason'; readonly result: R }
  /** Too many failures in a row. */
  | { readonly why: 'failures'; readonly results: readonly R[] }
  | { readonly why: 'journal'; readonly because: unknown };
