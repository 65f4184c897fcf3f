import type { ProblemCode } from './problems.js';

/** What goes over the wire, as the service's OpenAPI document describes it. */

/** The kinds of devices that have buttons. */
export const deviceKinds = ['phone', 'profile'] as const;

export type DeviceKind = (typeof deviceKinds)[number];

/** The kinds of buttons, each of which is a list of its own. */
export const buttonKinds = ['speeddial', 'busylampfield'] as const;

export type ButtonKind = (typeof buttonKinds)[number];

export interface SpeedDial {
  /** Position on the phone, a string of digits. */
  readonly index: string;
  /** The number that is dialled. */
  readonly dirn: string;
  readonly label: string;
}

/** A speed dial to be set; a label that is left out is empty. */
export interface SpeedDialToSet {
  readonly index: string;
  readonly dirn: string;
  readonly label?: string | undefined;
}

/** A button that shows whether somebody is on the phone: it watches a directory number, or is free-form. */
export type BusyLampField =
  | {
      readonly index: string;
      readonly dirn: string;
      /** The route partition of the number; empty for a number without one. */
      readonly partition: string;
      readonly label: string;
      /** Whether a call that rings there can be taken with the button. */
      readonly pickup: boolean;
    }
  | {
      readonly index: string;
      /** A number or address that need not be known to the call manager. */
      readonly destination: string;
      readonly label: string;
      readonly pickup: boolean;
    };

/** A busy lamp field to be set: with `dirn` or with `destination`. What is left out is empty, and `pickup` false. */
export type BusyLampFieldToSet =
  | {
      readonly index: string;
      readonly dirn: string;
      readonly partition?: string | undefined;
      readonly label?: string | undefined;
      readonly pickup?: boolean | undefined;
    }
  | {
      readonly index: string;
      readonly destination: string;
      readonly label?: string | undefined;
      readonly pickup?: boolean | undefined;
    };

/** An entry without its index. */
export type WithoutIndex<Entry> = Entry extends unknown ? Omit<Entry, 'index'> : never;

/** A list of buttons as it was read. */
export interface ButtonsRead<Entry> {
  /** In numeric order of index. */
  readonly entries: readonly Entry[];
  /** Names the list: as `ifMatch`, it lets a change through only where the list is still this one. */
  readonly etag: string;
}

/** Every list of a device's buttons, all of one moment. */
export interface Lists {
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
  /** In numeric order of index. */
  readonly busylampfields: readonly BusyLampField[];
  /** What names each list, as `etag` of ButtonsRead. */
  readonly etags: { readonly speeddials: string; readonly busylampfields: string };
}

/** What became of one entry that was set. */
export interface EntrySet<Entry> {
  /** The entry as it stands now. */
  readonly entry: Entry;
  /** Whether nothing stood at its index before. */
  readonly isNew: boolean;
  /** Of the whole list, as it stands now. */
  readonly etag: string | undefined;
  /** As of a list that was set. */
  readonly afterUpdate: Replaced['afterUpdate'];
}

/** What became of one entry that was removed. */
export type EntryRemoved = Omit<EntrySet<never>, 'entry' | 'isNew'>;

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
  readonly index: string;
  readonly dirn: string;
  /** That of the number that a busy lamp field watches; empty where there is none. */
  readonly partition: string;
  readonly label: string;
}

/** A phone or device profile, as a search finds it. */
export interface Device {
  readonly deviceKind: DeviceKind;
  readonly name: string;
  readonly description: string;
  readonly product: string;
  readonly model: string;
  readonly uuid: string;
}

