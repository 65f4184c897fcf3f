import type { ButtonKind } from '../domain/button-kinds.js';
import { type DeviceKind, deviceId } from '../domain/device.js';

export type { Entry } from '../domain/button-kinds.js';

/** A device's name and kind. */
export interface DeviceRef {
  readonly device: string;
  readonly deviceKind: DeviceKind;
}

/** One list of buttons: those of one kind on one device. */
export interface ListRef extends DeviceRef {
  readonly kind: ButtonKind;
}

/** @returns a text that identifies the device */
export function deviceKeyOf({ device, deviceKind }: DeviceRef): string {
  return deviceId({ kind: deviceKind, name: device });
}
