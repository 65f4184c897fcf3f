import { type Check, countsOfEach, either, has, isCount, isFlag, isText, oneOf, orLeftOut, orNull } from './checks.js';
import {
  type DeviceKind,
  deviceKinds,
  type ButtonKind,
  buttonKinds,
  type FindingKind,
  findingKinds,
  type CallManagerState,
  callManagerStates,
} from './words.js';
import { type ChangeEntry, isChangeEntry } from './shapes.js';

/** Written by `npm run docs`, from the schemas in src/http/routes: data, and its checks. */

export interface Dismissal {
  readonly reason: string;
  readonly user: string;
  /** RFC 3339. */
  readonly time: string;
}
export const isDismissal: Check<Dismissal> = has({ reason: isText, user: isText, time: isText });

/** The state of the inventory. */
export interface Inventory {
  /**
   * `filling`: the whole cluster has not been read yet. `whole`: it has. `resting`: the last sweep failed; the
   * earlier data is still there, and the service retries.
   */
  readonly state: 'filling' | 'whole' | 'resting';
  /** Why it is `resting`. */
  readonly reason: string | null;
  /** When the last whole sweep began: no data is older. */
  readonly asOf: string | null;
  readonly phones: number;
  readonly profiles: number;
  readonly numbers: number;
  readonly buttons: number;
  /**
   * How many lists were changed since a sweep read them, as far as the service knows. They have no findings before
   * the next sweep.
   */
  readonly listsToCheck: number;
  /**
   * How many findings of each kind `GET /findings` lists if you give no filter; null before the first whole sweep,
   * and if they cannot be counted now; left out in `GET /status`.
   */
  readonly findings?: Readonly<Record<FindingKind, number>> | null | undefined;
  /** How many tables and rows the current sweep has read so far. */
  readonly progress: { readonly tables: number; readonly of: number; readonly rows: number } | null;
}
export const isInventory: Check<Inventory> = has({
  state: oneOf(['filling', 'whole', 'resting']),
  reason: orNull(isText),
  asOf: orNull(isText),
  phones: isCount,
  profiles: isCount,
  numbers: isCount,
  buttons: isCount,
  listsToCheck: isCount,
  findings: orLeftOut(orNull(countsOfEach(findingKinds))),
  progress: orNull(has({ tables: isCount, of: isCount, rows: isCount })),
});

/** A button that is probably wrong. */
export interface Finding {
  /** It stays the same while the same button is wrong in the same way. */
  readonly id: string;
  /**
   * `nobody-there`: no device has the number. `old-name`: the label is an old name of the number, or the name of
   * another number. `twice`: the device has a button to the same number at a lower index. `ambiguous`: the device
   * watches the same digits in two partitions. `unlike-others`: most buttons to the number have another label.
   */
  readonly kind: FindingKind;
  /** The device's name. */
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's. */
  readonly description: string;
  readonly list: ButtonKind;
  /** Position on the device, a string of digits. */
  readonly index: string;
  /** What the button points at. */
  readonly dirn: string;
  /** That of the number that a busy lamp field watches; otherwise empty. */
  readonly partition: string;
  /** The text beside the button. */
  readonly label: string;
  /** When the first sweep that found it began. RFC 3339. */
  readonly since: string;
  /** Why the button is probably wrong. */
  readonly evidence: string;
  /** What would fix the button; null if that is not known. If `pickup` is left out, keep that of the current entry. */
  readonly proposal: { readonly set: ChangeEntry } | { readonly remove: true } | null;
  /** Who dismissed it, when and why; null if no one did. */
  readonly dismissal: Dismissal | null;
}
export const isFinding: Check<Finding> = has({
  id: isText,
  kind: oneOf(findingKinds),
  device: isText,
  deviceKind: oneOf(deviceKinds),
  description: isText,
  list: oneOf(buttonKinds),
  index: isText,
  dirn: isText,
  partition: isText,
  label: isText,
  since: isText,
  evidence: isText,
  proposal: orNull(either(has({ set: isChangeEntry }), has({ remove: oneOf([true]) }))),
  dismissal: orNull(isDismissal),
});

/** Whether a finding is dismissed. */
export interface Dismissed {
  readonly id: string;
  /** Who dismissed it, when and why; null if no one did. */
  readonly dismissal: Dismissal | null;
}
export const isDismissed: Check<Dismissed> = has({ id: isText, dismissal: orNull(isDismissal) });

/** What a front end needs to know at the start. */
export interface Status {
  /** The user who asks. */
  readonly user: string;
  /** What this user may do; each right has those before it: look up, propose, approve, change. */
  readonly right: 'look-up' | 'propose' | 'approve' | 'change';
  /** Whether this user may look up, but not change. */
  readonly readOnly: boolean;
  /** Whether this user may propose changes; left out if the service keeps no history. */
  readonly mayPropose?: boolean | undefined;
  readonly callManager: {
    /**
     * `ready`: it answers and accepts the credentials. `busy`: it asked for a pause, or more requests wait for it than
     * it can answer in time. `credentials-refused`: it refuses the credentials of this service. `unavailable`: it does
     * not answer, or not with AXL. `unknown`: it was not asked, or has not answered yet.
     */
    readonly state: CallManagerState;
    /** The AXL release that is spoken with it; null until that is known. */
    readonly release: string | null;
  };
  /** Why every write is 503 `writing-stopped`; left out while this service writes. */
  readonly writingStopped?:
    | {
        /** RFC 3339. */
        readonly since: string;
        readonly device: string;
        readonly reason: string;
      }
    | undefined;
  /** Whether changes are kept, so that they can be seen and undone. */
  readonly history: boolean;
  /**
   * The answer of `GET /inventory`, without `findings`; null if its store cannot be read; left out if there is no
   * inventory.
   */
  readonly inventory?: Inventory | null | undefined;
  /** This service's. */
  readonly version: string;
}
export const isStatus: Check<Status> = has({
  user: isText,
  right: oneOf(['look-up', 'propose', 'approve', 'change']),
  readOnly: isFlag,
  mayPropose: orLeftOut(isFlag),
  callManager: has({ state: oneOf(callManagerStates), release: orNull(isText) }),
  writingStopped: orLeftOut(has({ since: isText, device: isText, reason: isText })),
  history: isFlag,
  inventory: orLeftOut(orNull(isInventory)),
  version: isText,
});

/** Whether this service had stopped writing. */
export interface WritingResumed {
  /** False if this service was writing already. */
  readonly resumed: boolean;
}
export const isWritingResumed: Check<WritingResumed> = has({ resumed: isFlag });
