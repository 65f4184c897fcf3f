import {
  type Check,
  either,
  has,
  isCount,
  isFlag,
  isObject,
  isText,
  listOf,
  type Of,
  oneOf,
  orLeftOut,
  orNull,
  type Shaped,
} from './checks.js';
import { buttonKinds, deviceKinds, isChangeEntry, isProblemCode } from './shapes.js';

/** What comes over the wire of the history: a table of checks for each, from which its type follows. */

const isOutcome = either(oneOf(['in-progress', 'replaced', 'confirmed-by-reading', 'seen']), isProblemCode);

const change = {
  /** Later changes have higher numbers. */
  id: isText,
  /** When it began; of a change made elsewhere, when it was seen. RFC 3339. */
  time: isText,
  /** Null of a change made elsewhere. */
  user: orNull(isText),
  /** By which the service's log and audit know it; null of a change made elsewhere. */
  requestId: orNull(isText),
  /** The device's name then. */
  device: isText,
  deviceKind: oneOf(deviceKinds),
  /** The device's key, which stays if the device is renamed; null for changes that a release up to 1.0.0 stored. */
  uuid: orNull(isText),
  kind: oneOf(buttonKinds),
  /** The list that was there before it; null if that is not known, or cannot be read. */
  before: orNull(listOf(isChangeEntry)),
  /**
   * The list that was to be set, or that was seen. Null where what the service has stored is damaged and cannot be read
   * (`before` is null then, too), or where a change made elsewhere has taken the device away.
   */
  after: orNull(listOf(isChangeEntry)),
  /**
   * `replaced`: the call manager said that it set the list. `confirmed-by-reading`: it did not say so, but the device
   * held the list then. `seen`: it was made elsewhere. Otherwise the code of the problem that the caller got.
   */
  outcome: isOutcome,
  /**
   * Beside `outcome-unknown`, as soon as it is known: which list the device had at a later time, the one that was to be
   * set, the one from before, or another one.
   */
  foundLater: orLeftOut(has({ list: oneOf(['after', 'before', 'other']), time: isText })),
  /** The run that it belongs to. */
  run: orNull(isText),
  /** The change that it undoes. */
  undoes: orNull(isText),
  /** The newest change that has undone it, and is known to have been carried out. */
  undoneBy: orNull(isText),
  /** `elsewhere`: not by this service, which has seen it later. */
  source: oneOf(['service', 'elsewhere']),
  /** Of a change made elsewhere: it was made between this and `time`. RFC 3339. */
  seenAfter: orNull(isText),
  /** False if it cannot be undone, whatever the device holds: one of the lists is not known, or it is gone. */
  undoable: isFlag,
};

/** A list that was set, or was to be. */
export interface Change extends Shaped<typeof change> {}
export const isChange: Check<Change> = has(change);

const changeWithDifference = {
  ...change,
  difference: orNull(
    has({
      added: listOf(isChangeEntry),
      removed: listOf(isChangeEntry),
      changed: listOf(has({ before: isChangeEntry, after: isChangeEntry })),
    }),
  ),
};

/** A change, and what it does to the list: entries with the same index are the same entry. It is null if the lists cannot be read. */
export interface ChangeWithDifference extends Shaped<typeof changeWithDifference> {}
export const isChangeWithDifference: Check<ChangeWithDifference> = has(changeWithDifference);

const run = {
  /** Later runs have higher numbers. */
  id: isText,
  title: isText,
  user: isText,
  /** When it began, RFC 3339. */
  time: isText,
};

/** Changes that belong together. */
export interface Run extends Shaped<typeof run> {}
export const isRun: Check<Run> = has(run);

const runResult = {
  ...run,
  /** How many of its changes ended in which way; what there was none of is left out. */
  outcomes: isCounts,
  /** How many of its changes are undone. */
  undone: isCount,
  /** The runs that hold those undos. */
  undoneBy: listOf(isText),
  /** The plan that it applies. */
  plan: orNull(isText),
};

/** A run, and what became of it so far. */
export interface RunResult extends Shaped<typeof runResult> {}
export const isRunResult: Check<RunResult> = has(runResult);

export const isUndone = has({
  /** The change that the undo made; null if the list from before was there already. */
  id: orNull(isText),
  changed: isFlag,
});

function isCounts(value: unknown): value is Readonly<Partial<Record<Of<typeof isOutcome>, number>>> {
  return isObject(value) && Object.entries(value).every(([outcome, count]) => isOutcome(outcome) && isCount(count));
}
