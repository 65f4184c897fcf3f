import {
  type Check,
  either,
  has,
  isCount,
  isFlag,
  isText,
  listOf,
  type Of,
  oneOf,
  orLeftOut,
  orNull,
  type Shaped,
} from './checks.js';
import { findingKinds } from './filters.js';
import { problemCodes } from './problems.js';

/**
 * The data that the service sends, as its OpenAPI document describes it: a table of checks for each type, from which
 * the type follows.
 */

/** The kinds of devices that have buttons. */
export const deviceKinds = ['phone', 'profile'] as const;

export type DeviceKind = (typeof deviceKinds)[number];

/** The kinds of buttons. Each kind has its own list. */
export const buttonKinds = ['speeddial', 'busylampfield'] as const;

export type ButtonKind = (typeof buttonKinds)[number];

/** The states of the call manager. */
export const callManagerStates = ['ready', 'busy', 'credentials-refused', 'unavailable', 'unknown'] as const;

export const isProblemCode = oneOf(problemCodes);

const speedDial = {
  /** Position on the phone, a string of digits. */
  index: isText,
  /** The number that it dials. */
  dirn: isText,
  label: isText,
};

export interface SpeedDial extends Shaped<typeof speedDial> {}
export const isSpeedDial: Check<SpeedDial> = has(speedDial);

export const isBusyLampField = either(
  has({
    index: isText,
    dirn: isText,
    /** The route partition of the number; empty for a number without one. */
    partition: isText,
    label: isText,
    /** Whether a call that rings there can be taken with the button. */
    pickup: isFlag,
  }),
  has({
    index: isText,
    /** A number or address, which the call manager need not know. */
    destination: isText,
    label: isText,
    pickup: isFlag,
  }),
);

/** A button that shows whether someone is on the phone: it watches a directory number, or is free-form. */
export type BusyLampField = Of<typeof isBusyLampField>;

/** The texts that describe a device, empty if the call manager has none. */
const described = {
  /** The key of the device, for its buttons too. */
  name: isText,
  description: isText,
  product: isText,
  model: isText,
};

const carried = {
  /** In lower case, without braces. */
  uuid: isText,
  /** Its directory numbers in line order. */
  dirns: listOf(isText),
  /** In numeric order of index. */
  speeddials: listOf(isSpeedDial),
};

const phone = {
  product: isText,
  description: isText,
  model: isText,
  /** The key of the phone, for speed dials too. */
  name: isText,
  ...carried,
};

/**
 * A phone, as a lookup by number finds it. Every property is always there; a text is empty if the call manager has
 * none.
 */
export interface Phone extends Shaped<typeof phone> {}
export const isPhone: Check<Phone> = has(phone);

const namedDevice = { ...described, ...carried };

/**
 * A phone or device profile, as a lookup by its name finds it. Every property is always there; a text is empty if the
 * call manager has none.
 */
export interface NamedDevice extends Shaped<typeof namedDevice> {}
export const isNamedDevice: Check<NamedDevice> = has(namedDevice);

const device = { deviceKind: oneOf(deviceKinds), ...described, uuid: isText };

/** A phone or device profile, as a search finds it. */
export interface Device extends Shaped<typeof device> {}
export const isDevice: Check<Device> = has(device);

const lists = {
  /** In numeric order of index. */
  speeddials: listOf(isSpeedDial),
  /** In numeric order of index. */
  busylampfields: listOf(isBusyLampField),
  /** The etag of each list, as in ButtonsRead. */
  etags: has({ speeddials: isText, busylampfields: isText }),
};

/** Every list of a device's buttons, all read at the same moment. */
export interface Lists extends Shaped<typeof lists> {}
export const isLists: Check<Lists> = has(lists);

const pointingButton = {
  /** The device's name. */
  device: isText,
  deviceKind: oneOf(deviceKinds),
  /** The key of the device. */
  uuid: isText,
  /** The description of the device. */
  description: isText,
  kind: oneOf(buttonKinds),
  index: isText,
  dirn: isText,
  /** The partition of the number that a busy lamp field watches; empty if there is none. */
  partition: isText,
  label: isText,
};

/** A button that points at a number, and the device that has it. */
export interface PointingButton extends Shaped<typeof pointingButton> {}
export const isPointingButton: Check<PointingButton> = has(pointingButton);

const numberInPartition = {
  dirn: isText,
  /** Empty for a number without one. */
  partition: isText,
  description: isText,
};

/** A directory number in one route partition. */
export interface NumberInPartition extends Shaped<typeof numberInPartition> {}
export const isNumber: Check<NumberInPartition> = has(numberInPartition);

export const isSuggestion = either(
  has({ kind: oneOf(['number']), ...numberInPartition }),
  has({ kind: oneOf(deviceKinds), name: isText, description: isText, product: isText, model: isText }),
);

/** A suggestion for a typed text. */
export type Suggestion = Of<typeof isSuggestion>;

/** A count of each kind of finding. */
type Counted = Readonly<Record<(typeof findingKinds)[number], Check<number>>>;

