import type {
  BusyLampField,
  ButtonsOf,
  PhoneProxyClient,
  PointingButton,
  Replaced,
  SpeedDial,
} from '../../src/client/index.js';

/** One list of buttons: those of one kind on one device. */
export type ListKey = Pick<PointingButton, 'device' | 'deviceKind' | 'kind'>;

export type Entry = SpeedDial | BusyLampField;

/** A list as it was read. */
export interface ListRead {
  readonly entries: readonly Entry[];
  readonly etag: string;
}

/** What a run asks of the service. */
export interface Lists {
  read(key: ListKey): Promise<ListRead>;
  /** Sets a list, only where it is the one of this etag. @returns how making the phone load it went */
  replace(key: ListKey, entries: readonly Entry[], etag: string): Promise<Replaced['afterUpdate']>;
}

export function listsOf(client: PhoneProxyClient): Lists {
  return {
    read: (key) =>
      key.kind === 'speeddial' ? client.readSpeedDials(deviceOf(key)) : client.readBusyLampFields(deviceOf(key)),
    replace: async (key, entries, ifMatch) => {
      const { afterUpdate } =
        key.kind === 'speeddial'
          ? await client.replaceSpeedDials(deviceOf(key), entries as readonly SpeedDial[], { ifMatch })
          : await client.replaceBusyLampFields(deviceOf(key), entries, { ifMatch });
      return afterUpdate;
    },
  };
}

/** How the client names a device. */
export function deviceOf({ device, deviceKind }: Pick<ListKey, 'device' | 'deviceKind'>): ButtonsOf {
  return deviceKind === 'phone' ? device : { profile: device };
}