/** Something that may have been meant by who has typed the beginning of something. */
export type Suggestion =
  | {
      readonly kind: 'number';
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

/** Some of the buttons that point at a number. */
export interface ButtonPage {
  /** In order of kind and of keys. */
  readonly buttons: readonly PointingButton[];
  /** Where the next page begins, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** Some of the devices that a search finds. */
export interface DevicePage {
  /** At most 100, in order of name. */
  readonly devices: readonly Device[];
  /** Where the next page begins, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** A directory number in one route partition. */
export interface NumberInPartition {
  readonly dirn: string;
  /** Empty for a number without one. */
  readonly partition: string;
  readonly description: string;
}

/** How the call manager is doing, in a word. */
export const callManagerStates = ['ready', 'busy', 'credentials-refused', 'unavailable', 'unknown'] as const;

/** What a front-end has to know before it offers anything. */
export interface Status {
  /** Who asks. */
  readonly user: string;
  /** Whether this user may look up, but not change. */
  readonly readOnly: boolean;
  readonly callManager: {
    readonly state: (typeof callManagerStates)[number];
    /** The AXL release that is spoken with it; null until that is known. */
    readonly release: string | null;
  };
  /** Whether changes are kept, so that they can be seen and undone. */
  readonly history: boolean;
  /** What is kept of the cluster; null where its store cannot be read; left out where none is kept. */
  readonly inventory?: Inventory | null | undefined;
  /** The service's. */
  readonly version: string;
}

/** An entry of a list that was read or set: a speed dial, or a busy lamp field. Properties that it has not are left out. */
export interface ChangeEntry {
  readonly index: string;
  readonly dirn?: string | undefined;
  readonly partition?: string | undefined;
  readonly destination?: string | undefined;
  readonly label: string;
  readonly pickup?: boolean | undefined;
}

/** Every property is always there; a text is empty where the call manager has none. */
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

/** What the service keeps of the cluster. */
export interface Inventory {
  /**
   * `filling`: the cluster has not been read to its end yet. `whole`: it has. `resting`: the last sweep failed; what was
   * read before is still there, and it is tried again.
   */
  readonly state: 'filling' | 'whole' | 'resting';
  /** Why it rests. */
  readonly reason: string | null;
  /** When the last whole sweep began, RFC 3339: nothing that is kept is older. */
  readonly asOf: string | null;
  readonly phones: number;
  readonly profiles: number;
  readonly numbers: number;
  readonly buttons: number;
  /** Of the sweep under way: how many of the tables it has read, and how many rows so far. */
  readonly progress: { readonly tables: number; readonly of: number; readonly rows: number } | null;
}

/** What can be wrong with a button. */
export const findingKinds = ['nobody-there', 'old-name', 'twice', 'ambiguous', 'unlike-others'] as const;

/** A button that is probably wrong. */
export interface Finding {
  /** The same as long as the same button is wrong in the same way. */
  readonly id: string;
  readonly kind: (typeof findingKinds)[number];
  /** The device's name. */
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's. */
  readonly description: string;
  readonly list: ButtonKind;
  readonly index: string;
  /** What the button points at. */
  readonly dirn: string;
  readonly partition: string;
  readonly label: string;
  /** When the first sweep that found it began, RFC 3339. */
  readonly since: string;
  /** What speaks against the button. */
  readonly evidence: string;
  /** What would mend it; null where nobody can know. */
  readonly proposal: { readonly set: ChangeEntry } | { readonly remove: true } | null;
  /** Who has set it aside, when and why; null where nobody has. */
  readonly dismissal: Dismissal | null;
}

/** Why somebody has set a finding aside. */
export interface Dismissal {
  readonly reason: string;
  readonly user: string;
  /** RFC 3339. */
  readonly time: string;
}

/** Which findings are asked for; all that is given must hold. */
export interface FindingFilter {
  readonly kind?: Finding['kind'] | undefined;
  /** Of buttons that point at this number. */
  readonly dirn?: string | undefined;
  /** Of a phone, by its name, or of a device profile. */
  readonly of?: string | { readonly profile: string } | undefined;
  /** Those that are set aside; left out, the others. */
  readonly dismissed?: boolean | undefined;
  /** How many at most, 1 to 500; 50 where it is left out. */
  readonly limit?: number | undefined;
  /** Where the page begins: `next` of the page before. */
  readonly after?: string | undefined;
}

/** Some of the findings that are asked for. */
export interface FindingPage {
  /** In order of kind, device and id. */
  readonly findings: readonly Finding[];
  /** Where the next page begins, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** One thing wrong with a request, and where: `query.dirn`, `body[2].label`. */
export interface FieldProblem {
  readonly field: string;
  readonly detail: string;
}

/** An error's body (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly requestId: string;
  /** The call manager's own number for what it refused. */
  readonly axlCode?: number | undefined;
  /** The list as it is now, where an undo found another one than it may replace. */
  readonly present?: readonly ChangeEntry[] | undefined;
  readonly errors?: readonly FieldProblem[] | undefined;
}

/** What became of a list that was set. */
export interface Replaced {
  /** The phone's or device profile's. */
  readonly uuid: string;
  /**
   * Where the service makes phones load their change: `ok`, or the code of what went wrong. The list is set in
   * either case.
   */
  readonly afterUpdate: 'ok' | ProblemCode | undefined;
  /** Names the list that is set; undefined where an older service answered. */
  readonly etag: string | undefined;
}
