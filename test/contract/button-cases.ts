import { boundless } from '../support/call-context.js';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { DeviceKey } from '../../src/domain/device.js';
import { type DeviceName, dialledForm } from '../../src/domain/identifiers.js';
import type { CallContext } from '../../src/use-cases/call-context.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import type { ExchangeCase } from './exchange-cases.js';
import { response, withBadBytes } from './wire-cases.js';

/**
 * Buttons with details: busy lamp fields, device profiles, buttons that point at a number, and the requests of a front
 * end.
 */

const phone = (name: string): DeviceKey => ({ kind: 'phone', name: name as DeviceName });
const profile = (name: string): DeviceKey => ({ kind: 'profile', name: name as DeviceName });

type Change = (present: readonly BusyLampField[]) => readonly BusyLampField[];

/** Reads the busy lamp fields, and writes the changed list. */
const change = (device: DeviceKey, how: Change) => async (callManager: CallManager, context: CallContext) => {
  const held = await callManager.buttons.busylampfield.readForChange(device, context);
  return callManager.buttons.busylampfield.replace(device, how(held.entries), held, context);
};
const readLamps = (device: DeviceKey) => (callManager: CallManager, context: CallContext) =>
  callManager.buttons.busylampfield.read(device, context);
const setDials = (device: DeviceKey) => (callManager: CallManager, context: CallContext) =>
  callManager.buttons.speeddial.replace(
    device,
    [{ index: '1', dirn: '0100', label: "<R&D> & 'x'" }],
    undefined,
    context,
  );
const findButtons = (number: string) => async (callManager: CallManager, context: CallContext) =>
  (await callManager.findButtons(dialledForm(number), context, boundless))
    .map(({ device, kind, index, dirn, partition, label }) => [device, kind, index, dirn, partition, label].join(' | '))
    .sort();

const dispatch = phone('SEP00A1B2C30103');
const dispatchKey = 'ce450ee1-4e68-b3b5-0a71-1244030c9beb';
const frontDesk = profile('UDP_FRONTDESK');
const frontDeskKey = 'a9cbd532-1be4-d8da-0a37-821eb98968d1';

const staleLabels = [
  'SEP00A1B2C30100 | busylampfield | 32 | 6150 | PT-Internal | Lars Ek',
  'SEP00A1B2C30101 | speeddial | 1 | 6150 |  | Lars Ek',
  'SEP00A1B2C30102 | speeddial | 4 | 6150 |  | L. Ek',
  'SEP00A1B2C30103 | busylampfield | 3 | 6150 | PT-Internal | Ek (purchasing)',
  'SEP00A1B2C30104 | busylampfield | 7 | 6150 |  | L. Ek',
  'SEP00A1B2C30105 | busylampfield | 1 | 6150 | PT-Internal | Lars Ek',
  'SEP00A1B2C30105 | speeddial | 12 | 6150 |  | Lars Ek',
  'SEP00A1B2C30105 | speeddial | 2 | 6150 |  | Ek (purchasing)',
  'SEP00A1B2C30106 | speeddial | 1 | 6150 |  | L. Ek',
  'UDP_FRONTDESK | speeddial | 1 | 6150 |  | Lars Ek',
];

const unreadableLamp =
  '<phone uuid="{CE450EE1-4E68-B3B5-0A71-1244030C9BEB}"><busyLampFields><busyLampField><blfDest/>' +
  '<blfDirn>2001</blfDirn><routePartition/><label>Lars</label><asciiLabel>L¤rs</asciiLabel><index>1</index>' +
  '</busyLampField></busyLampFields></phone>';