const inventory = {
  /**
   * `filling`: the cluster is not completely read yet. `whole`: it is. `resting`: the last sweep failed; the inventory
   * has what was read before, and the sweep will be tried again.
   */
  state: oneOf(['filling', 'whole', 'resting']),
  /** Why it rests. */
  reason: orNull(isText),
  /** When the last complete sweep began, RFC 3339: nothing in the inventory is older. */
  asOf: orNull(isText),
  phones: isCount,
  profiles: isCount,
  numbers: isCount,
  buttons: isCount,
  /**
   * For each kind, how many findings no one has dismissed. Null before the first whole sweep, and if they cannot be
   * counted now. Left out in the status.
   */
  findings: orLeftOut(orNull(has(Object.fromEntries(findingKinds.map((kind) => [kind, isCount])) as Counted))),
  /** The progress of the running sweep: how many of the tables it has read, and how many rows so far. */
  progress: orNull(has({ tables: isCount, of: isCount, rows: isCount })),
};

/** What the service's inventory has of the cluster. */
export interface Inventory extends Shaped<typeof inventory> {}
export const isInventory: Check<Inventory> = has(inventory);

const status = {
  /** The calling user. */
  user: isText,
  /** Whether this user may look up, but not change. */
  readOnly: isFlag,
  /** Whether this user may propose plans; left out if the service keeps no history. */
  mayPropose: orLeftOut(isFlag),
  callManager: has({
    state: oneOf(callManagerStates),
    /** The AXL release in use; null until it is known. */
    release: orNull(isText),
  }),
  /** Why every write is refused with `writing-stopped`; left out while the service writes. */
  writingStopped: orLeftOut(has({ since: isText, device: isText, reason: isText })),
  /** Whether changes are stored, so that they can be seen and undone. */
  history: isFlag,
  /** The inventory; null if its store cannot be read; left out if there is none. */
  inventory: orLeftOut(orNull(isInventory)),
  /** The version of the service. */
  version: isText,
};

/** What a front end must know first. */
export interface Status extends Shaped<typeof status> {}
export const isStatus: Check<Status> = has(status);

/** What the service answers when it is told to write again. */
export const isWritingResumed = has({ resumed: isFlag });

const changeEntry = {
  index: isText,
  dirn: orLeftOut(isText),
  partition: orLeftOut(isText),
  destination: orLeftOut(isText),
  label: isText,
  pickup: orLeftOut(isFlag),
};

/**
 * An entry of a list that was read or set: a speed dial, or a busy lamp field. Properties that it does not have are
 * left out.
 */
export interface ChangeEntry extends Shaped<typeof changeEntry> {}
export const isChangeEntry: Check<ChangeEntry> = has(changeEntry);

const dismissal = {
  reason: isText,
  user: isText,
  /** RFC 3339. */
  time: isText,
};

/** Why someone has dismissed a finding. */
export interface Dismissal extends Shaped<typeof dismissal> {}
export const isDismissal: Check<Dismissal> = has(dismissal);

const finding = {
  /** It stays the same while the same button is wrong in the same way. */
  id: isText,
  kind: oneOf(findingKinds),
  /** The device's name. */
  device: isText,
  deviceKind: oneOf(deviceKinds),
  /** The description of the device. */
  description: isText,
  list: oneOf(buttonKinds),
  index: isText,
  /** What the button points at. */
  dirn: isText,
  partition: isText,
  label: isText,
  /** When the first sweep that found it began, RFC 3339. */
  since: isText,
  /** Why the button is probably wrong. */
  evidence: isText,
  /** What would fix it; null if that is not known. */
  proposal: orNull(either(has({ set: isChangeEntry }), has({ remove: oneOf([true]) }))),
  /** Who dismissed it, when and why; null if no one did. */
  dismissal: orNull(isDismissal),
};

/** A button that is probably wrong. */
export interface Finding extends Shaped<typeof finding> {}
export const isFinding: Check<Finding> = has(finding);

/** What the service answers when a finding is dismissed or restored. */
export const isDismissed = has({ id: isText, dismissal: orNull(isDismissal) });

const fieldProblem = { field: isText, detail: isText };

/** One thing wrong with a request, and where: `query.dirn`, `body[2].label`. */
export interface FieldProblem extends Shaped<typeof fieldProblem> {}
export const isFieldProblem: Check<FieldProblem> = has(fieldProblem);

const differingEntry = {
  index: isText,
  /** Null if no entry was asked for at this index. */
  asked: orNull(isChangeEntry),
  /** Null if the call manager has no entry at this index. */
  present: orNull(isChangeEntry),
};

/** An entry that the call manager has set otherwise than it was asked for. */
export interface DifferingEntry extends Shaped<typeof differingEntry> {}
const isDifferingEntry: Check<DifferingEntry> = has(differingEntry);

const problem = {
  type: isText,
  title: isText,
  status: isCount,
  detail: isText,
  code: isProblemCode,
  requestId: isText,
  /** The call manager's own error number. */
  axlCode: orLeftOut(isCount),
  /** The current list, if an undo found another list than it may replace, or if another list was set. */
  present: orLeftOut(listOf(isChangeEntry)),
  /** What the call manager did instead of what was asked for. */
  reason: orLeftOut(isText),
  difference: orLeftOut(listOf(isDifferingEntry)),
  errors: orLeftOut(listOf(isFieldProblem)),
};

/** An error's body (RFC 9457). */
export interface Problem extends Shaped<typeof problem> {}
export const isProblem: Check<Problem> = has(problem);
