import type { Change, ChangeWithDifference, Undone } from './change-types.js';
import { PhoneProxyError } from './errors.js';
import type { CallOptions, UndoChangeOptions } from './exchange.js';
import { failureOf, runLimits, secondsBeforeNext } from './failures.js';
import { problemMeanings } from './problems.js';

/** The calls that undoing takes; the typed client has them. */
export interface UndoCalls {
  readChange(id: string, options?: CallOptions): Promise<ChangeWithDifference>;
  undoChange(id: string, options?: UndoChangeOptions): Promise<Undone>;
}

/** When the next call may go out. */
export interface UndoPace {
  /**
   * Waits until then.
   * @param isUnderWay whether the same undo was sent before
   * @returns whether to go on; false after a stop
   */
  turn(isUnderWay: boolean): Promise<boolean>;
  /** Lets nothing go out for a while, because a call failed. */
  pause(seconds: number, because: PhoneProxyError): void;
}

export interface UndoOptions {
  /** The run that the undos belong to. */
  readonly run: string | undefined;
  /** Without it, whole lists. */
  readonly scope?: UndoChangeOptions['scope'];
  readonly pace: UndoPace;
  /** Gives up what is under way. To let that be finished, and begin nothing more, is the pace's. */
  readonly signal?: AbortSignal | undefined;
  /** Goes on, however many changes cannot be undone. */
  readonly keepGoing?: boolean | undefined;
  /** Hears of each change when it is done. */
  readonly onStep?: ((step: UndoStep) => void) | undefined;
}

/**
 * What became of one change that was to be undone:
 * - `undone`: the list from before is there now
 * - `already`: it was there, or the change is undone in the history: nothing was sent to the device
 * - `not-made`: the change had changed nothing
 * - `changed-meanwhile`: the device no longer has what the change left; it is left alone
 * - `not-undoable`: the history does not know what was there before; nothing was sent
 * - `refused`: not carried out
 * - `uncertain`: it may have been carried out, or may still be
 * - `not-reached`: it ended before its turn, or a later change of the same list could not be undone
 */
export type UndoState =
  'undone' | 'already' | 'not-made' | 'changed-meanwhile' | 'not-undoable' | 'refused' | 'uncertain' | 'not-reached';

export interface UndoStep {
  readonly change: Change;
  readonly state: UndoState;
  /** Why it is not undone, where a call said so. */
  readonly error?: PhoneProxyError | undefined;
  /** As of a list that was set. */
  readonly afterUpdate?: Undone['afterUpdate'];
}

/** Why it ended before every change had its turn. */
export type UndoEnd = 'stopped' | 'login' | 'failures';

export interface RunUndone {
  /** In the order of the changes that were given. */
  readonly steps: readonly UndoStep[];
  readonly ended: UndoEnd | undefined;
}

/** @returns whether a change was made, as far as the history knows: with any other outcome it surely was not */
export function mayBeMade({ outcome }: Pick<Change, 'outcome'>): boolean {
  if (outcome === 'replaced' || outcome === 'confirmed-by-reading' || outcome === 'in-progress' || outcome === 'seen')
    return true;
  return problemMeanings[outcome].means === 'unknown';
}

/**
 * @returns whether the history says that a change is undone: an undo that was itself undone leaves its change as it was
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
 * Undoes changes: two devices at once, those of one device one after the other. Each is undone where its device still
 * has what it left, whatever became of the others. It can be repeated: what is undone already is left at that.
 * @param changes of a run, the newest first
 * @returns a step for each; it does not reject for a change that cannot be undone
 */
export async function undoChanges(
  calls: UndoCalls,
  changes: readonly Change[],
  options: UndoOptions,
): Promise<RunUndone> {
  return new Undoing(calls, options).run(changes);
}

interface Turn {
  readonly change: Change;
  readonly position: number;
}

class Undoing {
  readonly #calls: UndoCalls;
  readonly #options: UndoOptions;
  #failuresInARow = 0;
  #ended: UndoEnd | undefined;

