import { signal } from '@preact/signals';
import { type DeviceRoute, hashOf, route } from './route.js';
import { clearWithUser } from './session.js';

/** Buttons to copy to a device; only in memory. */
export interface Copying {
  readonly to: DeviceRoute;
  /** The device that has them; undefined until it is chosen. */
  readonly from: DeviceRoute | undefined;
}

/** The question on the page of the device that gets the buttons; undefined if there is none. */
export const copying = signal<Copying | undefined>(undefined);

// On another page the question is closed.
route.subscribe((now) => {
  const asked = copying.peek();
  if (asked && hashOf(asked.to) !== hashOf(now)) copying.value = undefined;
});
clearWithUser(() => {
  copying.value = undefined;
});
