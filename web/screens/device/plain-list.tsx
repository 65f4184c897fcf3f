import { EntryItem } from '../../components/entries.js';
import { type Row, startDraft } from '../../editing/draft.js';
import { isGap, withGaps } from '../../editing/gaps.js';
import type { ButtonList } from '../../calls/lists.js';
import type { OpenList } from '../../state/drafts.js';
import { texts } from '../../texts/texts.js';
import { LeftOver } from './left-over.js';

/** A list for who may look up only. */
export function PlainList({ open: { list, draft } }: { readonly open: OpenList }) {
  return (
    <>
      <LeftOver lists={[list]} />
      <Entries list={list} rows={startDraft(draft.value.newer ?? draft.value).rows} />
    </>
  );
}

function Entries({ list, rows }: { readonly list: ButtonList; readonly rows: readonly Row[] }) {
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
