import { countStates, type Draft, isChanged } from '../../../editing/draft.js';
import type { ButtonList } from '../../../calls/lists.js';
import { texts } from '../../../texts/texts.js';
import type { Editing } from '../use-editing.js';

interface ChangesBarProps {
  readonly list: ButtonList;
  readonly draft: Draft;
  /** How many fields are wrong. */
  readonly faults: number;
  readonly editing: Editing;
  readonly review: () => void;
}

/** Says what is changed and not saved, while there is anything, and what can be done with it. */
export function ChangesBar({ list, draft, faults, editing, review }: ChangesBarProps) {
  const words = texts.device.bar;
  const canUndo = draft.past.length > 0;
  const changed = isChanged(draft);
  if (!canUndo && !changed) return null;
  return (
    <div class="bar actions" role="group" aria-label={words.name[list.kind]}>
      <p class="bar__summary" role="status">
        {summaryOf(draft)}
        {faults > 0 && <span class="bar__faults">{words.faults(faults)}</span>}
      </p>
      <span class="bar__actions actions">
        <button type="button" class="button" aria-disabled={!canUndo} onClick={editing.undo}>
          {words.undo}
        </button>
        {changed && (
          <>
            <button type="button" class="button" onClick={editing.discard}>
              {words.discard}
            </button>
            <button type="button" class="button button--main" onClick={review}>
              {words.review}
            </button>
          </>
        )}
      </span>
    </div>
  );
}

function summaryOf(draft: Draft): string {
  const { added, changed, moved, removed } = countStates(draft);
  const parts = [texts.difference.summary(added, changed, removed), moved > 0 ? texts.device.bar.moved(moved) : ''];
  return parts.filter((part) => part !== '').join(texts.separator) || texts.device.bar.none;
}
