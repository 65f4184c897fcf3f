import { signal } from '@preact/signals';
import { type DeviceRoute, hashOf, route } from './route.js';
import { clearWithUser } from './session.js';

/** Buttons that are to be copied to a device; in memory alone. */
export interface Copying {
  readonly to: DeviceRoute;
  /** The device that has them; undefined as long as it is not chosen. */
  readonly from: DeviceRoute | undefined;
}

/** What is asked on the page of the device that gets the buttons; undefined if nothing is asked. */
export const copying = signal<Copying | undefined>(undefined);

// On another page it is no longer asked.
route.subscribe((now) => {
  const asked = copying.peek();
  if (asked && hashOf(asked.to) !== hashOf(now)) copying.value = undefined;
});
clearWithUser(() => {
  copying.value = undefined;
});
