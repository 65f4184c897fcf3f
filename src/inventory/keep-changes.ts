import { type ButtonKind, buttonKinds } from '../domain/button-kinds.js';
import type { SeenChange } from '../use-cases/write-journal.js';
import { askDevicesAgain, type AskedAgainParts, askNumbersAgain } from './asked-again.js';
import { watchingKind } from './store/doubtful-lists.js';
import type { InventoryStore, SweepPosition } from './store/inventory-store.js';

export interface KeepChangesParts extends AskedAgainParts {
  readonly keepSeen: (changes: readonly SeenChange[]) => Promise<void>;
}

/** Lists that watch numbers come first: a device that is found to be gone with one of them is told with the others. */
const inOrder = buttonKinds.toSorted((one, other) => Number(other === watchingKind) - Number(one === watchingKind));

/**
 * Tells the history of what others have changed since the last sweep, before anyone sees this one. What pages of
 * different moments may have shown halfway is asked once more first.
 */
export async function keepChanges(sweep: SweepPosition, parts: KeepChangesParts): Promise<void> {
  const time = new Date(await parts.store.now());
  for (const kind of buttonKinds) await askDevicesAgain(sweep, kind, parts);
  for (const kind of inOrder) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const upTo: string | undefined = await askNumbersAgain(sweep, kind, after, parts);
      await keepSome(sweep, kind, { after, upTo }, time, parts);
      after = upTo;
    }
  }
}

async function keepSome(
  sweep: SweepPosition,
  kind: ButtonKind,
  { after, upTo }: { readonly after: string; readonly upTo: string | undefined },
  time: Date,
  { store, keepSeen }: KeepChangesParts,
): Promise<void> {
  for (let behind: string | undefined = after; behind !== undefined;) {
    const { lists, next }: Awaited<ReturnType<InventoryStore['changedLists']>> = await store.changedLists(
      sweep,
      kind,
      behind,
      upTo,
    );
    await keepSeen(lists.map(({ knownAt, ...list }) => ({ ...list, seenAfter: new Date(knownAt), time })));
    behind = next;
  }
}
