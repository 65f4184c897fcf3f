import { compareIndexes, type PointingButton } from '../../domain/buttons.js';
import type { DeviceSummary, NumberSummary } from '../../domain/device.js';

/** The orders of what callers are answered: the same whatever the call manager's, and whatever the language. */

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** In order of device and kind, and by the number of the index. */
export function compareButtons(a: PointingButton, b: PointingButton): number {
  return (
    compareTexts(a.device, b.device) ||
    compareTexts(a.kind, b.kind) ||
    compareIndexes(a.index, b.index) ||
    compareTexts(a.deviceKind, b.deviceKind)
  );
}

/** In order of name; a phone before a profile of that name. */
export function compareDevices(
  a: Pick<DeviceSummary, 'name' | 'deviceKind'>,
  b: Pick<DeviceSummary, 'name' | 'deviceKind'>,
): number {
  return compareTexts(a.name, b.name) || compareTexts(a.deviceKind, b.deviceKind);
}

/** In order of partition. */
export function compareNumbers(a: NumberSummary, b: NumberSummary): number {
  return compareTexts(a.partition, b.partition);
}
