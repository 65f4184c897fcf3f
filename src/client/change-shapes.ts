import {
  type Check,
  both,
  countsOf,
  either,
  has,
  isCount,
  isFlag,
  isText,
  listOf,
  oneOf,
  orLeftOut,
  orNull,
} from './checks.js';
import { type ProblemCode, problemCodes } from './problems.js';
import {
  type DeviceKind,
  deviceKinds,
  type ButtonKind,
  buttonKinds,
  type ChangeSource,
  changeSources,
} from './words.js';
import { type ChangeEntry, isChangeEntry } from './shapes.js';

/** Written by `npm run docs`, from the schemas in src/http/routes: data, and its checks. */

/** A list that was set, or that was to be set. */
export interface Change {
  /** Later changes have higher numbers. */
  readonly id: string;
  /** When it began; for a change made elsewhere, when it was seen. RFC 3339. */
  readonly time: string;
  /** Null for a change made elsewhere. */
  readonly user: string | null;
  /** Its id in log and audit; null for a change made elsewhere. */
  readonly requestId: string | null;
  /** The device's name at that time. */
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's key, which stays if the device is renamed; null for changes that a release up to 1.0.0 stored. */
  readonly uuid: string | null;
  readonly kind: ButtonKind;
  /** The list before the change; null if it is not known or cannot be read. */
  readonly before: readonly ChangeEntry[] | null;
  /**
   * The list to set, or the list that was seen; null if the stored list is damaged and cannot be read (then `before`
   * is null too), or if a change made elsewhere removed the device.
   */
  readonly after: readonly ChangeEntry[] | null;
  /**
   * `replaced`: the call manager said that it set the list. `confirmed-by-reading`: it did not say so, but the
   * device had the list then. `seen`: it was made elsewhere. Otherwise the code of the problem that the caller got.
   */
  readonly outcome: ProblemCode | 'in-progress' | 'replaced' | 'confirmed-by-reading' | 'seen';
  /**
   * With `outcome-unknown`: what a late answer, or the next write that read the list, showed about the change. It is
   * left out until then.
   */
  readonly foundLater?:
    | {
        /** The list that the device had then: the list to set, the list from before, or another list. */
        readonly list: 'after' | 'before' | 'other';
        /** RFC 3339. */
        readonly time: string;
      }
    | undefined;
  /** The run that it belongs to. */
  readonly run: string | null;
  /** The change that it undoes. */
  readonly undoes: string | null;
  /** The newest change that undid it and is known to be applied. */
  readonly undoneBy: string | null;
  /** `elsewhere`: not made by this service, which saw it later. */
  readonly source: ChangeSource;
  /** For a change made elsewhere: it was made between this and `time`. */
  readonly seenAfter: string | null;
  /** False if it can never be undone, because one of the lists is not known or the device is gone. */
  readonly undoable: boolean;
}
export const isChange: Check<Change> = has({
  id: isText,
  time: isText,
  user: orNull(isText),
  requestId: orNull(isText),
  device: isText,
  deviceKind: oneOf(deviceKinds),
  uuid: orNull(isText),
  kind: oneOf(buttonKinds),
  before: orNull(listOf(isChangeEntry)),
  after: orNull(listOf(isChangeEntry)),
  outcome: either(oneOf(['in-progress', 'replaced', 'confirmed-by-reading', 'seen']), oneOf(problemCodes)),
  foundLater: orLeftOut(has({ list: oneOf(['after', 'before', 'other']), time: isText })),
  run: orNull(isText),
  undoes: orNull(isText),
  undoneBy: orNull(isText),
  source: oneOf(changeSources),
  seenAfter: orNull(isText),
  undoable: isFlag,
});

/** A change, and what it does to the list. */
export interface ChangeWithDifference extends Change {
  /** Null if the lists cannot be read. */
  readonly difference: {
    readonly added: readonly ChangeEntry[];
    readonly removed: readonly ChangeEntry[];
    readonly changed: readonly { readonly before: ChangeEntry; readonly after: ChangeEntry }[];
  } | null;
}
export const isChangeWithDifference: Check<ChangeWithDifference> = both(
  isChange,
  has({
    difference: orNull(
      has({
        added: listOf(isChangeEntry),
        removed: listOf(isChangeEntry),
        changed: listOf(has({ before: isChangeEntry, after: isChangeEntry })),
      }),
    ),
  }),
);

/** The result of an undo. */
export interface UndoneChange {
  /** The change that the undo made; null for none. */
  readonly id: string | null;
  /** Whether anything had to be changed. */
  readonly changed: boolean;
}
export const isUndoneChange: Check<UndoneChange> = has({ id: orNull(isText), changed: isFlag });

/** Changes that belong together. */
export interface Run {
  /** Later runs have higher numbers. */
  readonly id: string;
  readonly title: string;
  readonly user: string;
  /** When it began. RFC 3339. */
  readonly time: string;
}
export const isRun: Check<Run> = has({ id: isText, title: isText, user: isText, time: isText });

/** A run and its results so far. */
export interface RunResult extends Run {
  /** How many of its changes ended with each outcome; an outcome without a change is left out. */
  readonly outcomes: Readonly<
    Partial<Record<ProblemCode | 'in-progress' | 'replaced' | 'confirmed-by-reading' | 'seen', number>>
  >;
  /** How many of its changes are undone. */
  readonly undone: number;
  /** The runs that made those undos. */
  readonly undoneBy: readonly string[];
  /** The plan that it applies. */
  readonly plan: string | null;
}
export const isRunResult: Check<RunResult> = both(
  isRun,
  has({
    outcomes: countsOf(either(oneOf(['in-progress', 'replaced', 'confirmed-by-reading', 'seen']), oneOf(problemCodes))),
    undone: isCount,
    undoneBy: listOf(isText),
    plan: orNull(isText),
  }),
);
