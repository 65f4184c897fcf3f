import { type ButtonKind, buttonKinds } from '../domain/button-kinds.js';
import type { SeenChange } from '../use-cases/write-journal.js';
import { askDevicesAgain, type AskedAgainParts, askNumbersAgain } from './asked-again.js';
import { watchingKind } from './store/doubtful-lists.js';
import type { InventoryStore, SweepPosition } from './store/inventory-store.js';

export interface KeepChangesParts extends AskedAgainParts {
  readonly keepSeen: (changes: readonly SeenChange[]) => Promise<void>;
}

/** Lists that watch numbers come first. If one of their devices is gone, all of its lists are reported together. */
const inOrder = buttonKinds.toSorted((one, other) => Number(other === watchingKind) - Number(one === watchingKind));

/**
 * Stores in the history what others have changed since the last sweep, before anyone sees this one. First it requests
 * again what the sweep may have read halfway, because its pages are from different moments.
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
