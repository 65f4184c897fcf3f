import { createHash } from 'node:crypto';
import type { Ask } from './asks.js';
import { described, dialsOf, digits, numberOf, phoneName, phoneUuid, seen, type SpeedDial } from './work.js';

/** A call for one device's buttons, or for the buttons that point at a number. */
export interface ButtonWork {
  readonly kind: 'buttons';
  readonly call: ButtonCall;
  /** How many buttons the device has, or how many point at the number. */
  readonly buttons: number;
}

/** POST has the list's ETag in If-Match; PUT changes the label of one busy lamp field. */
export type ButtonCall =
  | 'GET /speeddials'
  | 'GET /busylampfields'
  | 'POST /speeddials, If-Match'
  | 'PUT /busylampfields'
  | 'GET /buttons';

/** The AXL calls that each needs, one after another. */
const axlCalls: Readonly<Record<ButtonCall, readonly string[]>> = {
  'GET /speeddials': ['getPhone'],
  'GET /busylampfields': ['getPhone'],
  'POST /speeddials, If-Match': ['getPhone', 'updatePhone', 'getPhone'],
  'PUT /busylampfields': ['getPhone', 'updatePhone', 'getPhone'],
  'GET /buttons': ['executeSQLQuery'],
};

export const buttonCalls = Object.keys(axlCalls) as ButtonCall[];

/** Calls whose cost may not grow faster than the number of the device's buttons. */
export const growingCalls = ['GET /busylampfields', 'PUT /busylampfields'] as const;

/** Every call on a device with few buttons, and two of them on one with a hundred. */
export const buttonWorks: readonly ButtonWork[] = [
  ...buttonCalls.map((call): ButtonWork => ({ kind: 'buttons', call, buttons: call === 'GET /buttons' ? 20 : 5 })),
  ...growingCalls.map((call): ButtonWork => ({ kind: 'buttons', call, buttons: 100 })),
];

/** @returns how many AXL calls follow each other */
export function tripsOfButtons({ call }: ButtonWork): number {
  return axlCalls[call].length;
}

export function axlCallsForButtons({ call }: ButtonWork): Readonly<Record<string, number>> {
  const operations = axlCalls[call];
  const count = (operation: string): number => operations.filter((one) => one === operation).length;
  return Object.fromEntries(operations.map((operation) => [operation, count(operation)]));
}

/** A busy lamp field that watches a number, or a free-form one, as callers see it. */
export type Lamp =
  | {
      readonly index: string;
      readonly dirn: string;
      readonly partition: string;
      readonly label: string;
      readonly pickup: boolean;
    }
  | { readonly index: string; readonly destination: string; readonly label: string; readonly pickup: boolean };

/** @returns this many busy lamp fields; every fifth is free-form, every second has pickup */
export function lampsOf(count: number): Lamp[] {
  return dialsOf(count).map(({ index, dirn, label }, place) => {
    const common = { label, pickup: place % 2 === 0 };
    if (place % 5 === 4) return { index, destination: `office${digits(place + 1, 3)}@example.com`, ...common };
    return { index, dirn, partition, ...common };
  });
}

export const partition = 'PT-Internal';

/** A button that points at a number. */
export interface Pointing extends SpeedDial {
  readonly device: string;
  readonly deviceKind: 'phone';
  readonly uuid: string;
  readonly description: string;
  readonly kind: 'speeddial' | 'busylampfield';
  readonly partition: string;
}

/** @returns this many buttons that point at a number, each on its own phone, every second a busy lamp field */
export function pointingAt(number: string, count: number): Pointing[] {
  return dialsOf(count).map(({ index, label }, place) => {
    const device = phoneName(number, place);
    const isDial = place % 2 === 0;
    return {
      ...{ device, deviceKind: 'phone', uuid: seen(phoneUuid(device)), description: described.description },
      ...{ kind: isDial ? 'speeddial' : 'busylampfield', index, dirn: number },
      ...{ partition: isDial ? '' : partition, label },
    };
  });
}

export function askForButtons({ call, buttons }: ButtonWork, caller: number): Ask {
  const number = numberOf({ kind: 'GET', phones: 1, dials: buttons }, caller);
  const phone = phoneName(number, 0);
  switch (call) {
    case 'GET /speeddials':
      return { method: 'GET', path: `/speeddials?phone=${phone}`, answer: JSON.stringify(dialsOf(buttons)) };
    case 'GET /busylampfields':
      return { method: 'GET', path: `/busylampfields?phone=${phone}`, answer: JSON.stringify(lampsOf(buttons)) };
    case 'POST /speeddials, If-Match':
      return {
        method: 'POST',
        path: `/speeddials?phone=${phone}`,
        headers: { 'if-match': tagOf(dialsOf(buttons)) },
        body: JSON.stringify(dialsOf(buttons).with(0, { index: '1', dirn: '0199', label: 'Empfang' })),
        answer: seen(phoneUuid(phone)),
      };
    case 'PUT /busylampfields': {
      const entry = JSON.stringify({ ...lampsOf(1)[0], label: 'Empfang' });
      return { method: 'PUT', path: `/busylampfields/1?phone=${phone}`, body: entry, answer: entry };
    }
    case 'GET /buttons':
      return { method: 'GET', path: `/buttons/?dirn=${number}`, answer: JSON.stringify(pointingAt(number, buttons)) };
  }
}

/** @returns the ETag that the service gives a list; with another one, every answer would be wrong */
function tagOf(list: readonly SpeedDial[]): string {
  return `"${createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)}"`;
}
