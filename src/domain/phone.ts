import { type Button, type ButtonRules, canonicalIndex, hasForm } from './buttons.js';
import type { DeviceTexts } from './device.js';
import { dialledForm } from './identifiers.js';

/** A speed dial of a phone. All three are text. */
export interface SpeedDial extends Button {
  /**
   * The number that it dials, in one of three forms: as the caller wrote it, as the call manager stores it, or as
   * answers show it (with a plain plus).
   */
  readonly dirn: string;
  readonly label: string;
}

export const speedDialRules: ButtonRules<SpeedDial> = {
  singular: 'speed dial',
  plural: 'speed dials',
  columns: ['index', 'dirn', 'label'],
  isEntry: (value): value is SpeedDial => hasForm(value, { index: 'string', dirn: 'string', label: 'string' }),
  targetOf: ({ dirn }) => ({ property: 'dirn', number: dialledForm(dirn), partition: undefined }),
  canonical: ({ index, dirn, label }) => ({ index: canonicalIndex(index), dirn: dialledForm(dirn), label }),
  unshown: [],
};

/** The lines and buttons of a phone or device profile. */
export interface Carried {
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
  /**
   * Directory numbers in the order of the lines, each once, in the form that callers dial (`+1408…`, not `\+1408…`).
   */
  readonly dirns: readonly string[];
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
}

/**
 * A phone in the answer to a lookup by number. Every property is always there, and a text is empty if the call manager
 * has none. This answer never changes. A lookup by name has more properties.
 */
export interface Phone extends Carried {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  readonly name: string;
}

/** A phone or device profile in the answer to a lookup by name. */
export interface NamedDevice extends DeviceTexts, Carried {}

/** @returns the phone with its properties in the order in which callers see them */
export function phoneOf(
  { product, description, model, name }: Omit<Phone, keyof Carried>,
  { uuid, dirns, speeddials }: Carried,
): Phone {
  return { product, description, model, name, uuid, dirns, speeddials };
}

/** @returns the device with all texts that describe it */
export function namedDeviceOf(
  { product, description, model, name, ...others }: DeviceTexts,
  { uuid, dirns, speeddials }: Carried,
): NamedDevice {
  return { product, description, model, name, uuid, ...others, dirns, speeddials };
}
