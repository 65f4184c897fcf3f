import type { ButtonsOf, CallOptions, ChangeOptions, PhoneProxyClient, Replaced } from '../../src/client/index.js';
import { type ButtonKind, buttonKinds, type EntryOf } from '../../src/domain/button-kinds.js';
import { type DeviceKind, deviceId } from '../../src/domain/device.js';
import type { ListRead } from '../editing/draft.js';
import type { Entry } from '../editing/entry.js';

/** A list of buttons of one device. */
export interface ButtonList {
  readonly device: { readonly kind: DeviceKind; readonly name: string };
  readonly kind: ButtonKind;
}

/** @returns one text for each list, regardless of the letter case of the device's name */
export function listId({ device, kind }: ButtonList): string {
  return `${deviceId(device)}/${kind}`;
}

/** The calls of the typed client for one kind of list. */
interface ListCalls<Some> {
  readonly read: (
    client: PhoneProxyClient,
    of: ButtonsOf,
    options?: CallOptions,
  ) => Promise<{ readonly entries: readonly Some[]; readonly etag: string }>;
  readonly replace: (
    client: PhoneProxyClient,
    of: ButtonsOf,
    entries: readonly Some[],
    options: ChangeOptions,
  ) => Promise<Replaced>;
}

const calls: { readonly [Kind in ButtonKind]: ListCalls<EntryOf[Kind]> } = {
  speeddial: {
    read: (client, of, options) => client.readSpeedDials(of, options),
    replace: (client, of, dials, options) => client.replaceSpeedDials(of, dials, options),
  },
  busylampfield: {
    read: (client, of, options) => client.readBusyLampFields(of, options),
    replace: (client, of, fields, options) => client.replaceBusyLampFields(of, fields, options),
  },
};

function callsOf<Kind extends ButtonKind>(kind: Kind): ListCalls<EntryOf[Kind]> {
  return calls[kind];
}

export async function readList(
  client: PhoneProxyClient,
  { device, kind }: ButtonList,
  options?: CallOptions,
): Promise<ListRead> {
  return { kind, ...(await callsOf(kind).read(client, buttonsOf(device), options)) };
}

/** @returns all lists of a device, in their order */
export function readLists(
  client: PhoneProxyClient,
  device: ButtonList['device'],
  options?: CallOptions,
): Promise<readonly ListRead[]> {
  return Promise.all(buttonKinds.map((kind) => readList(client, { device, kind }, options)));
}

/** Sets the whole list, if it still has the etag `ifMatch`. */
export function replaceList(
  client: PhoneProxyClient,
  { device, kind }: ButtonList,
  entries: readonly Entry[],
  options: ChangeOptions,
): Promise<Replaced> {
  return callsOf(kind).replace(client, buttonsOf(device), entries, options);
}

/** @returns a device, as the client's calls name it */
export function buttonsOf({ kind, name }: ButtonList['device']): ButtonsOf {
  return kind === 'phone' ? name : { profile: name };
}
