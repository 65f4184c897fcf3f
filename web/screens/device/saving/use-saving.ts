import { useState } from 'preact/hooks';
import { type Draft, isChanged } from '../../../editing/draft.js';
import type { Entry } from '../../../editing/entry.js';
import { faultsOf } from '../../../editing/faults.js';
import { reviewed, settle } from '../../../editing/steps.js';
import { isUnknown, type Saved } from '../../../editing/saved.js';
import { edit, type OpenList } from '../../../state/drafts.js';
import { lookAgain, save } from '../../../state/saving.js';
import type { Editing } from '../use-editing.js';

/** The way of a list from a review to being saved. */
export interface Saving {
  readonly dialog: 'review' | 'conflict' | undefined;
  /** Something was sent, and its answer is awaited. */
  readonly isBusy: boolean;
  /** What became of it the last time. */
  readonly outcome: Saved | undefined;
  /** Shows what will change, or where something is wrong; first it finds out what became of what was sent before. */
  readonly review: () => void;
  /** Shows what somebody else has changed. */
  readonly compare: () => void;
  readonly close: () => void;
  /** @param etag that of the list that was shown */
  readonly send: (etag: string) => void;
  /** @param sent the list of which nobody knows whether it was set */
  readonly readAgain: (sent: readonly Entry[]) => void;
  /** Ends a conflict without sending anything. */
  readonly goOnWith: (next: Draft) => void;
  readonly forgetOutcome: () => void;
}

/** @param foot what gets the focus when something has ended */
export function useSaving(open: OpenList, { focus }: Editing, foot: () => HTMLElement | null): Saving {
  const { list } = open;
  const [dialog, setDialog] = useState<Saving['dialog']>();
  const isBusy = open.work.value !== undefined;
  const ended = ({ is }: Saved): void => {
    setDialog(is === 'conflict' ? 'conflict' : undefined);
    focus(foot);
  };
  const openReview = (): void => {
    edit(list, (before) => reviewed(settle(before)));
    if (faultsOf(open.draft.peek()).size === 0) setDialog('review');
    else focus(() => foot()?.parentElement?.querySelector('[aria-invalid="true"]'));
  };
  const reviewWhatIsLeft = (found: Saved): void => {
    if (isUnknown(found) || found.is === 'conflict' || !isChanged(open.draft.peek())) ended(found);
    else openReview();
  };
  const findOut = async (sent: readonly Entry[], goOn: (found: Saved) => void): Promise<void> => {
    const { activeElement: pressed } = document;
    const found = await lookAgain(open, sent);
    const { activeElement: now } = document;
    // Whoever has gone elsewhere meanwhile is left there.
    if (now === pressed || now === document.body) goOn(found);
  };
  return {
    ...{ dialog, isBusy, outcome: open.outcome.value },
    review: () => {
      const outcome = open.outcome.peek();
      if (isBusy) return;
      // What is sent before that is known would hide what became of the list that was sent first.
      if (isUnknown(outcome)) void findOut(outcome.sent, reviewWhatIsLeft);
      else openReview();
    },
    compare: () => {
      edit(list, settle);
      setDialog('conflict');
    },
    close: () => {
      if (!isBusy) setDialog(undefined);
    },
    send: (etag) => {
      if (!isBusy) void save(open, etag).then(ended);
    },
    readAgain: (sent) => {
      if (!isBusy) void findOut(sent, ended);
    },
    goOnWith: (next) => {
      open.draft.value = next;
      open.outcome.value = undefined;
      setDialog(undefined);
      focus(foot);
    },
    forgetOutcome: () => {
      open.outcome.value = undefined;
      focus(() => foot()?.parentElement?.querySelector('.edit__rows'));
    },
  };
}
