import type { ButtonsOf, CallOptions, ChangeOptions, PhoneProxyClient, Replaced } from '../../src/client/index.js';
import type { ButtonKind } from '../../src/domain/buttons.js';
import { type DeviceKind, deviceId } from '../../src/domain/device.js';
import type { ListRead } from '../editing/draft.js';
import { type Entry, isDial, isLamp } from '../editing/entry.js';

/** A list of buttons of one device. */
export interface ButtonList {
  readonly device: { readonly kind: DeviceKind; readonly name: string };
  readonly kind: ButtonKind;
}

/** @returns one text for each list, whatever the letter case of the device's name */
export function listId({ device, kind }: ButtonList): string {
  return `${deviceId(device)}/${kind}`;
}

export function readList(
  client: PhoneProxyClient,
  { device, kind }: ButtonList,
  options?: CallOptions,
): Promise<ListRead> {
  const of = buttonsOf(device);
  return kind === 'speeddial' ? client.readSpeedDials(of, options) : client.readBusyLampFields(of, options);
}

/** Sets the whole list, where it is still the one that `ifMatch` names. */
export function replaceList(
  client: PhoneProxyClient,
  { device, kind }: ButtonList,
  entries: readonly Entry[],
  options: ChangeOptions,
): Promise<Replaced> {
  const of = buttonsOf(device);
  return kind === 'speeddial'
    ? client.replaceSpeedDials(of, entries.filter(isDial), options)
    : client.replaceBusyLampFields(of, entries.filter(isLamp), options);
}

function buttonsOf({ kind, name }: ButtonList['device']): ButtonsOf {
  return kind === 'phone' ? name : { profile: name };
}
