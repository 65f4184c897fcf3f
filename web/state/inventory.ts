import { signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import type { Inventory } from '../../src/client/index.js';
import { clearWithUser, session } from './session.js';

/** The state of the service's inventory; undefined until it is known, and without an inventory. */
export const inventory = signal<Inventory | undefined>(undefined);

session.subscribe(readInventory);

/** Reads the present state of the inventory. */
export function readInventory(): void {
  const now = session.peek();
  if (now === undefined) return;
  now.client.readInventory().then(
    (kept) => {
      if (session.peek() === now) inventory.value = kept;
    },
    (error: unknown) => {
      failedCall(error);
      if (session.peek() === now) inventory.value = undefined;
    },
  );
}
clearWithUser(() => {
  inventory.value = undefined;
});
