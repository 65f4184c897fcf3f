import { computed, signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import type { Inventory } from '../../src/client/index.js';
import { buttonRun } from './button-run.js';
import { clearWithUser, session } from './session.js';

/** What the service keeps of the cluster; undefined as long as that is not known, and where it keeps nothing. */
export const inventory = signal<Inventory | undefined>(undefined);

session.subscribe(readInventory);
// What a run has changed is to be fixed no longer.
computed(() => buttonRun.value?.isRunning === false).subscribe((isOver) => {
  if (isOver) readInventory();
});

/** Asks what the service keeps by now. */
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
