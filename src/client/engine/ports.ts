/** What a change of many lists is made with. Nothing here knows how a call is sent, a time waited for, a line written. */

/**
 * What a failed call means for who made it:
 * - `login`: the login is refused, or may not do this; nothing was done, and nothing else will be
 * - `changed`: the list is another one; nothing was done
 * - `not-done`: surely not carried out
 * - `unknown`: it may have been carried out, or may still be
 */
export type FailureMeaning = 'login' | 'changed' | 'not-done' | 'unknown';

/** What the engine decides by. */
export interface Failure {
  readonly means: FailureMeaning;
  /** Whether the same call may do better a little later. */
  readonly again: boolean;
  /** After how many seconds, where the service says so. */
  readonly afterSeconds: number | undefined;
}

/** How a list that was read stands to what it is to become; `basis` is what a call that changes it is based on. */
export type Standing<Basis> =
  | { readonly is: 'as-before'; readonly basis: Basis }
  | { readonly is: 'as-wanted' }
  /** Someone else has changed it. */
  | { readonly is: 'other' };

/** The answer to a change: `isNew` is false if the list was as wanted, so that nothing was sent on. */
export interface Sent<After> {
  readonly isNew: boolean;
  /** What else the answer says. */
  readonly after: After;
}

/**
 * What became of one item:
 * - `changed`: it is as wanted because of this run; `after` is undefined where reading showed it
 * - `already`: it was as wanted
 * - `changed-meanwhile`: someone else has changed it; it is left alone
 * - `refused`: surely not carried out
 * - `uncertain`: a try may have been carried out (`doubt`); `last` is how the last try failed, and `read` what reading
 *   showed after that: the list as before, or how reading failed
 * - `left`: nothing was to be sent; with `blocks`, what comes later in the same list is not reached
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

/** What is done for an item. Each call rejects with what `failureOf` knows. */
export interface Calls<Item, Basis, After, F extends Failure> {
  /** One text for each device: its items come one after the other. */
  deviceOf(item: Item): string;
  /** One text for each list of a device, where what comes later in it needs what came before. */
  listOf?(item: Item): string;
  /** What becomes of an item for which nothing is sent; undefined if it is to be carried out. */
  foresee?(item: Item): Promise<Result<After, F> | undefined>;
  /** Why an earlier run may have carried it out. */
  doubtOf?(item: Item): F | undefined;
  /** What is known without reading; undefined if the list is read before each try. */
  basisOf(item: Item): Basis | undefined;
  /** Reads the list. Without it the call that changes looks itself, so that the same call says what is there. */
  look?(item: Item): Promise<Standing<Basis>>;
  /** Changes the list, only where it is as the basis says. */
  send(item: Item, basis: Basis): Promise<Sent<After>>;
  /** @throws what is no failure of a call */
  failureOf(thrown: unknown): F;
  /** The same for all that is refused for one reason; undefined where another item may well do better. */
  reasonOf?(item: Item, failure: F): string | undefined;
}

/** When the next call may go out. Each wait says whether to go on: false after a stop. */
export interface Pace<F extends Failure> {
  /** Waits for the end of a pause. @param isUnderWay whether something of this device has been sent */
  rest(isUnderWay: boolean): Promise<boolean>;
  /** The same, until the next change may go out. */
  turn(isUnderWay: boolean): Promise<boolean>;
  /** Lets nothing go out for a while, because a call failed. */
  pause(seconds: number, because: F): void;
}

/** What is kept of a run. What it rejects with ends the run: nothing is sent that it does not know of. */
export interface Journal<Item, After, F extends Failure> {
  /** Is waited for before the first change of an item goes out. */
  intend(item: Item): Promise<void>;
  /** Its promises are fulfilled in the order of the calls. */
  settle(item: Item, result: Result<After, F>): Promise<void>;
}

/** Who hears how far the run is. */
export interface Progress<Item, After, F extends Failure> {
  onBegin?(item: Item): void;
  onResult?(item: Item, result: Result<After, F>): void;
}

/** Why a run ended before every item had its turn, and by which result. */
export type RunEnd<R> =
  | { readonly why: 'stopped' }
  | { readonly why: 'login' | 'same-reason'; readonly result: R }
  /** So many in a row that could not be changed. */
  | { readonly why: 'failures'; readonly results: readonly R[] }
  | { readonly why: 'journal'; readonly because: unknown };
