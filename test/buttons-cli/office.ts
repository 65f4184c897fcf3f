import { readFileSync } from 'node:fs';
import type { DeviceState } from '../../src/simulator/state/shown-state.js';
import { root } from '../support/project.js';

/** A number with buttons on the phones; only the first phone has it as a line. */
export const watched = '7000';

interface Seed {
  readonly lines: readonly object[];
  readonly devices: readonly object[];
  readonly [name: string]: unknown;
}

export function phoneName(place: number): string {
  return `SEPFACE0000${place.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The company of the simulator with other phones: each has a speed dial and a busy lamp field. Of each ten phones, the
 * given number has a button of each kind to the watched number, with one of several stale labels.
 */
export function officeOf(phones: number, pointingOfTen = 4): Seed {
  const company = JSON.parse(readFileSync(`${root}fixtures/company.json`, 'utf8')) as Seed;
  const line = {
    ...{ uuid: 'face0000-0000-4000-8000-aaaaaaaaaaaa', pattern: watched },
    ...{ routePartition: 'PT-Internal', description: 'Somebody new' },
  };
  return {
    ...company,
    lines: [...company.lines, line],
    devices: Array.from({ length: phones }, (_, place) => phone(place, place % 10 < pointingOfTen)),
  };
}

function phone(place: number, isPointing: boolean): object {
  return {
    uuid: `face0000-0000-4000-8000-${place.toString(16).padStart(12, '0')}`,
    name: phoneName(place),
    description: `Desk ${place}`,
    ...{ product: 'Cisco 8841', model: 'Cisco 8841', protocol: 'SIP' },
    ...{ devicePool: 'DP-Stockholm', callingSearchSpace: 'CSS-Office' },
    lines: place === 0 ? [{ pattern: watched, routePartition: 'PT-Internal' }] : [],
    speedDials: [
      { index: 1, dirn: '0100', label: `Night bell ${place}` },
      ...(isPointing ? [{ index: 4, dirn: watched, label: `Stale ${place % 3}` }] : []),
    ],
    busyLampFields: [
      { index: 1, destination: 'taxi@example.com', label: 'Taxi', asciiLabel: 'TAXI' },
      ...(isPointing
        ? [
            {
              index: 3,
              dirn: watched,
              routePartition: 'PT-Internal',
              label: `Stale ${place % 3}`,
              pickup: place % 2 === 0,
            },
          ]
        : []),
    ],
  };
}

/** The expected state after the buttons to the number got a label; other entries are unchanged. */
export function relabelled(state: readonly DeviceState[], label: string): DeviceState[] {
  return state.map((device) => ({
    ...device,
    speedDials: device.speedDials.map((dial) => (dial.dirn === watched ? { ...dial, label } : dial)),
    busyLampFields: device.busyLampFields.map((field) => (field.dirn === watched ? { ...field, label } : field)),
  }));
}
