import type { CallManagerState } from '../state/call-manager-state.js';
import { derivedUuid, type Device } from '../state/devices.js';

type Cell = string | number | null;

/** A row, with the name of its table. */
export type Row = readonly [table: string, values: readonly Cell[]];

/** The tables and columns that exist, named as in the call manager's data dictionary. */
export const tableColumns: Readonly<Record<string, readonly string[]>> = {
  device: [
    'pkid TEXT PRIMARY KEY',
    'name TEXT',
    'description TEXT',
    'tkclass INTEGER',
    'tkproduct INTEGER',
    'tkmodel INTEGER',
    'tkdeviceprotocol INTEGER',
    'fkdevicepool TEXT',
    'fkcallingsearchspace TEXT',
  ],
  devicenumplanmap: [
    'pkid TEXT PRIMARY KEY',
    'fkdevice TEXT',
    'fknumplan TEXT',
    'numplanindex INTEGER',
    'label TEXT',
    'display TEXT',
  ],
  numplan: [
    'pkid TEXT PRIMARY KEY',
    'dnorpattern TEXT',
    'fkroutepartition TEXT',
    'description TEXT',
    'alertingname TEXT',
    'tkpatternusage INTEGER',
  ],
  callforwarddynamic: ['pkid TEXT PRIMARY KEY', 'fknumplan TEXT', 'cfadestination TEXT', 'cfavoicemailenabled TEXT'],
  routepartition: ['pkid TEXT PRIMARY KEY', 'name TEXT'],
  callingsearchspace: ['pkid TEXT PRIMARY KEY', 'name TEXT'],
  devicepool: ['pkid TEXT PRIMARY KEY', 'name TEXT'],
  speeddial: [
    'pkid TEXT PRIMARY KEY',
    'fkdevice TEXT',
    'speeddialindex INTEGER',
    'speeddialnumber TEXT',
    'label TEXT',
    'labelascii TEXT',
  ],
  blfspeeddial: [
    'pkid TEXT PRIMARY KEY',
    'fkdevice TEXT',
    'fknumplan TEXT',
    'blfindex INTEGER',
    'blfdestination TEXT',
    'label TEXT',
  ],
  typeclass: ['enum INTEGER PRIMARY KEY', 'name TEXT'],
  typeproduct: ['enum INTEGER PRIMARY KEY', 'name TEXT'],
  typemodel: ['enum INTEGER PRIMARY KEY', 'name TEXT'],
  typedeviceprotocol: ['enum INTEGER PRIMARY KEY', 'name TEXT'],
  typepatternusage: ['enum INTEGER PRIMARY KEY', 'name TEXT'],
};

/**
 * The columns, besides the keys, that get an index because tables are searched by them. So a query for a few rows takes
 * about the same time in a large company.
 */
export const indexedColumns: Readonly<Record<string, readonly (readonly string[])[]>> = {
  devicenumplanmap: [['fkdevice', 'numplanindex'], ['fknumplan']],
  numplan: [['dnorpattern']],
  callforwarddynamic: [['fknumplan']],
  speeddial: [['fkdevice', 'speeddialindex']],
  blfspeeddial: [['fkdevice', 'blfindex'], ['fknumplan']],
};

/** The tables with rows of devices that an update can change, each with the column that has the device's key. */
export const deviceTables = {
  device: 'pkid',
  devicenumplanmap: 'fkdevice',
  speeddial: 'fkdevice',
  blfspeeddial: 'fkdevice',
};

const classNumbers: Record<Device['className'], number> = {
  Phone: 1,
  Gateway: 2,
  'CTI Route Point': 10,
  'Remote Destination Profile': 20,
  'Phone Template': 253,
  'Device Profile': 254,
};
const protocolNumbers: Record<string, number> = {
  SCCP: 0,
  'Digital Access PRI': 1,
  'H.225': 2,
  'Analog Access': 3,
  'Route Point': 5,
  SIP: 11,
  MGCP: 12,
};
const usageNumbers: Record<string, number> = { Device: 2, Translation: 3, Route: 5, 'Hunt Pilot': 7 };

/** The rows that no update changes: enumerations, partitions, pools and numbers. */
export function seedRows({ seed, lines }: CallManagerState): Row[] {
  const namedRows = (table: string, list: readonly { uuid: string; name: string }[]): Row[] =>
    list.map(({ uuid, name }) => [table, [uuid, name]]);
  const enumRows = (table: string, values: Readonly<Record<string, number>>): Row[] =>
    Object.entries(values).map(([name, value]) => [table, [value, name]]);
  const numbered = (list: readonly { enum: number; name: string }[]) =>
    Object.fromEntries(list.map((entry) => [entry.name, entry.enum]));
  return [
    ...namedRows('routepartition', seed.routePartitions),
    ...namedRows('callingsearchspace', seed.callingSearchSpaces),
    ...namedRows('devicepool', seed.devicePools),
    ...enumRows('typeclass', classNumbers),
    ...enumRows('typedeviceprotocol', protocolNumbers),
    ...enumRows('typepatternusage', usageNumbers),
    ...enumRows('typeproduct', numbered(seed.products)),
    ...enumRows('typemodel', numbered(seed.models)),
    ...lines.map((line): Row => [
      'numplan',
      [
        line.uuid,
        line.pattern,
        line.routePartition?.uuid ?? null,
        line.description,
        line.alertingName,
        usageNumbers[line.usage] ?? null,
      ],
    ]),
    ...lines
      .filter(({ usage }) => usage === 'Device')
      .map(({ uuid, forwardAll }): Row => {
        return ['callforwarddynamic', [derivedUuid(`${uuid} forwarding`), uuid, forwardAll, 'f']];
      }),
  ];
}

/** The rows of one device, in its present state. */
export function deviceRows(device: Device): Row[] {
  const { uuid } = device;
  return [
    [
      'device',
      [
        uuid,
        device.name,
        device.description,
        classNumbers[device.className],
        device.productEnum,
        device.modelEnum,
        protocolNumbers[device.protocol] ?? null,
        device.devicePool.uuid,
        device.callingSearchSpace?.uuid ?? null,
      ],
    ],
    ...device.appearances.map((appearance): Row => [
      'devicenumplanmap',
      [appearance.uuid, uuid, appearance.line.uuid, appearance.index, appearance.label, appearance.display],
    ]),
    ...device.speedDials.map(({ index, dirn, label }): Row => [
      'speeddial',
      [derivedUuid(`${uuid} speed dial ${index}`), uuid, index, dirn, label, label.replace(/[^ -~]/gu, '?')],
    ]),
    ...device.busyLampFields.map(({ index, destination, line, label }): Row => [
      'blfspeeddial',
      [
        derivedUuid(`${uuid} busy lamp field ${index}`),
        uuid,
        line?.uuid ?? null,
        index,
        destination === '' ? null : destination,
        label,
      ],
    ]),
  ];
}
