import { Component } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { EntryWords } from '../../components/entries.js';
import { type Row, stateOf } from '../../editing/draft.js';
import { isLamp, targetField, targetOf } from '../../editing/entry.js';
import { canMove } from '../../editing/steps.js';
import { texts } from '../../texts/texts.js';
import { FieldFaults, type RowProps, TextCell } from './cells.js';
import { columnsClass } from './list-head.js';
import { PartitionCell } from './partition-cell.js';

/** A row of a list; drawn anew only when it has changed itself, so that typing stays quick in a long list. */
export class EditableRow extends Component<RowProps> {
  override shouldComponentUpdate({ row, faults, editing }: RowProps): boolean {
    const { props } = this;
    return row !== props.row || editing !== props.editing || JSON.stringify(faults) !== JSON.stringify(props.faults);
  }

  override render(props: RowProps) {
    return props.row.isRemoved ? <RemovedRow {...props} /> : <PresentRow {...props} />;
  }
}

function PresentRow({ row, faults, editing }: RowProps) {
  const { key, entry } = row;
  // The number whose partitions are wanted at once: one that was typed here.
  const [typed, setTyped] = useState('');
  const target = targetField(entry);
  const now = targetOf(entry).trim();
  useEffect(() => {
    // The same number, typed once more later, is asked for once more.
    setTyped((before) => (before === now ? before : ''));
  }, [now]);
  const props = { row, faults, editing };
  const arrows = (event: KeyboardEvent): void => {
    const by = event.altKey && (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined);
    if (!by) return;
    event.preventDefault();
    editing.move(key, by);
  };
  return (
    <li class={`row row--${stateOf(row)}`} data-key={key} onKeyDown={arrows}>
      <div class={columnsClass(editing.list.kind)}>
        <TextCell {...props} field="index" name={texts.table.index} isNumber />
        <TextCell
          {...props}
          field={target}
          name={target === 'dirn' ? texts.table.number : texts.table.destination}
          onSettled={() => {
            if (row.base === undefined || targetOf(row.base) !== targetOf(entry)) setTyped(now);
          }}
        />
        {'partition' in entry && <PartitionCell row={row} entry={entry} typed={typed} editing={editing} />}
        <TextCell {...props} field="label" name={texts.table.label} />
        {isLamp(entry) && (
          <label class="row__pickup">
            <input
              type="checkbox"
              data-field="pickup"
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
        )}
        <Moves row={row} editing={editing} />
      </div>
      <FieldFaults {...props} />
      <Was row={row} />
    </li>
  );
}

function Moves({ row, editing }: Omit<RowProps, 'faults'>) {
  const { key, entry } = row;
  return (
    <span class="row__moves">
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          class="button button--icon"
          aria-label={by === -1 ? texts.device.up(entry.index) : texts.device.down(entry.index)}
          aria-disabled={!canMove(row, by)}
          onClick={() => {
            editing.move(key, by);
          }}
        >
          <span aria-hidden="true">{by === -1 ? '↑' : '↓'}</span>
        </button>
      ))}
      <button
        type="button"
        class="button button--icon"
        data-do="remove"
        aria-label={texts.device.remove(entry.index)}
        onClick={() => {
          editing.remove(key);
        }}
      >
        <span aria-hidden="true">×</span>
      </button>
    </span>
  );
}

/** In words what became of the row, and what it was. */
function Was({ row }: { readonly row: Row }) {
  const { base, entry, isContested } = row;
  const state = stateOf(row);
  if (state === 'same' && !isContested) return null;
  return (
    <p class="row__was">
      {state !== 'same' && <span class={`row__state row__state--${state}`}>{texts.device.states[state]}</span>}{' '}
      {base && state !== 'same' && (
        <>
          {texts.difference.was} {base.index !== entry.index && <span class="code">{base.index} </span>}
          {state === 'changed' && <EntryWords entry={base} />}
        </>
      )}
      {isContested && <span class="row__contested"> {texts.device.contested}</span>}
    </p>
  );
}

function RemovedRow({ row, editing }: RowProps) {
  const entry = row.base ?? row.entry;
  return (
    <li class="row row--removed" data-key={row.key}>
      <div class="row__gone">
        <del class="row__index">{entry.index}</del>
        <del>
          <EntryWords entry={entry} />
        </del>
        <span class="row__state row__state--removed">{texts.device.states.removed}</span>
        {row.isContested && <span class="row__contested">{texts.device.contested}</span>}
        <button
          type="button"
          class="button button--quiet"
          data-do="restore"
          aria-label={texts.device.restoreAt(entry.index)}
          onClick={() => {
            editing.restore(row.key);
          }}
        >
          {texts.device.restore}
        </button>
      </div>
    </li>
  );
}
