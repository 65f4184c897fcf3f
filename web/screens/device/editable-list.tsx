import { useGrowing } from '../../components/later.js';
import type { ButtonKind } from '../../../src/domain/button-kinds.js';
import { type Shape, shapesOf } from '../../editing/entry.js';
import { type Gap, isGap, withGaps } from '../../editing/gaps.js';
import { isDone, isUnknown, stillHolds } from '../../editing/saved.js';
import { indexAfterLast } from '../../editing/steps.js';
import type { OpenList } from '../../state/drafts.js';
import { texts } from '../../texts/texts.js';
import { useDrag } from './drag.js';
import { type RowKeys, useGrid } from './grid.js';
import { columnsClass, EditableRow } from './row.js';
import { RowQuestions } from './row-questions.js';
import { NewerNotice, OutcomeNotice } from './saving/outcome-notice.js';
import { footOf, type Saving } from './saving/use-saving.js';
import { type Editing, useEditing } from './use-editing.js';
import { Act } from '../../components/act.js';

/**
 * How many rows are editable at first, and how many are added at a time. The rows that are added later are not visible
 * at first.
 */
const rowsAtFirst = 20;
const rowsAfterwards = 30;

interface EditableListProps {
  readonly open: OpenList;
  readonly saving: Saving;
}

/** A list that can be edited in place. */
export function EditableList({ open, saving }: EditableListProps) {
  const { list } = open;
  const draft = open.draft.value;
  const { editing, root, question } = useEditing(list);
  const faults = open.faults.value;
  const shapes = shapesOf[list.kind];
  const grid = useGrid(root, keysOf(open, editing));
  useDrag(root, editing);
  const outcome = open.outcome.value;
  const ready = useGrowing(rowsAtFirst, rowsAfterwards, 2 * draft.rows.length + 1);
  return (
    <div class="edit stack" ref={root}>
      {draft.rows.length === 0 && <p class="quiet">{texts.device.empty[list.kind]}</p>}
      <div role="grid" class="grid" tabIndex={-1} aria-label={texts.kinds[list.kind]} {...grid}>
        {draft.rows.length > 0 && <ListHead kind={list.kind} />}
        {withGaps(draft.rows).map((line, at) =>
          isGap(line) ? (
            <GapRow key={`gap ${line.last}`} gap={line} shapes={shapes} editing={editing} />
          ) : (
            <EditableRow
              key={line.key}
              row={line}
              faults={faults.get(line.key)}
              editing={editing}
              isPlain={at >= ready}
            />
          ),
        )}
      </div>
      <div class="actions edit__actions">
        {shapes.map((shape) => (
          <Act
            key={shape}
            data-do="add"
            onClick={() => {
              editing.add(shape, indexAfterLast(draft));
            }}
          >
            {texts.device.add[shape]}
          </Act>
        ))}
      </div>
      <div class="foot stack stack--dense" id={footOf(open)} tabIndex={-1}>
        {outcome && !isDone(outcome) && stillHolds(outcome, draft) && (
          <OutcomeNotice open={open} outcome={outcome} saving={saving} />
        )}
        {draft.newer && saving.dialog !== open && !isUnknown(outcome) && (
          <NewerNotice
            compare={() => {
              saving.compare(open);
            }}
          />
        )}
      </div>
      {question && <RowQuestions question={question} draft={draft} editing={editing} />}
    </div>
  );
}

/** The keys for the focused row or gap. */
function keysOf({ list, draft }: OpenList, editing: Editing): RowKeys {
  const [shape] = shapesOf[list.kind];
  const keyOf = (line: HTMLElement): number | undefined =>
    line.matches('.row:not(.row--removed)') ? Number(line.dataset['key']) : undefined;
  return {
    n: (line) => {
      const gap = line.matches('.gap') ? line.dataset['index'] : undefined;
      editing.add(shape, gap ?? indexAfterLast(draft.peek()));
    },
    i: (line) => {
      if (keyOf(line) !== undefined) editing.insert(shape, line.dataset['index'] ?? '');
    },
    m: (line, from) => {
      const key = keyOf(line);
      if (key !== undefined) editing.ask({ is: 'move', key, from });
    },
    Delete: (line) => {
      const key = keyOf(line);
      if (key !== undefined) editing.remove(key);
    },
  };
}

/** The columns of a list of each kind, by the names of their texts. */
const columns: Readonly<Record<ButtonKind, readonly (keyof typeof texts.table)[]>> = {
  speeddial: ['index', 'number', 'label', 'actions'],
  busylampfield: ['index', 'number', 'partition', 'label', 'pickup', 'actions'],
};

function ListHead({ kind }: { readonly kind: ButtonKind }) {
  return (
    <div role="row" class={`list__head ${columnsClass[kind]}`}>
      {columns[kind].map((column) => (
        <span key={column} role="columnheader" class={`list__column list__column--${column}`}>
          <span class={column === 'actions' ? 'hidden' : undefined}>{texts.table[column]}</span>
        </span>
      ))}
    </div>
  );
}

interface GapRowProps {
  readonly gap: Gap;
  readonly shapes: readonly Shape[];
  readonly editing: Editing;
}

/** Free indexes. */
function GapRow({ gap: { first, last }, shapes, editing }: GapRowProps) {
  return (
    <div role="row" class="gap" data-line data-index={first}>
      <span role="gridcell" class="gap__free">
        {texts.device.gap(first, last)}
      </span>
      {shapes.map((shape) => (
        <span key={shape} role="gridcell">
          <button
            type="button"
            class="button button--quiet gap__add"
            data-stop={shape}
            tabIndex={-1}
            aria-label={texts.device.add.hereAt(texts.device.add.here[shape], first)}
            onClick={() => {
              editing.add(shape, first);
            }}
          >
            {texts.device.add.here[shape]}
          </button>
        </span>
      ))}
    </div>
  );
}
