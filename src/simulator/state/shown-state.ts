import type { Device, SpeedDial } from './devices.js';

/** A busy lamp field as the control path shows it: with `destination`, or with a line's `dirn` and partition. */
export interface BusyLampFieldState {
  readonly index: number;
  /** Empty if it watches a line. */
  readonly destination: string;
  /** As stored; empty if the destination is free-form. */
  readonly dirn: string;
  readonly routePartition: string;
  readonly label: string;
  /** Absent if there is none. */
  readonly asciiLabel?: string;
  readonly pickup: boolean;
}

/** A phone or a device profile as the control path shows it. */
export interface DeviceState {
  readonly name: string;
  /** Lower case without braces. */
  readonly uuid: string;
  readonly description: string;
  readonly product: string;
  readonly model: string;
  /** The numbers in line order, as stored, with their partitions (empty: none). */
  readonly lines: readonly { readonly pattern: string; readonly routePartition: string }[];
  readonly speedDials: readonly SpeedDial[];
  readonly busyLampFields: readonly BusyLampFieldState[];
}

/** Each device as it is now. */
export function showDevices(devices: readonly Device[]): DeviceState[] {
  return devices.map((device) => ({
    name: device.name,
    uuid: device.uuid,
    description: device.description,
    product: device.product,
    model: device.model,
    lines: [...device.appearances]
      .sort((a, b) => a.index - b.index)
      .map(({ line }) => ({ pattern: line.pattern, routePartition: line.routePartition?.name ?? '' })),
    speedDials: device.speedDials,
    busyLampFields: device.busyLampFields.map(({ line, asciiLabel, ...field }) => ({
      ...field,
      dirn: line?.pattern ?? '',
      routePartition: line?.routePartition ?? '',
      ...(asciiLabel !== undefined && { asciiLabel }),
    })),
  }));
}
