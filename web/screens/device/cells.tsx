import type { Row } from '../../editing/draft.js';
import type { Field } from '../../editing/entry.js';
import type { Fault, RowFaults } from '../../editing/faults.js';
import { texts } from '../../texts/texts.js';
import type { Editing } from './use-editing.js';

export interface RowProps {
  readonly row: Row;
  readonly faults: RowFaults | undefined;
  readonly editing: Editing;
}

interface TextCellProps extends RowProps {
  readonly field: Exclude<Field, 'pickup' | 'partition'>;
  /** What the field is called. */
  readonly name: string;
  readonly isNumber?: boolean;
  /** Is called when the typing has ended. */
  readonly onSettled?: () => void;
}

/** A text of an entry: looks like text until somebody goes there. */
export function TextCell({ row, faults, editing, field, name, isNumber = false, onSettled }: TextCellProps) {
  const { key, entry } = row;
  const value = String((entry as Readonly<Partial<Record<Field, string | boolean>>>)[field]);
  const isWrong = faults?.[field] !== undefined;
  const settle = (next: EventTarget | null): void => {
    editing.settle(next);
    onSettled?.();
  };
  return (
    <input
      class={`cell cell--${field}`}
      data-field={field}
      type="text"
      dir={field === 'label' ? 'auto' : 'ltr'}
      inputMode={isNumber ? 'numeric' : 'text'}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      placeholder={field === 'label' ? texts.table.noLabel : name}
      aria-label={texts.device.of(name, entry.index)}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? faultId(editing, key, field) : undefined}
      value={value}
      onInput={({ currentTarget }) => {
        editing.set(key, field, currentTarget.value, true);
      }}
      onBlur={({ relatedTarget }) => {
        settle(relatedTarget);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(event.currentTarget);
      }}
    />
  );
}

/** What is wrong with the fields of a row; each field points at its own. */
export function FieldFaults({ row, faults, editing }: RowProps) {
  return (
    <>
      {Object.entries(faults ?? {}).map(([field, fault]) => (
        <p key={field} id={faultId(editing, row.key, field)} class="row__fault">
          {wordsOf(fault)}
        </p>
      ))}
    </>
  );
}

function wordsOf(fault: Fault) {
  return 'said' in fault ? <bdi>{fault.said}</bdi> : texts.device.faults[fault.code];
}

function faultId({ list }: Editing, key: number, field: string): string {
  return `${list.kind}-${key}-${field}-fault`;
}