  constructor(calls: UndoCalls, options: UndoOptions) {
    this.#calls = calls;
    this.#options = options;
  }

  async run(changes: readonly Change[]): Promise<RunUndone> {
    const steps: UndoStep[] = [];
    const devices = byDevice(changes).values();
    const worker = async (): Promise<void> => {
      for (const device of devices) {
        const blocked = new Set<Change['kind']>();
        for (const { change, position } of device) {
          const step = blocked.has(change.kind) ? notReached(change) : await this.#step(change);
          // What came before in the same list is not there before this is undone.
          if (blocking.has(step.state)) blocked.add(change.kind);
          steps[position] = step;
          this.#options.onStep?.(step);
        }
      }
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    return { steps, ended: this.#ended };
  }

  async #step(change: Change): Promise<UndoStep> {
    if (this.#ended !== undefined) return notReached(change);
    if (!mayBeMade(change)) return { change, state: 'not-made' };
    if (await this.#isUndone(change)) return { change, state: 'already' };
    if (!change.undoable) return { change, state: 'not-undoable' };
    const step = await this.#undo(change);
    this.#count(step);
    return step;
  }

  /** Where the history cannot say it now, the device does when it is asked for the undo. */
  async #isUndone(change: Change): Promise<boolean> {
    const { signal } = this.#options;
    try {
      return await isUndone(this.#calls, change, { signal });
    } catch (thrown) {
      if (!(thrown instanceof PhoneProxyError) && signal?.aborted !== true) throw thrown;
      return false;
    }
  }

  /** Again after failures that pass. Where an answer was lost, the same call once more says what the device has. */
  async #undo(change: Change): Promise<UndoStep> {
    const { run, scope, pace, signal } = this.#options;
    let isInDoubt = false;
    let error: PhoneProxyError | undefined;
    for (let tries = 1; tries <= runLimits.mostTries; tries += 1) {
      // While this one waits, another device may end the run.
      if (!(await pace.turn(tries > 1)) || this.#hasEnded()) {
        this.#ended ??= 'stopped';
        if (tries === 1) return notReached(change);
        break;
      }
      try {
        const { changed, afterUpdate } = await this.#calls.undoChange(change.id, { run, scope, signal });
        return { change, state: changed || isInDoubt ? 'undone' : 'already', afterUpdate };
      } catch (thrown) {
        if (signal?.aborted === true) return { change, state: 'uncertain' };
        if (!(thrown instanceof PhoneProxyError)) throw thrown;
        error = thrown;
      }
      const failure = failureOf(error);
      if (failure.means === 'changed') return { change, state: 'changed-meanwhile', error };
      if (failure.means === 'login') this.#ended ??= 'login';
      if (failure.means === 'unknown') isInDoubt = true;
      else if (!failure.again) break;
      pace.pause(secondsBeforeNext(failure, tries), error);
    }
    return { change, state: isInDoubt ? 'uncertain' : 'refused', error };
  }

  #hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  #count({ state }: UndoStep): void {
    if (state === 'not-reached') return;
    this.#failuresInARow = state === 'refused' || state === 'uncertain' ? this.#failuresInARow + 1 : 0;
    if (this.#failuresInARow < runLimits.mostFailuresInARow || this.#options.keepGoing === true) return;
    this.#ended ??= 'failures';
  }
}

/** What leaves a list otherwise than the changes before have left it. */
const blocking: ReadonlySet<UndoState> = new Set(['not-undoable', 'refused', 'uncertain']);

function notReached(change: Change): UndoStep {
  return { change, state: 'not-reached' };
}

/** @returns the changes of each device, in the order in which they were given */
function byDevice(changes: readonly Change[]): Turn[][] {
  const devices = new Map<string, Turn[]>();
  for (const [position, change] of changes.entries()) {
    const name = `${change.deviceKind}/${change.device}`;
    const device = devices.get(name) ?? [];
    device.push({ change, position });
    devices.set(name, device);
  }
  return [...devices.values()];
}
