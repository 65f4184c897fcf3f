import { type ButtonKind, buttonKinds } from '../domain/button-kinds.js';
import type { SeenChange } from '../use-cases/write-journal.js';
import { askDevicesAgain, type AskedAgainParts, askNumbersAgain } from './asked-again.js';
import { watchingKind } from './store/doubtful-lists.js';
import type { InventoryStore, SweepPosition } from './store/inventory-store.js';

export interface KeepChangesParts extends AskedAgainParts {
  readonly keepSeen: (changes: readonly SeenChange[]) => Promise<void>;
}

/**
 * The order of the lists: lists that watch numbers come first. If a device is gone, all of its lists are reported
 * together.
 */
const inOrder = buttonKinds.toSorted((one, other) => Number(other === watchingKind) - Number(one === watchingKind));

/**
 * Stores in the history what others have changed since the last sweep. This happens before anyone sees the new sweep.
 * The pages of a sweep are from different moments, so lists that may be half old and half new are requested again
 * first.
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
