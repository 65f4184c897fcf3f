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

/** The data of the history as it is sent: a table of checks for each type, from which the type follows. */

const isOutcome = either(oneOf(['in-progress', 'replaced', 'confirmed-by-reading', 'seen']), isProblemCode);

const change = {
  /** Later changes have higher numbers. */
  id: isText,
  /** When the change began; for a change made elsewhere, when it was seen. RFC 3339. */
  time: isText,
  /** Null for a change made elsewhere. */
  user: orNull(isText),
  /** The id of the request in the service's log and audit file; null for a change made elsewhere. */
  requestId: orNull(isText),
  /** The device's name at that time. */
  device: isText,
  deviceKind: oneOf(deviceKinds),
  /** The device's key, which stays if the device is renamed; null for changes that a release up to 1.0.0 stored. */
  uuid: orNull(isText),
  kind: oneOf(buttonKinds),
  /** The list before the change; null if that list is not known, or cannot be read. */
  before: orNull(listOf(isChangeEntry)),
  /**
   * The list that the change was to set, or that was seen. Null if the stored lists are damaged (then `before` is null
   * too), or if the device was deleted elsewhere.
   */
  after: orNull(listOf(isChangeEntry)),
  /**
   * `replaced`: the call manager confirmed that it set the list. `confirmed-by-reading`: it did not confirm that, but a
   * read showed the list on the device. `seen`: the change was made elsewhere. Any other outcome is the code of the
   * problem that the caller got.
   */
  outcome: isOutcome,
  /**
   * Only with `outcome-unknown`, as soon as it is known: which list the device had at a later time. `after` is the list
   * to set, `before` is the list from before, and `other` is a different list.
   */
  foundLater: orLeftOut(has({ list: oneOf(['after', 'before', 'other']), time: isText })),
  /** The run that it belongs to. */
  run: orNull(isText),
  /** The change that it undoes. */
  undoes: orNull(isText),
  /** The newest change that is known to have undone it. */
  undoneBy: orNull(isText),
  /** `elsewhere`: someone else made the change, and this service saw it later. */
  source: oneOf(['service', 'elsewhere']),
  /** For a change made elsewhere: the change was made between this time and `time`. RFC 3339. */
  seenAfter: orNull(isText),
  /** False if it can never be undone: one of the lists is not known, or the device is gone. */
  undoable: isFlag,
};

/** A change: a list that was set, or was to be set. */
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

/**
 * A change with the difference that it makes. Entries with the same index are the same entry. The difference is null if
 * the lists cannot be read.
 */
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
  /** The number of its changes by their outcomes. An outcome that no change has is left out. */
  outcomes: isCounts,
  /** How many of its changes are undone. */
  undone: isCount,
  /** The runs that have undone them. */
  undoneBy: listOf(isText),
  /** The plan that the run applies. */
  plan: orNull(isText),
};

/** A run, with its results so far. */
export interface RunResult extends Shaped<typeof runResult> {}
export const isRunResult: Check<RunResult> = has(runResult);

export const isUndone = has({
  /** The change that the undo made; null if the old list was there already. */
  id: orNull(isText),
  changed: isFlag,
});

function isCounts(value: unknown): value is Readonly<Partial<Record<Of<typeof isOutcome>, number>>> {
  return isObject(value) && Object.entries(value).every(([outcome, count]) => isOutcome(outcome) && isCount(count));
}
