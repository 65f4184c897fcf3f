import { Component } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ButtonKind } from '../../../src/domain/button-kinds.js';
import { EntryWords } from '../../components/entries.js';
import { type Row, stateOf } from '../../editing/draft.js';
import { targetField, targetOf } from '../../editing/entry.js';
import { texts } from '../../texts/texts.js';
import { faultId, FieldFaults, hasTextNotes, type RowProps, TextCell, TextNotes } from './cells.js';
import { PartitionCell } from './partition-cell.js';

/** The layout of the head and the rows of a list, so that they are aligned. */
export const columnsClass: Readonly<Record<ButtonKind, string>> = {
  speeddial: 'columns',
  busylampfield: 'columns columns--lamp',
};

interface EditableRowProps extends RowProps {
  /** True while the row is read-only. Invisible rows become editable a moment after the visible ones. */
  readonly isPlain: boolean;
}

/** A row of a list. It is drawn again only if the row itself has changed. So typing is fast even in a long list. */
export class EditableRow extends Component<EditableRowProps> {
  override shouldComponentUpdate({ row, faults, editing, isPlain }: EditableRowProps): boolean {
    const { props } = this;
    if (row !== props.row || editing !== props.editing || isPlain !== props.isPlain) return true;
    return JSON.stringify(faults) !== JSON.stringify(props.faults);
  }

  override render({ isPlain, ...props }: EditableRowProps) {
    if (isPlain) return <PlainRow row={props.row} />;
    return props.row.isRemoved ? <RemovedRow {...props} /> : <PresentRow {...props} />;
  }
}

function PlainRow({ row: { key, entry } }: Pick<RowProps, 'row'>) {
  return (
    <div role="row" class="row" data-line data-key={key} data-index={entry.index}>
      <span role="gridcell">{`${entry.index} ${targetOf(entry)} ${entry.label}`}</span>
    </div>
  );
}

function PresentRow({ row, faults, editing }: RowProps) {
  const { key, entry } = row;
  // The number that was typed in this row. Its partitions are needed at once.
  const [typed, setTyped] = useState('');
  const target = targetField(entry);
  const now = targetOf(entry).trim();
  useEffect(() => {
    // If the same number is typed again later, it is requested again.
    setTyped((before) => (before === now ? before : ''));
  }, [now]);
  const props = { row, faults, editing };
  const stepped = (event: KeyboardEvent): void => {
    const by = event.altKey && (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined);
    // If the cell has a select, the browser itself opens the list.
    if (!by || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    editing.move(key, by);
  };
  const state = stateOf(row, editing.list.kind);
  return (
    <div
      role="row"
      class={`row row--${state}`}
      title={wasOf(row, state)}
      data-line
      data-key={key}
      data-index={entry.index}
      onKeyDown={stepped}
    >
      <div class={columnsClass[editing.list.kind]}>
        <TextCell {...props} field="index" name={texts.table.index} isNumber />
        <TextCell
          {...props}
          field={target}
          name={target === 'dirn' ? texts.table.number : texts.table.destination}
          onSettled={() => {
            if (row.base === undefined || targetOf(row.base) !== targetOf(entry)) setTyped(now);
          }}
        />
        {'partition' in entry && (
          <PartitionCell
            row={row}
            entry={entry}
            typed={typed}
            editing={editing}
            faultId={faults?.partition && faultId(editing, key, 'partition')}
          />
        )}
        <TextCell {...props} field="label" name={texts.table.label} />
        {'pickup' in entry && (
          <span role="gridcell" class="row__pickup">
            <label>
              <input
                type="checkbox"
                data-field="pickup"
                data-stop="pickup"
                tabIndex={-1}
                aria-label={texts.device.of(texts.table.pickup, entry.index)}
                checked={entry.pickup}
                onChange={({ currentTarget }) => {
                  editing.set(key, 'pickup', currentTarget.checked, false);
                }}
              />
              <span class="row__pickup-name" aria-hidden="true">
                {texts.table.pickup}
              </span>
            </label>
          </span>
        )}
        <Actions row={row} editing={editing} />
      </div>
      <Notes {...props} />
    </div>
  );
}

/** The notes about a row, below it. */
function Notes(props: RowProps) {
  const { row, faults, editing } = props;
  const isPlain = faults === undefined && row.base === row.entry && !row.isContested && !hasTextNotes(row);
  if (isPlain) return null;
  return (
    <div role="gridcell" class="row__notes">
      <FieldFaults {...props} />
      <TextNotes row={row} />
      <Was row={row} kind={editing.list.kind} />
    </div>
  );
}

function Actions({ row: { key, entry }, editing }: Omit<RowProps, 'faults'>) {
  return (
    <>
      <span role="gridcell" class="row__action--more">
        <button
          type="button"
          class="button button--icon"
          data-stop="more"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={texts.device.more(entry.index)}
          onClick={({ currentTarget }) => {
            editing.ask({ is: 'menu', key, from: currentTarget });
          }}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      </span>
      <span role="gridcell" class="row__action--remove">
        <button
          type="button"
          class="button button--icon"
          data-do="remove"
          data-stop="remove"
          tabIndex={-1}
          aria-label={texts.device.remove(entry.index)}
          onClick={() => {
            editing.remove(key);
          }}
        >
          <span aria-hidden="true">×</span>
        </button>
      </span>
    </>
  );
}

/** What became of a row, for a screen reader, and that someone else has changed it too. */
function Was({ row, kind }: { readonly row: Row; readonly kind: ButtonKind }) {
  const was = wasOf(row, stateOf(row, kind));
  return (
    <>
      {was !== undefined && <p class="hidden">{was}</p>}
      {row.isContested && <p class="row__was row__contested">{texts.device.contested}</p>}
    </>
  );
}

/** @returns what became of a row, and what it was before; undefined if it is the same */
function wasOf({ base, entry }: Row, state: ReturnType<typeof stateOf>): string | undefined {
  if (state === 'same') return undefined;
  const before = base && [
    ...(base.index === entry.index ? [] : [base.index]),
    ...(state === 'changed' ? [targetOf(base), base.label] : []),
  ];
  const { states } = texts.device;
  return before ? `${states[state]}, ${texts.difference.was} ${before.join(' ')}` : states[state];
}

function RemovedRow({ row, editing }: RowProps) {
  const entry = row.base ?? row.entry;
  return (
    <div role="row" class="row row--removed" data-line data-key={row.key} data-index={entry.index}>
      <div role="gridcell" class="row__gone">
        <del class="row__index">{entry.index}</del>{' '}
        <del>
          <EntryWords entry={entry} />
        </del>{' '}
        <span class="row__state row__state--removed">{texts.device.states.removed}</span>{' '}
        {row.isContested && <span class="row__contested">{texts.device.contested}</span>}
        <button
          type="button"
          class="button button--quiet"
          data-do="restore"
          data-stop="restore"
          tabIndex={-1}
          aria-label={texts.device.restoreAt(entry.index)}
          onClick={() => {
            editing.restore(row.key);
          }}
        >
          {texts.device.restore}
        </button>
      </div>
    </div>
  );
}
