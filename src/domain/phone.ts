import { type Button, type ButtonRules, canonicalIndex, hasForm } from './buttons.js';
import type { DeviceTexts } from './device.js';
import { dialledForm } from './identifiers.js';

/** A speed dial of a phone. All three are text. */
export interface SpeedDial extends Button {
  /** The number that it dials: as a caller gave it, as the call manager stores it, or as it is shown, with a plain plus. */
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

/** What a phone or device profile has beside its texts. */
export interface Carried {
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
  /** Directory numbers in line order, none twice, in the form that callers dial (`+1408…`, not `\+1408…`). */
  readonly dirns: readonly string[];
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
}

/**
 * A phone as a lookup by number answers it: every property always there, every value text, empty where the call manager
 * has none. This answer never changes; what else describes a device is answered by its name.
 */
export interface Phone extends Carried {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  readonly name: string;
}

/** A phone or device profile as a lookup by name answers it. */
export interface NamedDevice extends DeviceTexts, Carried {}

/** @returns its properties in the order in which callers see them */
export function phoneOf(
  { product, description, model, name }: Omit<Phone, keyof Carried>,
  { uuid, dirns, speeddials }: Carried,
): Phone {
  return { product, description, model, name, uuid, dirns, speeddials };
}

/** @returns likewise, with all that describes it */
export function namedDeviceOf(
  { product, description, model, name, ...others }: DeviceTexts,
  { uuid, dirns, speeddials }: Carried,
): NamedDevice {
  return { product, description, model, name, uuid, ...others, dirns, speeddials };
}
