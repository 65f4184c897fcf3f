import { readFileSync } from 'node:fs';
import type { DeviceState } from '../../src/simulator/simulator.js';
import { root } from '../support/project.js';

/** A number that the desks have buttons to. */
export const watched = '7000';

/** A number in two partitions. */
export const ofTwo = '7100';

export const deskName = (position: number): string => `SEPFACE0000${String(position).padStart(4, '0')}`;

/**
 * The company of the simulator with other phones. Each has a speed dial to the watched number, and every second one a
 * busy lamp field. The first two watch the other number, each in another partition.
 * @param profiles how many device profiles follow, with the same buttons
 */
export function desks(count: number, profiles = 0): unknown {
  const company = JSON.parse(readFileSync(`${root}fixtures/company.json`, 'utf8')) as {
    readonly lines: readonly object[];
  };
  const lines = [
    line(1, watched, 'PT-Internal', 'Somebody new'),
    line(2, ofTwo, 'PT-Internal', 'Anna'),
    line(3, ofTwo, 'PT-Lab', 'Bo'),
  ];
  return {
    ...company,
    lines: [...company.lines, ...lines],
    devices: Array.from({ length: count + profiles }, (_, position) => ({
      ...desk(position),
      class: position < count ? 'Phone' : 'Device Profile',
    })),
  };
}

function line(number: number, pattern: string, routePartition: string, description: string): object {
  return { uuid: `face0000-0000-4000-8000-aaaaaaaaaaa${number}`, pattern, routePartition, description };
}

function desk(position: number): object {
  const lamp = (index: number, dirn: string, routePartition: string, label: string) => ({
    ...{ index, dirn, routePartition, label },
    pickup: false,
  });
  return {
    uuid: `face0000-0000-4000-8000-${String(position).padStart(12, '0')}`,
    name: deskName(position),
    description: `Desk ${position}`,
    ...{ product: 'Cisco 8841', model: 'Cisco 8841', protocol: 'SIP' },
    ...{ devicePool: 'DP-Stockholm', callingSearchSpace: 'CSS-Office', lines: [] },
    speedDials: [
      { index: 1, dirn: '0100', label: `Night bell ${position}` },
      { index: 4, dirn: watched, label: position === 2 ? 'Other' : 'Old' },
      ...(position === 0 ? [{ index: 5, dirn: ofTwo, label: 'Dial' }] : []),
    ],
    busyLampFields: [
      ...(position % 2 === 0 ? [lamp(3, watched, 'PT-Internal', 'Old')] : []),
      ...(position < 2 ? [lamp(9, ofTwo, position === 0 ? 'PT-Internal' : 'PT-Lab', 'Two')] : []),
    ],
  };
}

/** The labels of the buttons to a number: `0 speed dial 4 Old`. */
export function labelsTo(number: string, state: readonly DeviceState[]): string[] {
  return state.flatMap(({ speedDials, busyLampFields }, position) => [
    ...speedDials.filter(({ dirn }) => dirn === number).map(({ label }) => `${position} dial ${label}`),
    ...busyLampFields.filter(({ dirn }) => dirn === number).map(({ label }) => `${position} lamp ${label}`),
  ]);
}
