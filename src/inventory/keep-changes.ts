import type { BusyLampField } from '../domain/busy-lamp-field.js';
import { buttonKinds } from '../domain/button-kinds.js';
import type { Uuid } from '../domain/identifiers.js';
import type { Place } from '../domain/place.js';
import type { SeenChange } from '../use-cases/write-journal.js';
import { ask, askDevicesAgain, type AskedAgainParts, askNumbersAgain } from './asked-again.js';
import type { Journal } from './journal.js';
import { watchingKind } from './store/doubtful-lists.js';
import type { SweepPosition } from './store/inventory-store.js';
import type { InventoryStore } from './store/whole-store.js';
import { keptLists } from './store/kept-lists.js';

export interface KeepChangesParts extends AskedAgainParts {
  readonly store: AskedAgainParts['store'] & Pick<InventoryStore, 'keepPickups'>;
  readonly journal: Journal;
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
 * first. The same is done with lists that this service has set during the sweep: a page may be from before or after.
 */
export async function keepChanges(sweep: SweepPosition, parts: KeepChangesParts): Promise<void> {
  const time = new Date(await parts.store.now());
  const askedAt = await askWrittenAgain(sweep, parts);
  for (const kind of buttonKinds) await askDevicesAgain(sweep, kind, parts);
  for (const kind of inOrder) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const upTo: string | undefined = await askNumbersAgain(sweep, kind, after, parts);
      for (let behind: string | undefined = after; behind !== undefined;) {
        const changed: Awaited<ReturnType<InventoryStore['changedLists']>> = await parts.store.changedLists(
          sweep,
          kind,
          behind,
          upTo,
        );
        await parts.keepSeen(
          changed.lists.map(({ knownAt, place, ...list }) => ({
            ...{ ...list, place: askedAt.get(list.uuid) ?? place, seenAfter: new Date(knownAt), time },
          })),
        );
        behind = changed.next;
      }
      after = upTo;
    }
  }
  await keepPickups(sweep, parts);
}

/** @returns the places at which lists were requested again, by their devices */
async function askWrittenAgain(sweep: SweepPosition, parts: KeepChangesParts): Promise<ReadonlyMap<Uuid, Place>> {
  const place = await parts.journal.place();
  const view = parts.journal.latest;
  const askedAt = new Map<Uuid, Place>();
  for (const kind of buttonKinds) {
    const written = view?.owners.filter((owner) => view.isWritten(owner, kind, sweep.place)) ?? [];
    await ask(sweep, keptLists[kind].table, written, parts);
    for (const owner of written) askedAt.set(owner, place);
  }
  return askedAt;
}

/** Stores which lamps pick up, of the lists that this service has set: no table of the call manager says that. */
async function keepPickups(sweep: SweepPosition, { store, journal }: KeepChangesParts): Promise<void> {
  const view = journal.latest;
  for (const owner of view?.owners ?? []) {
    const list = view?.list(owner, watchingKind);
    if (list?.entries && list.isWhole) await store.keepPickups(sweep, owner, list.entries as readonly BusyLampField[]);
  }
}
