import { partsBySight } from '../../../src/domain/unseen.js';
import type { Row } from '../../editing/draft.js';
import { type Field, targetOf } from '../../editing/entry.js';
import { type Fault, isLong, lengthOf, type RowFaults } from '../../editing/faults.js';
import { texts } from '../../texts/texts.js';
import type { Editing } from './use-editing.js';
import { Text, UnseenNote } from '../../components/text.js';
import { Act } from '../../components/act.js';

export interface RowProps {
  readonly row: Row;
  readonly faults: RowFaults | undefined;
  readonly editing: Editing;
}

interface TextCellProps extends RowProps {
  readonly field: Exclude<Field, 'pickup' | 'partition'>;
  /** The name of the field. */
  readonly name: string;
  readonly isNumber?: boolean;
  /** Called when the typing has ended. */
  readonly onSettled?: () => void;
}

/** The column of each cell in the grid. The fields for a number share a column, although their names differ. */
const columns: Readonly<Record<TextCellProps['field'], string>> = {
  index: 'index',
  dirn: 'number',
  destination: 'number',
  label: 'label',
};

/** A text of an entry. */
export function TextCell({ row, faults, editing, field, name, isNumber = false, onSettled }: TextCellProps) {
  const { key, entry } = row;
  const value = String((entry as Readonly<Partial<Record<Field, string | boolean>>>)[field]);
  const isWrong = faults?.[field] !== undefined;
  return (
    <span role="gridcell" class={`slot slot--${field}`} data-stop={columns[field]} tabIndex={-1}>
      {field === 'index' && <span class="handle" title={texts.device.drag} aria-hidden="true" />}
      <input
        class={`cell cell--${field}`}
        data-field={field}
        type="text"
        tabIndex={-1}
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
          editing.settle(relatedTarget);
          onSettled?.();
        }}
      />
    </span>
  );
}

/** Whether there is a note about the texts of a row. */
export function hasTextNotes({ entry }: Row): boolean {
  return isLong(entry.label) || partsBySight(textsOf(entry)).length > 1;
}

function textsOf(entry: Row['entry']): string {
  return targetOf(entry) + entry.label;
}

/**
 * Notes about the texts of a row: the length of the label while it is typed, that it may be refused, and characters
 * that no one sees.
 */
export function TextNotes({ row: { entry, base } }: Pick<RowProps, 'row'>) {
  const length = lengthOf(entry.label);
  const isNew = base?.label !== entry.label;
  return (
    <>
      <UnseenNote text={textsOf(entry)} class="row__long" />
      {isNew && isLong(entry.label) && <p class="row__long">{texts.device.labelLong(length)}</p>}
    </>
  );
}

/**
 * What is wrong with the fields of a row. Each field refers to its own message. If the row's index is taken, there is a
 * button to make room.
 */
export function FieldFaults({ row: { key, entry }, faults, editing }: RowProps) {
  return (
    <>
      {Object.entries(faults ?? {}).map(([field, fault]) => (
        <p key={field} id={faultId(editing, key, field)} class="row__fault">
          {wordsOf(fault)}
        </p>
      ))}
      {faults?.index && 'code' in faults.index && faults.index.code === 'taken' && (
        <p class="row__room actions">
          {(['swap', 'shift'] as const).map((yielding) => (
            <Act
              key={yielding}
              look="small"
              onClick={() => {
                editing.moveTo(key, entry.index, yielding);
              }}
            >
              {texts.device.makeRoom[yielding]}
            </Act>
          ))}
        </p>
      )}
    </>
  );
}

function wordsOf(fault: Fault) {
  return 'said' in fault ? <Text text={fault.said} /> : texts.device.faults[fault.code];
}

/** The id of the message about a field. */
export function faultId({ list }: Editing, key: number, field: string): string {
  return `${list.kind}-${key}-${field}-fault`;
}
