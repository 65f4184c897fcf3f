import { type Button, type ButtonRules, canonicalIndex, hasForm } from './buttons.js';
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

/** A phone as callers see it: every property always there, every value text, empty where the call manager has none. */
export interface Phone {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  readonly name: string;
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
  /** Directory numbers in line order, none twice, in the form that callers dial (`+1408…`, not `\+1408…`). */
  readonly dirns: readonly string[];
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
}
