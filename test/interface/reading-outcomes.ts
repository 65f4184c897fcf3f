import type { PointingButton } from '../../src/domain/button-kinds.js';
import type { DeviceSummary, NumberSummary } from '../../src/domain/device.js';
import { reception, uuid } from '../support/fake-port.js';
import type { KeptLookups } from '../../src/use-cases/lookups.js';
import { fakeInventory } from '../support/fake-inventory.js';
import { nobodyListens } from './common-outcomes.js';
import type { Outcome } from './outcomes.js';
import { request } from './requests.js';
import { foundDevices } from '../support/found-devices.js';
import { aDevice, aNamedDevice } from '../support/made.js';

/**
 * The requests of a front end: phones and profiles by name, devices, numbers, buttons that point at a number, and the
 * status.
 */

const get = (name: string, target: string, callManager?: Outcome['callManager']): Outcome => ({
  name,
  request: request('GET', target),
  ...(callManager && { callManager }),
});

const invalid = (name: string, target: string): Outcome => ({ ...get(name, target), code: 'invalid-request' });

const pointing = (device: string, kind: PointingButton['kind'], index: string): PointingButton => ({
  device,
  deviceKind: device.startsWith('SEP') ? 'phone' : 'profile',
  uuid,
  description: 'Büro & <Co>',
  kind,
  index,
  dirn: '+14085554019',
  partition: kind === 'busylampfield' ? 'PT-E164' : '',
  label: 'Carlos',
});

const device = (place: number): DeviceSummary =>
  aDevice({
    name: `SEP${String(place).padStart(12, '0')}`,
    ...{ description: 'Büro & <Co>', product: 'Cisco 8841', model: 'Cisco 8841', uuid },
  });
const more = { searchDevices: foundDevices(Array.from({ length: 101 }, (_, place) => device(place))) };
const afterTheFirst = Buffer.from(JSON.stringify([device(99).name, 'phone'])).toString('base64url');

const number = (partition: string): NumberSummary => ({ dirn: '4019', partition, description: `Büro in ${partition}` });

/** In the inventory, a minute and a half old. */
const kept = (name: string, target: string, lookups: KeptLookups, cacheControl = 'max-age=90'): Outcome => ({
  name,
  request: request('GET', target, { 'Cache-Control': cacheControl }),
  callManager: {},
  inventory: () => fakeInventory(true, true, lookups),
});
const aged = <Value>(value: Value) => ({ value, ageMs: 89_001 });

