import { type Button, type ButtonRules, canonicalIndex, hasForm } from './buttons.js';
import { dialledForm } from './identifiers.js';

/** A button that shows whether someone is on the phone, and calls them. */
export type BusyLampField = NumberLamp | DestinationLamp;

/** Watches a directory number of this call manager. */
export interface NumberLamp extends Button {
  readonly dirn: string;
  /** The route partition of the number; empty for a number without one. */
  readonly partition: string;
  readonly label: string;
  /** Whether a call that rings there can be taken with the button. */
  readonly pickup: boolean;
}

/** Free-form: a number or address that need not be known to this call manager. */
export interface DestinationLamp extends Button {
  readonly destination: string;
  readonly label: string;
  readonly pickup: boolean;
}

export const busyLampFieldRules: ButtonRules<BusyLampField> = {
  singular: 'busy lamp field',
  plural: 'busy lamp fields',
  columns: ['index', 'dirn', 'partition', 'destination', 'label', 'pickup'],
  isEntry: (value): value is BusyLampField =>
    hasForm(value, { index: 'string', label: 'string', pickup: 'boolean' }) &&
    (hasForm(value, { dirn: 'string', partition: 'string' }) || hasForm(value, { destination: 'string' })),
  targetOf: (field) =>
    'destination' in field
      ? { property: 'destination', number: dialledForm(field.destination), partition: undefined }
      : { property: 'dirn', number: dialledForm(field.dirn), partition: field.partition },
  canonical: (field) => {
    const index = canonicalIndex(field.index);
    const { label, pickup } = field;
    if ('destination' in field) return { index, destination: dialledForm(field.destination), label, pickup };
    return { index, dirn: dialledForm(field.dirn), partition: field.partition, label, pickup };
  },
  unshown: ['pickup'],
};
