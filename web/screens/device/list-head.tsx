import type { ButtonKind } from '../../../src/domain/buttons.js';
import { texts } from '../../texts/texts.js';

const columns = {
  speeddial: ['index', 'number', 'label'],
  busylampfield: ['index', 'number', 'partition', 'label', 'pickup'],
} as const;

/** The names of a list's columns, for the eye alone: each field has a name of its own, which would be heard twice. */
export function ListHead({ kind }: { readonly kind: ButtonKind }) {
  return (
    <div class={`list__head ${columnsClass(kind)}`} aria-hidden="true">
      {columns[kind].map((column) => (
        <span key={column} class={`list__column list__column--${column}`}>
          {texts.table[column]}
        </span>
      ))}
    </div>
  );
}

/** What lays out the head and the rows of a list, so that the one stands over the other. */
export function columnsClass(kind: ButtonKind): string {
  return kind === 'speeddial' ? 'columns' : 'columns columns--lamp';
}
