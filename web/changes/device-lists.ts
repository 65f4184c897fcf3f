import type { PhoneProxyClient, PointingButton } from '../../src/client/index.js';
import { type ButtonList, readList } from '../calls/lists.js';
import type { ListRead } from '../editing/draft.js';

/** The device and kind that identify a list of buttons. */
export type ListKey = Pick<PointingButton, 'device' | 'deviceKind' | 'kind'>;

/** Reads a list. */
export type ReadListOf = (key: ListKey) => Promise<ListRead>;

/** @returns what reads lists */
export function listsOf(client: PhoneProxyClient): ReadListOf {
  return (key) => readList(client, listOf(key));
}

function listOf({ device, deviceKind, kind }: ListKey): ButtonList {
  return { device: { kind: deviceKind, name: device }, kind };
}
