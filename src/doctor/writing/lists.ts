import { busyLampFields } from '../../axl/adapter/busy-lamp-fields.js';
import { StoredButtons } from '../../axl/adapter/buttons-of-devices.js';
import { getDevice, uuidOf } from '../../axl/adapter/operations.js';
import { isTemplate } from '../../axl/adapter/mapping.js';
import type { AxlClient } from '../../axl/client/axl-client.js';
import type { ReleaseTraits } from '../../axl/soap/releases.js';
import { child, children, childText, elementOf, type XmlElement } from '../../axl/soap/xml.js';
import { canonicalIndex } from '../../domain/buttons.js';
import { type DeviceName, dialledForm, longestText, unfitText } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';

/** The two lists of a phone, by their names in AXL. */
export const listNames = ['speeddials', 'busyLampFields'] as const;
export type ListName = (typeof listNames)[number];

const entryName = { speeddials: 'speeddial', busyLampFields: 'busyLampField' } as const satisfies Record<
  ListName,
  string
>;
export const updateOf = {
  speeddials: 'updateSpeedDials',
  busyLampFields: 'updateBusyLampFields',
} as const satisfies Record<ListName, string>;

/** The entries of each list as they were read. */
export type Lists = Readonly<Record<ListName, readonly XmlElement[]>>;

export interface PhoneRead {
  readonly uuid: string;
  readonly isTemplate: boolean;
  readonly lines: number;
  readonly lists: Lists;
}

/** Reads a whole phone, from the publisher. @throws ServiceError `phone-not-found` */
export async function readPhone(client: AxlClient, name: string, context: CallContext): Promise<PhoneRead> {
  const device = { kind: 'phone', name: name as DeviceName } as const;
  const found = await getDevice(client, device, 'getWholePhone', context, { node: client.publisher });
  const entries = (list: ListName) => children(child(found, list), entryName[list]);
  return {
    uuid: uuidOf(found, 'getWholePhone'),
    isTemplate: isTemplate(found),
    lines: children(child(found, 'lines'), 'line').length,
    lists: { speeddials: entries('speeddials'), busyLampFields: entries('busyLampFields') },
  };
}

/** @returns the normal form of a list: two lists have the same text if they set the same buttons */
export function spelled(list: ListName, entries: readonly XmlElement[]): string {
  const one = (entry: XmlElement): readonly string[] => {
    const text = (name: string) => childText(entry, name);
    const index = canonicalIndex(text('index'));
    if (list === 'speeddials') return [index, dialledForm(text('dirn')), text('label')];
    const features = children(child(entry, 'associatedBlfSdFeatures'), 'feature').map((feature) => feature.text.trim());
    const target =
      text('blfDest').trim() === '' ? [dialledForm(text('blfDirn')), text('routePartition')] : [text('blfDest')];
    return [index, ...target, text('label'), ...features];
  };
  return JSON.stringify(entries.map((entry) => JSON.stringify(one(entry))).sort());
}

/**
 * @returns the items that set a list as it was read
 * @throws ServiceError `not-representable`, or RangeError, if it cannot be written as it was read
 */
export function itemsToRestore(list: ListName, entries: readonly XmlElement[], traits: ReleaseTraits): XmlElement[][] {
  if (list === 'speeddials') {
    return entries.map((entry) => {
      const unfit = ['dirn', 'label', 'index'].find(
        (name) => unfitText(childText(entry, name), longestText) !== undefined,
      );
      if (unfit !== undefined) throw new RangeError(`a speed dial has a ${unfit} that cannot be written`);
      return ['dirn', 'label', 'index'].map((name) => elementOf(name, childText(entry, name)));
    });
  }
  const stored = entries.map((element) => ({ element, shown: busyLampFields.shown(element) }));
  const shown = stored.map((one) => one.shown);
  const items = busyLampFields.itemsOf(shown, new StoredButtons(stored), traits, undefined);
  return items.map((item) => [...(item as readonly XmlElement[])]);
}
