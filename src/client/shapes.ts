import { type Check, either, has, isCount, isFlag, isText, listOf, oneOf, orLeftOut, orNull } from './checks.js';
import { type ProblemCode, problemCodes } from './problems.js';
import { type DeviceKind, deviceKinds, type ButtonKind, buttonKinds } from './words.js';

/** Written by `npm run docs`, from the schemas in src/http/routes: data, and its checks. */

/** A speed dial or a busy lamp field, as its own list shows it. */
export interface ChangeEntry {
  /** The position on the device. */
  readonly index: string;
  /** The number that it dials or watches. */
  readonly dirn?: string | undefined;
  /** For a busy lamp field: the partition of the number; empty: none. */
  readonly partition?: string | undefined;
  /** For a free-form busy lamp field: a number or address. */
  readonly destination?: string | undefined;
  /** The text beside the button. */
  readonly label: string;
  /** For a busy lamp field: whether it picks up calls. */
  readonly pickup?: boolean | undefined;
}
export const isChangeEntry: Check<ChangeEntry> = has({
  index: isText,
  dirn: orLeftOut(isText),
  partition: orLeftOut(isText),
  destination: orLeftOut(isText),
  label: isText,
  pickup: orLeftOut(isFlag),
});

export interface DifferingEntry {
  readonly index: string;
  /** Null if no entry was asked for. */
  readonly asked: ChangeEntry | null;
  /** Null if there is no entry. */
  readonly present: ChangeEntry | null;
}
export const isDifferingEntry: Check<DifferingEntry> = has({
  index: isText,
  asked: orNull(isChangeEntry),
  present: orNull(isChangeEntry),
});

/** One thing wrong with a request, and where. */
export interface FieldProblem {
  readonly field: string;
  readonly detail: string;
}
export const isFieldProblem: Check<FieldProblem> = has({ field: isText, detail: isText });

/** Every error, after RFC 9457. A later version may add properties. */
export interface Problem {
  /** `urn:axl-phone-proxy:problem:` and the code. */
  readonly type: string;
  /** The same for every problem with this code. */
  readonly title: string;
  /** The HTTP status of the response. */
  readonly status: number;
  /** What is wrong this time, and what to do. For people. */
  readonly detail: string;
  /** For programs. Codes never change their meaning. */
  readonly code: ProblemCode;
  /** The same as in X-Request-Id; the log has it too. */
  readonly requestId: string;
  /** The call manager's own error number. */
  readonly axlCode?: number | undefined;
  /** The current list, if an undo may not replace it, or if it is not the one that was set. */
  readonly present?: readonly ChangeEntry[] | undefined;
  /** What the call manager did instead of what was asked for, if that has a known form. For people. */
  readonly reason?: string | undefined;
  /** The entries that differ from what was asked for, at most 100. */
  readonly difference?: readonly DifferingEntry[] | undefined;
  /** What is wrong with an invalid request. */
  readonly errors?: readonly FieldProblem[] | undefined;
}
export const isProblem: Check<Problem> = has({
  type: isText,
  title: isText,
  status: isCount,
  detail: isText,
  code: oneOf(problemCodes),
  requestId: isText,
  axlCode: orLeftOut(isCount),
  present: orLeftOut(listOf(isChangeEntry)),
  reason: orLeftOut(isText),
  difference: orLeftOut(listOf(isDifferingEntry)),
  errors: orLeftOut(listOf(isFieldProblem)),
});

/** A speed dial of a phone, as the call manager stores it. */
export interface SpeedDial {
  /** Position on the phone, a string of digits. */
  readonly index: string;
  /** The number that is dialled. */
  readonly dirn: string;
  /** The text beside the button. */
  readonly label: string;
}
export const isSpeedDial: Check<SpeedDial> = has({ index: isText, dirn: isText, label: isText });

/** Every property is always there and never null; a text is empty if the call manager has none. */
export interface Phone {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  /** The key of the phone, for speed dials too. */
  readonly name: string;
  /** In lower case, without braces. */
  readonly uuid: string;
  /** Its directory numbers in line order. */
  readonly dirns: readonly string[];
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
}
export const isPhone: Check<Phone> = has({
  product: isText,
  description: isText,
  model: isText,
  name: isText,
  uuid: isText,
  dirns: listOf(isText),
  speeddials: listOf(isSpeedDial),
});

/** Every property is always there and never null; a text is empty if the call manager has none. */
export interface NamedDevice {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  /** The key of the phone, for speed dials too. */
  readonly name: string;
  /** In lower case, without braces. */
  readonly uuid: string;
  /** Its directory numbers in line order. */
  readonly dirns: readonly string[];
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
}
export const isNamedDevice: Check<NamedDevice> = has({
  product: isText,
  description: isText,
  model: isText,
  name: isText,
  uuid: isText,
  dirns: listOf(isText),
  speeddials: listOf(isSpeedDial),
});

