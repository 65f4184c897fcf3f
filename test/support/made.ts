import {
  columnOf,
  type DeviceColumn,
  type DeviceSummary,
  type DeviceTexts,
  deviceTextNames,
  deviceTextsBy,
} from '../../src/domain/device.js';
import type { Change, ChangeList, Finding } from '../../src/client/index.js';
import { type Carried, type NamedDevice, namedDeviceOf, type Phone, phoneOf } from '../../src/domain/phone.js';
import type { SweptTable } from '../../src/domain/swept-tables.js';
import type { CellsOf } from '../../src/inventory/swept-tables.js';

/** The objects of tests. Each has the properties that a test gives; the rest is empty or usual. */

export function deviceTextsWith(given: Partial<DeviceTexts> = {}): DeviceTexts {
  return deviceTextsBy((text) => given[text] ?? '');
}

/** @returns a device as a search shows it */
export function aDevice(given: Partial<DeviceSummary> = {}): DeviceSummary {
  return { deviceKind: given.deviceKind ?? 'phone', ...deviceTextsWith(given), uuid: given.uuid ?? '' };
}

/** @returns a phone as a lookup by number shows it */
export function aPhone(given: Partial<Phone> = {}): Phone {
  return phoneOf(deviceTextsWith(given), carriedWith(given));
}

/** @returns a phone or device profile as a lookup by its name shows it */
export function aNamedDevice(given: Partial<NamedDevice> = {}): NamedDevice {
  return namedDeviceOf(deviceTextsWith(given), carriedWith(given));
}

function carriedWith({ uuid = '', dirns = [], speeddials = [] }: Partial<Carried>): Carried {
  return { uuid, dirns, speeddials };
}

/** @returns the texts of a device as columns of SQL */
export function deviceCells(given: Partial<DeviceTexts> = {}): Readonly<Record<DeviceColumn, string>> {
  const cells = deviceTextNames.map((text) => [columnOf(text), given[text] ?? '']);
  return Object.fromEntries(cells) as Record<DeviceColumn, string>;
}

/** @returns a row of SQL with a device as XML; by its class it is a phone */
export function deviceRow({ uuid = '', ...texts }: Partial<DeviceSummary>, tkclass = 1): string {
  const cells = Object.entries({ pkid: uuid, ...deviceCells(texts), tkclass });
  return `<row>${cells.map(([column, cell]) => `<${column}>${cell}</${column}>`).join('')}</row>`;
}

/** The cells of a row as a sweep reads it. */
export const aRowOf: { readonly [Table in SweptTable]: (given: Partial<CellsOf<Table>>) => CellsOf<Table> } = {
  number: (given) => ({ dirn: '', partition: '', description: '', alerting: '', usage: 2, ...given }),
  device: (given) => ({ ...deviceCells(), kind: 'phone', template: 0, ...given }),
  line: (given) => ({ position: 1, number: null, display: '', ...given }),
  dial: (given) => ({ position: 1, dirn: '', label: '', ...given }),
  lamp: (given) => ({ position: 1, destination: '', number: null, label: '', ...given }),
  forward: () => ({}),
};

/** @returns a finding as the client returns it: a speed dial with the name of someone else, and how to fix it */
export function aFinding(given: Partial<Finding> = {}): Finding {
  return {
    ...{ id: '1', kind: 'old-name', device: 'SEP00A1B2C30001', deviceKind: 'phone', description: '' },
    ...{ list: 'speeddial', index: '1', dirn: '2001', partition: '', label: 'Old' },
    ...{ since: '2026-03-04T05:06:07Z', evidence: 'It is another name.' },
    proposal: { set: { index: '1', dirn: '2001', label: 'New' } },
    dismissal: null,
    ...given,
  };
}

/** @returns a change as the client returns it: one list of this service, which is set */
export function aChange(given: Partial<Change> = {}): Change {
  return {
    ...{ id: '1', state: 'done', closedBecause: null, why: null, undone: 'none', source: 'service' },
    ...{ title: 'Change of a list', reason: '', user: 'alice', time: '2026-03-04T05:06:07.089Z', expires: null },
    ...{ notBefore: null, digest: null, undoes: null, notes: [], counts: { total: 1, changed: 1 } },
    ...{ approval: null, rejection: null, application: null, waitsFor: null, may: [] },
    ...given,
  };
}

/** @returns a list of a change as the client returns it: speed dials that are set, empty before and after */
export function aChangeList(given: Partial<ChangeList> = {}): ChangeList {
  return {
    ...{ device: 'SEP00A1B2C30001', deviceKind: 'phone', uuid: null, kind: 'speeddial', position: 0 },
    ...{ state: 'changed', problem: null, ifMatch: null, before: [], after: [], difference: null },
    ...{ changedSince: null, undoneBy: null, undoable: true },
    sent: { time: '2026-03-04T05:06:07.089Z', user: 'alice', requestId: 'request-1', seenAfter: null },
    ...given,
  };
}
