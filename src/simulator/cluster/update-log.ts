import type { Device, DeviceChange } from '../state/devices.js';
import { type DeviceState, showDevices } from '../state/shown-state.js';

type SetLists = Partial<Pick<DeviceState, 'speedDials' | 'busyLampFields'>>;

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
  /** The lists after it that it set, or that it was to set if it was altered; others are absent. */
  readonly speedDials?: DeviceState['speedDials'];
  readonly busyLampFields?: DeviceState['busyLampFields'];
  /** The lists that were sent, if the rule `alters-list` may have set others. */
  readonly sent?: SetLists;
  /** The kind of the misbehavior rule that the request met. Absent: it was answered correctly and at once. */
  readonly disturbedBy?: string;
}

/** What else is known of an update. */
export interface UpdateNotes {
  readonly disturbedBy: string | undefined;
  /** What was asked for, if the update was altered. */
  readonly sent: DeviceChange | undefined;
}

/** Limits the memory of a simulator that runs for days. */
const mostKept = 10_000;

/** The updates that were carried out, in order. Tests compare answers with them. */
export class UpdateLog {
  #number = 0;
  #kept: AppliedUpdate[] = [];

  /** @param device as it is after the change */
  add(device: Device, change: DeviceChange, { disturbedBy, sent }: UpdateNotes): void {
    this.#number += 1;
    this.#kept.push({
      number: this.#number,
      time: Date.now(),
      deviceKind: device.className === 'Device Profile' ? 'profile' : 'phone',
      device: device.name,
      ...listsOf({ ...sent, ...change }, device),
      ...(sent && { sent: listsOf(sent, { ...device, ...sent }) }),
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

/** @returns the lists of a device that a change sets */
function listsOf({ speedDials, busyLampFields }: DeviceChange, device: Device): SetLists {
  const [shown] = showDevices([device]);
  return {
    ...(speedDials && shown && { speedDials: shown.speedDials }),
    ...(busyLampFields && shown && { busyLampFields: shown.busyLampFields }),
  };
}
