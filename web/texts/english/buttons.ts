import type { ButtonKind, DeviceKind } from '../../../src/client/index.js';
import { countedKinds } from './counted.js';

const kind: Readonly<Record<ButtonKind, string>> = { speeddial: 'Speed dial', busylampfield: 'Busy lamp field' };
const kinds: Readonly<Record<ButtonKind, string>> = { speeddial: 'Speed dials', busylampfield: 'Busy lamp fields' };
const deviceKind: Readonly<Record<DeviceKind, string>> = { phone: 'Phone', profile: 'Device profile' };

/** The words for buttons and devices, on every page. */
export const buttons = {
  table: {
    index: 'Index',
    number: 'Number',
    destination: 'Destination',
    partition: 'Partition',
    label: 'Label',
    pickup: 'Pickup',
    kind: 'Kind',
    button: 'Button',
    device: 'Device',
    description: 'Description',
    model: 'Model',
    noLabel: 'no label',
    noPartition: 'no partition',
    noButtons: 'No buttons.',
    actions: 'Actions',
    yes: 'yes',
    no: 'no',
  },
  kind,
  kinds,
  deviceKind,

  difference: {
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    moved: 'Moved',
    entries: (count: number) => `(${count} entries)`,
    nothing: 'No difference.',
    was: 'was',
    becomes: 'becomes',
    freeForm: 'free-form',
    pickup: 'pickup',
    /** @param counts how many entries there are of each kind of difference */
    summary: (counts: Readonly<Partial<Record<'added' | 'changed' | 'removed' | 'moved', number>>>) =>
      countedKinds(counts, (count, kind) => `${count} ${kind}`),
  },
};
