import { type ButtonList, buttonsOf } from '../../../calls/lists.js';
import { type ListView, listViews } from '../../../changes/list-view.js';
import { lastSetter } from '../../../changes/undo.js';
import type { ListRead } from '../../../editing/draft.js';
import { useLoaded, valueOf } from '../../../state/loaded.js';
import { client } from '../../../state/session.js';

/** @returns for each of some lists of a device the change that set it last, as soon as it is known */
export function useLastSetters(
  device: ButtonList['device'],
  lists: readonly ListRead[],
): readonly (ListView | undefined)[] {
  const { loaded } = useLoaded(
    (signal) => client().listChanges({ of: buttonsOf(device), limit: 20 }, { signal }),
    lists.map(({ etag }) => etag),
  );
  const changes = (valueOf(loaded)?.changes ?? []).flatMap(listViews);
  return lists.map(({ kind, entries }) => lastSetter(changes, kind, entries));
}
