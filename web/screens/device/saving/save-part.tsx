import type { Draft } from '../../../editing/draft.js';
import { countFaults, type RowFaults } from '../../../editing/faults.js';
import { mergedOnto } from '../../../editing/merge.js';
import { isUnknown, stillHolds } from '../../../editing/saved.js';
import type { OpenList } from '../../../state/drafts.js';
import { texts } from '../../../texts/texts.js';
import { ChangesBar } from './changes-bar.js';
import { ConflictDialog } from './conflict-dialog.js';
import { NewerNotice, OutcomeNotice } from './outcome-notice.js';
import { ReviewDialog } from './review-dialog.js';
import type { Editing } from '../use-editing.js';
import { type Saving, useSaving } from './use-saving.js';

interface SavePartProps {
  readonly open: OpenList;
  readonly faults: ReadonlyMap<number, RowFaults>;
  readonly editing: Editing;
}

/** The end of a list: what is changed, and everything from there to a list that is saved. */
export function SavePart({ open, faults, editing }: SavePartProps) {
  const { list } = open;
  const draft = open.draft.value;
  const id = `${list.kind}-foot`;
  const saving = useSaving(open, editing, () => document.getElementById(id));
  const { outcome, dialog } = saving;
  return (
    <>
      <div class="foot stack stack--dense" id={id} tabIndex={-1}>
        {outcome && stillHolds(outcome, draft) && <OutcomeNotice list={list} outcome={outcome} saving={saving} />}
        {draft.newer && dialog !== 'conflict' && !isUnknown(outcome) && <NewerNotice compare={saving.compare} />}
        <ChangesBar list={list} draft={draft} faults={countFaults(faults)} editing={editing} review={saving.review} />
      </div>
      {dialog === 'review' && <ReviewDialog list={list} draft={draft} saving={saving} />}
      <Conflict draft={draft} mayOverwrite={faults.size === 0} saving={saving} editing={editing} />
    </>
  );
}

interface ConflictProps {
  readonly draft: Draft;
  readonly mayOverwrite: boolean;
  readonly saving: Saving;
  readonly editing: Editing;
}

function Conflict({ draft, mayOverwrite, saving, editing }: ConflictProps) {
  const { newer } = draft;
  if (saving.dialog !== 'conflict' || newer === undefined) return null;
  return (
    <ConflictDialog
      draft={draft}
      newer={newer}
      mayOverwrite={mayOverwrite}
      isBusy={saving.isBusy}
      close={saving.close}
      take={saving.goOnWith}
      merge={() => {
        saving.goOnWith(mergedOnto(draft, newer));
        editing.say(texts.device.conflict.merged);
      }}
      overwrite={saving.send}
    />
  );
}
