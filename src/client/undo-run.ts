import type { Undone } from './answers.js';
import type { Change, ChangeWithDifference } from './change-shapes.js';
import { PhoneProxyError } from './errors.js';
import { changeMany } from './engine/change-many.js';
import type { Calls, Result, RunEnd } from './engine/ports.js';
import type { CallOptions, UndoChangeOptions } from './exchange.js';
import { type Failure, failureOf } from './failures.js';
import { problemMeanings } from './problems.js';

/** The calls that an undo needs; the typed client has them. */
export interface UndoCalls {
  readChange(id: string, options?: CallOptions): Promise<ChangeWithDifference>;
  undoChange(id: string, options?: UndoChangeOptions): Promise<Undone>;
}

/** When the next call may be sent. */
export interface UndoPace {
  /**
   * Waits until the next call may be sent.
   * @param isUnderWay whether something was sent for the same device before
   * @returns whether to continue; false after a stop
   */
  turn(isUnderWay: boolean): Promise<boolean>;
  /** Sends nothing for a while, because a call failed. */
  pause(seconds: number, because: PhoneProxyError): void;
}

export interface UndoOptions {
  /** The run that the undos belong to. */
  readonly run: string | undefined;
  /** Without it, whole lists. */
  readonly scope?: UndoChangeOptions['scope'];
  readonly pace: UndoPace;
  /** Cancels running calls. To finish them and begin nothing more, stop the pace instead. */
  readonly signal?: AbortSignal | undefined;
  /** Continues, regardless of how many changes cannot be undone. */
  readonly keepGoing?: boolean | undefined;
  /** Called with each change when it is done. */
  readonly onStep?: ((step: UndoStep) => void) | undefined;
}

/**
 * The result for one change to undo:
 * - `undone`: the list from before is there now
 * - `already`: the list from before was there already, or the history says that the change is undone. Nothing was sent
 *   to the device
 * - `not-made`: the change had changed nothing
 * - `changed-meanwhile`: the device does not have the list that the change left; its list stays as it is
 * - `not-undoable`: the history does not know the list before; nothing was sent
 * - `refused`: not carried out
 * - `uncertain`: it may have been carried out, or still may be
 * - `not-reached`: it ended before its turn, or a later change of the same list could not be undone
 */
export type UndoState =
  | 'undone'
  | 'already'
  | 'not-made'
  | 'changed-meanwhile'
  | 'not-undoable'
  | 'refused'
  | 'uncertain'
  | 'not-reached';

export interface UndoStep {
  readonly change: Change;
  readonly state: UndoState;
  /** Why it is not undone, if a call said so. */
  readonly error?: PhoneProxyError | undefined;
  /** As for a replaced list. */
  readonly afterUpdate?: Undone['afterUpdate'];
}

/** Why it ended before every change had its turn. */
export type UndoEnd = 'stopped' | 'login' | 'failures';

export interface RunUndone {
  /** In the order of the given changes. */
  readonly steps: readonly UndoStep[];
  readonly ended: UndoEnd | undefined;
}

/**
 * @returns whether a change may have been made, as far as the history knows. Changes with other outcomes were not made
 */
export function mayBeMade({ outcome }: Pick<Change, 'outcome'>): boolean {
  if (outcome === 'replaced' || outcome === 'confirmed-by-reading' || outcome === 'in-progress' || outcome === 'seen')
    return true;
  const { means } = problemMeanings[outcome];
  return means === 'unknown' || means === 'otherwise';
}

/**
 * @returns whether the history says that a change is undone. If the undo was itself undone, it does not count
 * @throws PhoneProxyError
 */
export async function isUndone(
  calls: Pick<UndoCalls, 'readChange'>,
  { undoneBy }: Pick<Change, 'undoneBy'>,
  call: CallOptions = {},
): Promise<boolean> {
  let undone = false;
  for (let by = undoneBy; by !== null; undone = !undone) by = (await calls.readChange(by, call)).undoneBy;
  return undone;
}