/** A phone or device profile. */
export interface Device {
  readonly deviceKind: DeviceKind;
  readonly name: string;
  readonly description: string;
  readonly product: string;
  readonly model: string;
  /** In lower case, without braces. */
  readonly uuid: string;
}
export const isDevice: Check<Device> = has({
  deviceKind: oneOf(deviceKinds),
  name: isText,
  description: isText,
  product: isText,
  model: isText,
  uuid: isText,
});

/** A directory number in one route partition. */
export interface NumberInPartition {
  /** The number, with a plain plus. */
  readonly dirn: string;
  /** Empty for a number without one. */
  readonly partition: string;
  readonly description: string;
}
export const isNumberInPartition: Check<NumberInPartition> = has({
  dirn: isText,
  partition: isText,
  description: isText,
});

/** Something that may have been meant. */
export type Suggestion =
  | {
      readonly kind: 'number';
      /** The number, with a plain plus. */
      readonly dirn: string;
      /** Empty for a number without one. */
      readonly partition: string;
      readonly description: string;
    }
  | {
      readonly kind: DeviceKind;
      readonly name: string;
      readonly description: string;
      readonly product: string;
      readonly model: string;
    };
export const isSuggestion: Check<Suggestion> = either(
  has({ kind: oneOf(['number']), dirn: isText, partition: isText, description: isText }),
  has({ kind: oneOf(deviceKinds), name: isText, description: isText, product: isText, model: isText }),
);

/** A busy lamp field, as the call manager stores it. */
export type BusyLampField =
  | {
      /** Position on the phone, a string of digits. */
      readonly index: string;
      /** The directory number that is watched. */
      readonly dirn: string;
      /** The route partition of the number; empty for a number without one. */
      readonly partition: string;
      /** The text beside the button. */
      readonly label: string;
      /** True if the button can pick up a call that rings there. */
      readonly pickup: boolean;
    }
  | {
      /** Position on the phone, a string of digits. */
      readonly index: string;
      /** A number or address that the call manager does not have to know. */
      readonly destination: string;
      /** The text beside the button. */
      readonly label: string;
      /** True if the button can pick up a call that rings there. */
      readonly pickup: boolean;
    };
export const isBusyLampField: Check<BusyLampField> = either(
  has({ index: isText, dirn: isText, partition: isText, label: isText, pickup: isFlag }),
  has({ index: isText, destination: isText, label: isText, pickup: isFlag }),
);

/** Every list of buttons of a device, in numeric order of index, all read at one moment. */
export interface Lists {
  readonly speeddials: readonly SpeedDial[];
  readonly busylampfields: readonly BusyLampField[];
  /** Send it as `If-Match` to change that list only if it is unchanged. */
  readonly etags: {
    /** The `ETag` of the speed dials. */
    readonly speeddials: string;
    /** The `ETag` of the busy lamp fields. */
    readonly busylampfields: string;
  };
}
export const isLists: Check<Lists> = has({
  speeddials: listOf(isSpeedDial),
  busylampfields: listOf(isBusyLampField),
  etags: has({ speeddials: isText, busylampfields: isText }),
});

/** A button that points at a number, and the device that has it. */
export interface PointingButton {
  /** The device's name. */
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's. */
  readonly uuid: string;
  /** The device's. */
  readonly description: string;
  readonly kind: ButtonKind;
  /** Position on the device, a string of digits. */
  readonly index: string;
  /** What it dials or watches, with a plain plus: the number, then a comma, pauses and codes, if there are any. */
  readonly dirn: string;
  /** The partition of the number that a busy lamp field watches; empty if there is none. */
  readonly partition: string;
  readonly label: string;
}
export const isPointingButton: Check<PointingButton> = has({
  device: isText,
  deviceKind: oneOf(deviceKinds),
  uuid: isText,
  description: isText,
  kind: oneOf(buttonKinds),
  index: isText,
  dirn: isText,
  partition: isText,
  label: isText,
});

/** A speed dial to set. */
export interface SpeedDialToSet {
  /** Position on the phone, a string of digits. */
  readonly index: string;
  /** The number that is dialled. */
  readonly dirn: string;
  /** The text beside the button; empty if left out. */
  readonly label?: string | undefined;
}

/** A busy lamp field to set: with `dirn`, or with `destination`. */
export type BusyLampFieldToSet =
  | {
      /** Position on the phone, a string of digits. */
      readonly index: string;
      /** The text beside the button; empty if left out. */
      readonly label?: string | undefined;
      /** True if the button can pick up a call that rings there; false if left out. */
      readonly pickup?: boolean | undefined;
      /** The directory number that is watched. */
      readonly dirn: string;
      /** The route partition of the number; empty for a number without one. */
      readonly partition?: string | undefined;
    }
  | {
      /** Position on the phone, a string of digits. */
      readonly index: string;
      /** The text beside the button; empty if left out. */
      readonly label?: string | undefined;
      /** True if the button can pick up a call that rings there; false if left out. */
      readonly pickup?: boolean | undefined;
      /** A number or address that the call manager does not have to know. */
      readonly destination: string;
    };
