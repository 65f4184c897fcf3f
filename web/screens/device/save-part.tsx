import { useState } from 'preact/hooks';
import { isChanged, type Draft } from '../../editing/draft.js';
import type { Entry } from '../../editing/entry.js';
import { countFaults, faultsOf, type RowFaults } from '../../editing/faults.js';
import { mergedOnto } from '../../editing/merge.js';
import { reviewed, settle } from '../../editing/steps.js';
import { draftOf, edit, keep } from '../../state/drafts.js';
import type { ButtonList } from '../../state/lists.js';
import { lookAgain, save, type Saved } from '../../state/saving.js';
import { texts } from '../../texts/texts.js';
import { ChangesBar } from './changes-bar.js';
import { ConflictDialog } from './conflict-dialog.js';
import { NewerNotice, OutcomeNotice } from './outcome-notice.js';
import { ReviewDialog } from './review-dialog.js';
import type { Editing } from './use-editing.js';

interface SavePartProps {
  readonly list: ButtonList;
  readonly draft: Draft;
  readonly faults: ReadonlyMap<number, RowFaults>;
  readonly editing: Editing;
}

/** The end of a list: what is changed, and everything from there to a list that is saved. */
export function SavePart({ list, draft, faults, editing }: SavePartProps) {
  const [dialog, setDialog] = useState<'review' | 'conflict'>();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Saved>();
  const foot = (): HTMLElement | null => document.getElementById(`${list.kind}-foot`);

  const ended = (saved: Saved): void => {
    setBusy(false);
    setDialog(saved.is === 'conflict' ? 'conflict' : undefined);
    setOutcome(saved.is === 'conflict' ? undefined : saved);
    editing.focus(foot);
  };
  const during = async (work: Promise<Saved>): Promise<void> => {
    setBusy(true);
    try {
      ended(await work);
    } finally {
      setBusy(false);
    }
  };
  const send = (etag: string): void => {
    const now = draftOf(list).peek();
    if (now && !isBusy) void during(save(list, now, etag));
  };
  const readAgain = (sent: readonly Entry[]): void => {
    if (!isBusy) void during(lookAgain(list, sent));
  };
  const review = (): void => {
    edit(list, (before) => reviewed(settle(before)));
    const now = draftOf(list).peek();
    if (now && faultsOf(now).size > 0) {
      editing.focus(() => foot()?.parentElement?.querySelector('[aria-invalid="true"]'));
      return;
    }
    setOutcome(undefined);
    setDialog('review');
  };
  const close = (): void => {
    if (!isBusy) setDialog(undefined);
  };
  const settleConflict = (next: Draft, said?: string): void => {
    keep(list, next);
    setDialog(undefined);
    if (said !== undefined) editing.say(said);
    editing.focus(foot);
  };

  const isWorthSaying = outcome !== undefined && !(outcome.is === 'set' && isChanged(draft));
  return (
    <>
      <div class="foot" id={`${list.kind}-foot`} tabIndex={-1}>
        {isWorthSaying && (
          <OutcomeNotice
            list={list}
            outcome={outcome}
            isBusy={isBusy}
            readAgain={readAgain}
            review={review}
            close={() => {
              setOutcome(undefined);
              editing.focus(() => foot()?.parentElement?.querySelector('.edit__rows'));
            }}
          />
        )}
        {draft.newer && dialog !== 'conflict' && (
          <NewerNotice
            compare={() => {
              edit(list, settle);
              setDialog('conflict');
            }}
          />
        )}
        <ChangesBar list={list} draft={draft} faults={countFaults(faults)} editing={editing} review={review} />
      </div>
      {dialog === 'review' && (
        <ReviewDialog
          list={list}
          draft={draft}
          isBusy={isBusy}
          close={close}
          save={() => {
            send(draft.etag);
          }}
        />
      )}
      {dialog === 'conflict' && draft.newer && (
        <ConflictDialog
          draft={draft}
          newer={draft.newer}
          mayOverwrite={faults.size === 0}
          isBusy={isBusy}
          close={close}
          take={settleConflict}
          merge={(newer) => {
            settleConflict(mergedOnto(draft, newer), texts.device.conflict.merged);
          }}
          overwrite={send}
        />
      )}
    </>
  );
}
