import type { PointingButton } from './button-kinds.js';
import { compareIndexes } from './buttons.js';
import type { DevicePosition, NumberSummary } from './device.js';

/** Orders texts in answers. The order is the same for every call manager and every language. */

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders buttons by device and kind, and then by the number of the index. */
export function compareButtons(a: PointingButton, b: PointingButton): number {
  return (
    compareTexts(a.device, b.device) ||
    compareTexts(a.kind, b.kind) ||
    compareIndexes(a.index, b.index) ||
    compareTexts(a.deviceKind, b.deviceKind)
  );
}

/** Orders numbers by number, and then by partition. */
export function compareNumbers(a: NumberSummary, b: NumberSummary): number {
  return compareTexts(a.dirn, b.dirn) || compareTexts(a.partition, b.partition);
}

/** Orders devices by name. A phone comes before a profile of the same name. */
export function compareDevices(a: DevicePosition, b: DevicePosition): number {
  return compareTexts(a.name, b.name) || compareTexts(a.deviceKind, b.deviceKind);
}
