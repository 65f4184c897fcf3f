import { computed, effect, signal, untracked } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import type { Inventory } from '../../src/client/index.js';
import { status } from './health.js';
import { clearWithUser, session } from './session.js';

/** The state of the service's inventory; undefined until it is known, and without an inventory. */
export const inventory = signal<Inventory | undefined>(undefined);

// The moments to read it again. After each sweep, there is something new in it. After a change, fewer buttons may have to
// be fixed, and the changed lists have to be checked.
const occasions = [
  session,
  computed(() => status.value?.inventory?.asOf),
  computed(() => status.value?.inventory?.listsToCheck),
];
effect(() => {
  for (const occasion of occasions) void occasion.value;
  untracked(readInventory);
});

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
