import { EntryItem } from '../../components/entries.js';
import { type Draft, startDraft } from '../../editing/draft.js';
import { isGap, withGaps } from '../../editing/gaps.js';
import type { ButtonList } from '../../calls/lists.js';
import { texts } from '../../texts/texts.js';

/** A list for who may look up only. */
export function PlainList({ list, draft }: { readonly list: ButtonList; readonly draft: Draft }) {
  const { rows } = startDraft(draft.newer ?? draft);
  if (rows.length === 0) return <p class="quiet">{texts.device.empty[list.kind]}</p>;
  return (
    <ul class="entries">
      {withGaps(rows).map((line) =>
        isGap(line) ? (
          <li key={`gap ${line.first}`} class="quiet small">
            <span />
            <span>{texts.device.gap(line.first, line.last)}</span>
          </li>
        ) : (
          <EntryItem key={line.key} entry={line.entry} />
        ),
      )}
    </ul>
  );
}
