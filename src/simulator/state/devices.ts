import { createHash } from 'node:crypto';
import type { Seed, SeedDevice } from './seed.js';

export interface SpeedDial {
  readonly index: number;
  readonly dirn: string;
  readonly label: string;
}

/**
 * A busy lamp field. Its target is a text or a reference to a line. Lines never change, so all copies of the state can
 * share the reference.
 */
export interface BusyLampField {
  readonly index: number;
  /** Empty if it watches a line. */
  readonly destination: string;
  readonly line: { readonly uuid: string; readonly pattern: string; readonly routePartition: string } | undefined;
  readonly label: string;
  readonly asciiLabel: string | undefined;
  readonly pickup: boolean;
}

/** A name with its key: of a partition, a device pool or a calling search space. */
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
  readonly alertingName: string;
  readonly forwardAll: string;
  readonly usage: Seed['lines'][number]['usage'];
  /** Every device that has it, of any class. */
  readonly devices: Device[];
}

/** A line on a device (a row of devicenumplanmap). */
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

/** What an update sets; an absent property stays. */
export interface DeviceChange {
  readonly newName?: string;
  readonly description?: string;
  readonly speedDials?: readonly SpeedDial[];
  readonly busyLampFields?: readonly BusyLampField[];
}

/** How names of devices are compared. */
export interface NameRule {
  /** Whether `sep0` means the device SEP0; otherwise letter case matters. */
  readonly anyCase: boolean;
}

/** A line as a busy lamp field refers to it. */
export function watched({ uuid, pattern, routePartition }: Line): NonNullable<BusyLampField['line']> {
  return { uuid, pattern, routePartition: routePartition?.name ?? '' };
}

/** What the call manager allows in a speed dial, beyond the schema. */
export interface SpeedDialRules {
  readonly dirn: RegExp;
  readonly labelLength: number;
  readonly labelForbidden: RegExp;
  readonly highestIndex: number;
}

/**
 * The rules for number and label are those published for the 8.5 database. Later releases also accept the comma, and an
 * escaped leading plus (`\+`), which was seen stored on a 15.0. Addresses (`name@example.com`) are seen as destinations
 * on live systems. The highest index is not published; 199 is the most that a phone button template can have.
 */
export const usualSpeedDialRules: SpeedDialRules = {
  dirn: /^(?:(?:\\\+)?[0-9*#+,]{0,50}|[^\s@]+@[^\s@]+)$/,
  labelLength: 30,
  labelForbidden: /"/,
  highestIndex: 199,
};

/**
 * A key that is derived from a text. The same text always gives the same key. So the seed need not contain the key of
 * every row.
 */
export function derivedUuid(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-');
}

/** A key in the form of SQL, in lower case without braces. @param uuid in either form of AXL */
export function bareUuid(uuid: string): string {
  return uuid.replace(/[{}]/g, '').toLowerCase();
}
