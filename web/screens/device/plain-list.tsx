import { EntryWords } from '../../components/difference-list.js';
import { startDraft } from '../../editing/draft.js';
import { isGap, withGaps } from '../../editing/gaps.js';
import type { OpenList } from '../../state/drafts.js';
import { texts } from '../../texts/texts.js';

/** A list for who may look up only. */
export function PlainList({ open: { list, draft: signal } }: { readonly open: OpenList }) {
  const draft = signal.value;
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
          <li key={line.key}>
            <span class="entries__index">{line.entry.index}</span>
            <span>
              <EntryWords entry={line.entry} />
            </span>
          </li>
        ),
      )}
    </ul>
  );
}