/**
 * Undoes changes: three devices at the same time, the changes of one device one after another. A change is undone if its
 * device still has the list that the change left. You can call it again: changes that are undone already stay as they
 * are.
 * @param changes the changes of a run, newest first
 * @returns a step for each; it does not reject for a change that cannot be undone
 */
export async function undoChanges(
  calls: UndoCalls,
  changes: readonly Change[],
  options: UndoOptions,
): Promise<RunUndone> {
  const { pace, onStep, keepGoing } = options;
  const stepOf = (change: Change, result: UndoResult): UndoStep => ({ change, ...stepAfter(change, result) });
  const { results, ended } = await changeMany(changes, {
    ...{ calls: undoing(calls, options), keepGoing },
    pace: {
      // There is nothing to wait for here, because the wait for a turn includes the wait for the end of a pause.
      rest: () => Promise.resolve(true),
      turn: (isUnderWay) => pace.turn(isUnderWay),
      pause: (seconds, { error }) => {
        if (error) pace.pause(seconds, error);
      },
    },
    progress: { onResult: (change, result) => onStep?.(stepOf(change, result)) },
  });
  const steps = changes.map((change, at) => stepOf(change, results[at] ?? { state: 'not-reached' }));
  return { steps, ended: ended && endOf[ended.why] };
}

interface UndoFailure extends Omit<Failure, 'code'> {
  /** Undefined if the call was canceled. */
  readonly error: PhoneProxyError | undefined;
}

type UndoResult = Result<Undone['afterUpdate'], UndoFailure>;

const givenUp: UndoFailure = { means: 'unknown', again: false, afterSeconds: undefined, error: undefined };

const endOf: Readonly<Record<RunEnd<unknown>['why'], UndoEnd>> = {
  ...{ stopped: 'stopped', login: 'login', failures: 'failures', 'same-reason': 'failures' },
  // There is no journal here.
  journal: 'stopped',
};

/** The service itself checks the list before it undoes a change, so there is no read. */
function undoing(
  calls: UndoCalls,
  { run, scope, signal }: UndoOptions,
): Calls<Change, 'undo', Undone['afterUpdate'], UndoFailure> {
  const failed = (thrown: unknown): UndoFailure => {
    if (signal?.aborted === true) return givenUp;
    if (!(thrown instanceof PhoneProxyError)) throw thrown;
    return { ...failureOf(thrown), error: thrown };
  };
  return {
    deviceOf: ({ deviceKind, device }) => `${deviceKind}/${device}`,
    listOf: ({ kind }) => kind,
    foresee: async (change) => {
      if (!mayBeMade(change)) return { state: 'left', blocks: false };
      try {
        if (await isUndone(calls, change, { signal })) return { state: 'left', blocks: false };
      } catch (thrown) {
        // If the history cannot answer now, the undo itself shows whether the change is undone.
        failed(thrown);
      }
      return change.undoable ? undefined : { state: 'left', blocks: true };
    },
    basisOf: () => 'undo',
    send: async (change) => {
      const { changed, afterUpdate } = await calls.undoChange(change.id, { run, scope, signal });
      return { isNew: changed, after: afterUpdate };
    },
    failureOf: failed,
  };
}

function stepAfter(change: Change, result: UndoResult): Omit<UndoStep, 'change'> {
  switch (result.state) {
    case 'changed':
      return { state: 'undone', afterUpdate: result.after };
    case 'left':
      if (result.blocks) return { state: 'not-undoable' };
      return { state: mayBeMade(change) ? 'already' : 'not-made' };
    case 'changed-meanwhile':
    case 'refused':
      return { state: result.state, error: result.failure?.error };
    case 'uncertain':
      return { state: 'uncertain', error: (result.last ?? result.doubt).error };
    case 'already':
    case 'not-reached':
      return { state: result.state };
  }
}
