import { createHash } from 'node:crypto';

/** Small seeds for the simulator: a few phones, each with the buttons of one question. */

export interface MadeNumber {
  readonly dirn: string;
  readonly partition?: string;
  readonly description?: string;
  readonly alertingName?: string;
}

export interface MadePhone {
  readonly name: string;
  readonly description?: string;
  readonly class?: 'Phone' | 'Device Profile' | 'CTI Route Point';
  /** Numbers, in the usual partition unless given: `2001@PT-Other`. */
  readonly lines?: readonly string[];
  readonly displays?: Readonly<Record<string, string>>;
  /** Label by number; the index is the position. */
  readonly dials?: readonly (readonly [dirn: string, label: string])[];
  readonly lamps?: readonly (readonly [target: string, label: string])[];
}

const usual = 'PT-Internal';

/** @returns a seed for startSimulator */
export function madeSeed(numbers: readonly MadeNumber[], phones: readonly MadePhone[]): unknown {
  return {
    company: 'Made',
    routePartitions: [usual, 'PT-Other'].map((name) => ({ uuid: uuidOf(`partition ${name}`), name })),
    devicePools: [{ uuid: uuidOf('pool'), name: 'DP' }],
    callingSearchSpaces: [],
    products: [{ enum: 1, name: 'Cisco 8841' }],
    models: [{ enum: 1, name: 'Cisco 8841' }],
    lines: numbers.map(({ dirn, partition = usual, description = '', alertingName = '' }) => ({
      uuid: uuidOf(`number ${dirn} ${partition}`),
      pattern: dirn.replace(/^\+/, '\\+'),
      routePartition: partition,
      description,
      alertingName,
    })),
    devices: phones.map(({ name, description = '', class: className = 'Phone', ...phone }) => ({
      uuid: uuidOf(`device ${name}`),
      name,
      description,
      class: className,
      product: 'Cisco 8841',
      model: 'Cisco 8841',
      protocol: 'SIP',
      devicePool: 'DP',
      lines: (phone.lines ?? []).map((line) => ({ ...lineOf(line), display: phone.displays?.[line] ?? '' })),
      speedDials: (phone.dials ?? []).map(([dirn, label], position) => ({ index: position + 1, dirn, label })),
      busyLampFields: (phone.lamps ?? []).map(([target, label], position) => {
        const { pattern: dirn, routePartition } = lineOf(target);
        return { index: position + 1, dirn, routePartition, label };
      }),
    })),
  };
}

function lineOf(text: string): { readonly pattern: string; readonly routePartition: string } {
  const [dirn = '', partition = usual] = text.split('@');
  return { pattern: dirn.replace(/^\+/, '\\+'), routePartition: partition };
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
