import type { Shape } from '../../editing/entry.js';
import { faultsOf } from '../../editing/faults.js';
import { type Gap, isGap, withGaps } from '../../editing/gaps.js';
import { indexAfterLast } from '../../editing/steps.js';
import type { OpenList } from '../../state/drafts.js';
import { texts } from '../../texts/texts.js';
import { EditableRow } from './row.js';
import { ListHead } from './list-head.js';
import { SavePart } from './saving/save-part.js';
import { type Editing, useEditing } from './use-editing.js';

/** A list that can be changed in place. */
export function EditableList({ open }: { readonly open: OpenList }) {
  const { list } = open;
  const draft = open.draft.value;
  const { editing, root, said } = useEditing(list);
  const faults = faultsOf(draft);
  const shapes: readonly Shape[] = list.kind === 'speeddial' ? ['dial'] : ['number', 'destination'];
  return (
    <div class="edit stack" ref={root}>
      <div>
        {draft.rows.length === 0 ? <p class="quiet">{texts.device.empty[list.kind]}</p> : <ListHead kind={list.kind} />}
        <ul class="edit__rows" tabIndex={-1} aria-label={texts.kinds[list.kind]}>
          {withGaps(draft.rows).map((line) =>
            isGap(line) ? (
              <GapRow key={`gap ${line.last}`} gap={line} shapes={shapes} editing={editing} />
            ) : (
              <EditableRow key={line.key} row={line} faults={faults.get(line.key)} editing={editing} />
            ),
          )}
        </ul>
      </div>
      <p class="actions">
        {shapes.map((shape) => (
          <button
            key={shape}
            type="button"
            class="button"
            data-do="add"
            onClick={() => {
              editing.add(shape, indexAfterLast(draft));
            }}
          >
            {texts.device.add[shape]}
          </button>
        ))}
      </p>
      <p class="hidden" role="status">
        {said}
      </p>
      <SavePart open={open} faults={faults} editing={editing} />
    </div>
  );
}

interface GapRowProps {
  readonly gap: Gap;
  readonly shapes: readonly Shape[];
  readonly editing: Editing;
}

/** Indexes at which nothing stands. */
function GapRow({ gap: { first, last }, shapes, editing }: GapRowProps) {
  return (
    <li class="gap">
      <span class="gap__free">{texts.device.gap(first, last)}</span>
      {shapes.map((shape) => (
        <button
          key={shape}
          type="button"
          class="button button--quiet gap__add"
          aria-label={texts.device.add.hereAt(texts.device.add.here[shape], first)}
          onClick={() => {
            editing.add(shape, first);
          }}
        >
          {texts.device.add.here[shape]}
        </button>
      ))}
    </li>
  );
}
