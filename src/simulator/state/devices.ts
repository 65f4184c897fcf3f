import type { Seed, SeedDevice } from './seed.js';

export interface SpeedDial {
  readonly index: number;
  readonly dirn: string;
  readonly label: string;
}

/**
 * A busy lamp field. What it watches is kept as text or as a reference to a line; a line is never changed, so that
 * each copy of the state can hold the same reference.
 */
export interface BusyLampField {
  readonly index: number;
  /** Empty where a line is watched. */
  readonly destination: string;
  readonly line: { readonly uuid: string; readonly pattern: string; readonly routePartition: string } | undefined;
  readonly label: string;
  readonly asciiLabel: string | undefined;
  readonly pickup: boolean;
}

/** A name with its key: a partition, a device pool, a calling search space. */
export interface Named {
  readonly uuid: string;
  readonly name: string;
}

/** A directory number in a route partition (a row of numplan). */
export interface Line {
  readonly uuid: string;
  readonly pattern: string;
  readonly routePartition: Named | undefined;
  readonly description: string;
  readonly usage: Seed['lines'][number]['usage'];
  /** Every device on which it appears, of whatever class. */
  readonly devices: Device[];
}

/** A line's appearance on a device (a row of devicenumplanmap). */
export interface Appearance {
  readonly uuid: string;
  readonly index: number;
  readonly line: Line;
  readonly label: string;
  readonly display: string;
}

/** A device of any class; its key is in lower case without braces, as in SQL. */
export interface Device {
  readonly uuid: string;
  name: string;
  description: string;
  readonly className: SeedDevice['class'];
  readonly product: string;
  readonly productEnum: number;
  readonly model: string;
  readonly modelEnum: number;
  readonly protocol: string;
  readonly protocolSide: string;
  readonly devicePool: Named;
  readonly callingSearchSpace: Named | undefined;
  readonly appearances: readonly Appearance[];
  speedDials: readonly SpeedDial[];
  busyLampFields: readonly BusyLampField[];
}

/** What an update sets; what is absent stays. */
export interface DeviceChange {
  readonly newName?: string;
  readonly description?: string;
  readonly speedDials?: readonly SpeedDial[];
  readonly busyLampFields?: readonly BusyLampField[];
}

/** How names of devices are compared. */
export interface NameRule {
  /** Whether `sep0` names the device SEP0; without it the case of letters matters. */
  readonly anyCase: boolean;
}

/** A line as a busy lamp field refers to it. */
export function watched({ uuid, pattern, routePartition }: Line): NonNullable<BusyLampField['line']> {
  return { uuid, pattern, routePartition: routePartition?.name ?? '' };
}