export const readingOutcomes: readonly Outcome[] = [
  kept('get-phone/200-from-the-inventory', '/phone/?dirn=0100', { phones: () => Promise.resolve(aged([reception])) }),
  kept('get-speeddials/200-from-the-inventory', '/speeddials?phone=SEP00123456789A', {
    list: () => Promise.resolve(aged(reception.speeddials)),
  }),
  { ...kept('get-phone/504-not-kept', '/phone/?dirn=0100', {}, 'only-if-cached'), code: 'not-kept' },
  get('get-phone/200-by-name', '/phone/?name=SEP00123456789A', {
    findDevice: () => Promise.resolve(aNamedDevice(reception)),
  }),
  get('get-phone/200-by-name-no-phone', '/phone/?name=SEPNOSUCHPHONE', {}),
  invalid('get-phone/400-dirn-and-name', '/phone/?dirn=2003&name=SEP00A1B2C30003'),
  invalid('get-phone/400-name-empty', '/phone/?name='),
  get('get-profile/200-found', '/profile/?name=UDP_SHIFT1', {
    findDevice: () => Promise.resolve(aNamedDevice(reception)),
  }),
  get('get-profile/200-none', '/profile?name=UDP_NONE', {}),
  invalid('get-profile/400-missing', '/profile/'),
  get('get-devices/200-some', '/devices/?search=b%C3%BCro', {
    searchDevices: foundDevices([device(2), device(1)]),
  }),
  get('get-devices/200-more', '/devices/?search=a%2Bb', more),
  get('get-devices/200-the-rest', `/devices/?search=a&after=${afterTheFirst}`, more),
  get('get-devices/200-none', '/devices?search=x', {}),
  invalid('get-devices/400-missing', '/devices/'),
  invalid('get-devices/400-after', '/devices/?search=x&after=x'),
  get('get-export/200-one-device', '/export?device=SEP00123456789A', {
    findDevice: () => Promise.resolve(aNamedDevice(reception)),
    readLists: () => Promise.resolve({ speeddial: reception.speeddials, busylampfield: [] }),
  }),
  get('get-export/200-none', '/export?search=x&delimiter=%3B', {}),
  { ...get('get-export/404-no-device', '/export?device=SEPNOSUCHPHONE', {}), code: 'phone-not-found' },
  invalid('get-export/400-missing', '/export'),
  invalid('get-export/400-two', '/export?all=true&dirn=2003'),
  get('get-numbers/200-in-two-partitions', '/numbers/?dirn=4019', {
    findNumbers: () => Promise.resolve([number('PT-Lab'), number(''), number('PT-Internal')]),
  }),
  get('get-numbers/200-percent-sign', '/numbers?dirn=%25', {
    findNumbers: () => Promise.reject(new Error('is not asked')),
  }),
  invalid('get-numbers/400-missing', '/numbers/'),
  get('get-suggest/200-some', '/suggest/?text=b%C3%BCro', {
    suggest: () => Promise.resolve({ numbers: [number('PT-Lab'), number('')], devices: [device(2), device(1)] }),
  }),
  get('get-suggest/200-from-a-call-manager', '/suggest?text=20'),
  get('get-suggest/200-none', '/suggest?text=%25%25'),
  {
    ...get('get-suggest/502-no-sql', '/suggest?text=20'),
    code: 'call-manager-fault',
    misbehaviour: { kind: 'fault', operation: 'executeSQLQuery', axlcode: -1, message: 'Not allowed.' },
  },
  invalid('get-suggest/400-missing', '/suggest'),
  invalid('get-suggest/400-too-short', '/suggest?text=6'),
  get('get-buttons/200-some', '/buttons/?dirn=%2B14085554019', {
    findButtons: () =>
      Promise.resolve([
        pointing('UDP_SHIFT1', 'speeddial', '1'),
        pointing('SEP2', 'speeddial', '10'),
        pointing('SEP2', 'speeddial', '9'),
        pointing('SEP2', 'busylampfield', '11'),
        pointing('SEP10', 'speeddial', '1'),
      ]),
  }),
  get('get-buttons/200-none', '/buttons?dirn=9', {}),
  get('get-buttons/200-page', '/buttons/?dirn=%2B14085554019&limit=1', {
    findButtonsPage: () =>
      Promise.resolve({
        buttons: [pointing('SEP2', 'speeddial', '10')],
        next: { part: 0, key: 'df612bf4-160e-456f-a040-5b384ce73340' },
      }),
  }),
  get('get-buttons/200-last-page', '/buttons/?dirn=9&limit=5000&after=2.', {}),
  invalid('get-buttons/400-missing', '/buttons/'),
  invalid('get-buttons/400-limit', '/buttons/?dirn=9&limit=5001'),
  invalid('get-buttons/400-after', '/buttons/?dirn=9&limit=1&after=x'),
  {
    ...get('get-buttons/422-too-many', '/buttons/?dirn=9', {
      findButtons: (_number, _context, { hold }) => {
        for (let held = 0; held <= 200_000; held += 1) hold(1);
        return Promise.resolve([]);
      },
    }),
    code: 'too-many-buttons',
  },
  get('get-status/200-ready', '/status'),
  { ...get('get-status/200-read-only', '/status/'), environment: { READ_ONLY_USERS: 'caller', AXL_VERSION: 'auto' } },
  {
    ...get('get-status/200-refused', '/status'),
    environment: { AXL_VERSION: 'auto' },
    misbehaviour: { kind: '401' },
  },
  {
    ...get('get-status/200-unavailable', '/status'),
    environment: nobodyListens,
  },
];
