import type { ClientWithoutPlans, PointingButton, Replaced } from '../../src/client/index.js';
import { type ButtonList, readList, replaceList } from '../calls/lists.js';
import type { ListRead } from '../editing/draft.js';
import type { Entry } from '../editing/entry.js';

/** The device and kind that identify a list of buttons. */
export type ListKey = Pick<PointingButton, 'device' | 'deviceKind' | 'kind'>;

/** The calls of a run to the service. */
export interface Lists {
  read(key: ListKey): Promise<ListRead>;
  /** Sets a list, only if it still has this etag. @returns how the phone loaded it */
  replace(key: ListKey, entries: readonly Entry[], etag: string): Promise<Replaced['afterUpdate']>;
}

/** @param run the run in the history to which the changes belong */
export function listsOf(client: ClientWithoutPlans, run?: string): Lists {
  return {
    read: (key) => readList(client, listOf(key)),
    replace: async (key, entries, ifMatch) =>
      (await replaceList(client, listOf(key), entries, { ifMatch, run })).afterUpdate,
  };
}

function listOf({ device, deviceKind, kind }: ListKey): ButtonList {
  return { device: { kind: deviceKind, name: device }, kind };
}
