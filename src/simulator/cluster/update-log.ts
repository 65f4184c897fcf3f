import type { Device, DeviceChange } from '../state/devices.js';
import { type DeviceState, showDevices } from '../state/shown-state.js';

/** An update that was carried out. */
export interface AppliedUpdate {
  /** The first update after the start or the last reset has the number 1, and each later update has the next number. */
  readonly number: number;
  /** When, in milliseconds since the epoch. */
  readonly time: number;
  /** The kind of the device. */
  readonly deviceKind: 'phone' | 'profile';
  /** The device's name at that moment. */
  readonly device: string;
  /** The new lists; a list that the update did not set is absent. */
  readonly speedDials?: DeviceState['speedDials'];
  readonly busyLampFields?: DeviceState['busyLampFields'];
  /** The kind of the misbehavior rule that the request met. Absent: it was answered correctly and at once. */
  readonly disturbedBy?: string;
}

/** Limits the memory of a simulator that runs for days. */
const mostKept = 10_000;

/** The updates that were carried out, in order. Tests compare answers with them. */
export class UpdateLog {
  #number = 0;
  #kept: AppliedUpdate[] = [];

  /** @param device as it is after the change */
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
    // Do this rarely, because it moves all of the other updates.
    if (this.#kept.length >= 2 * mostKept) this.#kept = this.#kept.slice(-mostKept);
  }

  /** @returns the stored updates with a higher number: at least the last 10,000 */
  after(number: number): AppliedUpdate[] {
    return this.#kept.filter((update) => update.number > number);
  }

  reset(): void {
    this.#number = 0;
    this.#kept = [];
  }
}