export const buttonCases: readonly ExchangeCase[] = [
  {
    name: 'busy-lamp-fields',
    operations: ['getPhone'],
    act: readLamps(dispatch),
    outcome: {
      uuid: dispatchKey,
      entries: [
        { index: '1', dirn: '6130', partition: 'PT-München', label: 'Ignaz Huber', pickup: false },
        { index: '2', dirn: '6101', partition: 'PT-Internal', label: 'Agneta', pickup: true },
        { index: '3', dirn: '6150', partition: 'PT-Internal', label: 'Ek (purchasing)', pickup: false },
      ],
    },
  },
  {
    name: 'one-label',
    operations: ['getPhone', 'updatePhone'],
    act: change(dispatch, (present) => present.map((one) => (one.index === '3' ? { ...one, label: 'Petra' } : one))),
    outcome: dispatchKey,
  },
  {
    name: 'new-lamps',
    operations: ['getPhone', 'updatePhone'],
    act: change(phone('SEP00A1B2C30104'), (present) => [
      ...present,
      { index: '1', dirn: '2001', partition: 'PT-Internal', label: '<Astrid> & Co', pickup: true },
      { index: '2', destination: '0', label: '', pickup: false },
    ]),
    outcome: '70763c65-cd05-66ec-4130-27c16a8c11d0',
  },
  {
    name: 'no-lamps',
    operations: ['getPhone', 'updatePhone'],
    act: change(dispatch, () => []),
    outcome: dispatchKey,
  },
  {
    name: 'not-representable',
    operations: ['getPhone'],
    answers: { getPhone: withBadBytes(response('getPhone', unreadableLamp)) },
    act: change(dispatch, (present) => present),
    outcome: { code: 'not-representable', axlCode: undefined },
  },
  {
    name: 'both-lists',
    operations: ['getPhone'],
    act: (callManager, context) => callManager.readLists(dispatch, context),
    outcome: {
      speeddial: [],
      busylampfield: [
        { index: '1', dirn: '6130', partition: 'PT-München', label: 'Ignaz Huber', pickup: false },
        { index: '2', dirn: '6101', partition: 'PT-Internal', label: 'Agneta', pickup: true },
        { index: '3', dirn: '6150', partition: 'PT-Internal', label: 'Ek (purchasing)', pickup: false },
      ],
    },
  },
  {
    name: 'both-lists',
    operations: ['getDeviceProfile'],
    act: (callManager, context) => callManager.readLists(frontDesk, context),
    outcome: {
      speeddial: [
        { index: '1', dirn: '6150', label: 'Lars Ek' },
        { index: '2', dirn: '+498955500777', label: 'Werk Augsburg' },
      ],
      busylampfield: [
        { index: '1', dirn: '6130', partition: 'PT-Internal', label: 'Ingrid Holm', pickup: true },
        { index: '2', dirn: '6130', partition: 'PT-München', label: 'Ignaz Huber', pickup: false },
        { index: '5', destination: '0855500199', label: 'Taxi', pickup: false },
      ],
    },
  },
  {
    name: 'one-profile',
    operations: ['getDeviceProfile'],
    act: (callManager, context) => callManager.findDevice(frontDesk, context),
    outcome: {
      product: 'Cisco 8861',
      description: 'Reception, whoever is on duty',
      model: 'Cisco 8861',
      name: 'UDP_FRONTDESK',
      uuid: frontDeskKey,
      dirns: ['6100'],
      speeddials: [
        { index: '1', dirn: '6150', label: 'Lars Ek' },
        { index: '2', dirn: '+498955500777', label: 'Werk Augsburg' },
      ],
    },
  },
  {
    name: 'not-found',
    operations: ['getDeviceProfile'],
    act: readLamps(profile('UDP_NOBODY')),
    outcome: { code: 'profile-not-found', axlCode: 5007 },
  },
  {
    name: 'one-label',
    operations: ['getDeviceProfile', 'updateDeviceProfile'],
    act: change(frontDesk, (present) => present.map((one) => ({ ...one, label: 'Reception' }))),
    outcome: frontDeskKey,
  },
  { name: 'one-dial', operations: ['updateDeviceProfile'], act: setDials(frontDesk), outcome: frontDeskKey },
  {
    name: 'not-found',
    operations: ['updateDeviceProfile'],
    act: setDials(profile('UDP_NOBODY')),
    outcome: { code: 'profile-not-found', axlCode: 5007 },
  },
  {
    name: 'phone-by-name',
    operations: ['listPhone', 'getPhone'],
    act: (callManager, context) => callManager.findDevice(dispatch, context),
    outcome: {
      product: 'Cisco 7861',
      description: 'Dispatch',
      model: 'Cisco 7861',
      name: 'SEP00A1B2C30103',
      uuid: dispatchKey,
      dirns: ['6153'],
      speeddials: [],
    },
  },
  {
    name: 'search',
    operations: ['executeSQLQuery'],
    act: (callManager, context) =>
      callManager.searchDevices({ text: 'FRONT desk', after: undefined, most: 100 }, context),
    outcome: {
      devices: [
        {
          deviceKind: 'phone',
          name: 'SEP00A1B2C3001E',
          description: 'Reception, Stockholm front desk',
          product: 'Cisco 7841',
          model: 'Cisco 7841',
          uuid: '63229c6e-6be9-4cd5-a4fc-3ddf638f5cfc',
        },
        {
          deviceKind: 'profile',
          name: 'UDP_FRONTDESK',
          description: 'Reception, whoever is on duty',
          product: 'Cisco 8861',
          model: 'Cisco 8861',
          uuid: 'a9cbd532-1be4-d8da-0a37-821eb98968d1',
        },
      ],
      next: undefined,
    },
  },
  {
    name: 'two-partitions',
    operations: ['listLine'],
    act: (callManager, context) => callManager.findNumbers(dialledForm('6130'), context),
    outcome: [
      { dirn: '6130', partition: 'PT-Internal', description: 'Ingrid Holm' },
      { dirn: '6130', partition: 'PT-München', description: 'Ignaz Huber' },
    ],
  },
  { name: 'stale-labels', operations: ['executeSQLQuery'], act: findButtons('6150'), outcome: staleLabels },
  {
    name: 'too-large',
    operations: Array.from({ length: 7 }, () => 'executeSQLQuery'),
    misbehaviour: { kind: 'query-too-large', rows: 4 },
    act: findButtons('6150'),
    outcome: staleLabels,
  },
];
