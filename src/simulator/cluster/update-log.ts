import type { Device, DeviceChange } from '../state/devices.js';
import { type DeviceState, showDevices } from '../state/shown-state.js';

/** An update that was carried out. */
export interface AppliedUpdate {
  /** 1 for the first since the start or the last reset; each has one more than the one before. */
  readonly number: number;
  /** When, in milliseconds since the epoch. */
  readonly time: number;
  /** Of which group the device is. */
  readonly deviceKind: 'phone' | 'profile';
  /** The device's name at that moment. */
  readonly device: string;
  /** The lists that it set, as they are since then; a list that it left alone is absent. */
  readonly speedDials?: DeviceState['speedDials'];
  readonly busyLampFields?: DeviceState['busyLampFields'];
  /** The kind of the rule of misbehaviour that its request met. Absent: it was answered rightly and at once. */
  readonly disturbedBy?: string;
}

/** It bounds the memory of a simulator that runs for days. */
const mostKept = 10_000;

/** The updates that were carried out, in order. Tests compare answers with them. */
export class UpdateLog {
  #number = 0;
  #kept: AppliedUpdate[] = [];

  /** @param device as it is since the change */
  add(device: Device, change: DeviceChange, disturbedBy: string | undefined): void {
    const [shown] = showDevices([device]);
    if (!shown) return;
    this.#number += 1;
    this.#kept.push({
      number: this.#number,
      time: Date.now(),
      deviceKind: device.className === 'Device Profile' ? 'profile' : 'phone',
      device: device.name,
      ...(change.speedDials && { speedDials: shown.speedDials }),
      ...(change.busyLampFields && { busyLampFields: shown.busyLampFields }),
      ...(disturbedBy !== undefined && { disturbedBy }),
    });
    // Not with each one: that would move all the others each time.
    if (this.#kept.length >= 2 * mostKept) this.#kept = this.#kept.slice(-mostKept);
  }

  /** @returns those with a higher number that are kept: the last 10,000, at least */
  after(number: number): AppliedUpdate[] {
    return this.#kept.filter((update) => update.number > number);
  }

  reset(): void {
    this.#number = 0;
    this.#kept = [];
  }
}
