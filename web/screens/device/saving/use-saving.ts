import { useState } from 'preact/hooks';
import type { Draft } from '../../../editing/draft.js';
import type { Entry } from '../../../editing/entry.js';
import { faultsOf } from '../../../editing/faults.js';
import { reviewed, settle } from '../../../editing/steps.js';
import { draftOf, edit, keep } from '../../../state/drafts.js';
import type { ButtonList } from '../../../calls/lists.js';
import { lookAgain, save, type Saved } from '../../../state/saving.js';
import type { Editing } from '../use-editing.js';

/** The way of a list from a review to being saved. */
export interface Saving {
  readonly dialog: 'review' | 'conflict' | undefined;
  /** Something was sent, and its answer is awaited. */
  readonly isBusy: boolean;
  /** What became of it the last time. */
  readonly outcome: Saved | undefined;
  /** Shows what will change, or where something is wrong. */
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
export function useSaving(list: ButtonList, { focus }: Editing, foot: () => HTMLElement | null): Saving {
  const [dialog, setDialog] = useState<Saving['dialog']>();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Saved>();
  const during = async (work: Promise<Saved>): Promise<void> => {
    setBusy(true);
    const saved = await work.finally(() => {
      setBusy(false);
    });
    setDialog(saved.is === 'conflict' ? 'conflict' : undefined);
    setOutcome(saved.is === 'conflict' ? undefined : saved);
    focus(foot);
  };
  return {
    ...{ dialog, isBusy, outcome },
    review: () => {
      edit(list, (before) => reviewed(settle(before)));
      const draft = draftOf(list).peek();
      if (draft && faultsOf(draft).size > 0) {
        focus(() => foot()?.parentElement?.querySelector('[aria-invalid="true"]'));
      } else {
        setOutcome(undefined);
        setDialog('review');
      }
    },
    compare: () => {
      edit(list, settle);
      setDialog('conflict');
    },
    close: () => {
      if (!isBusy) setDialog(undefined);
    },
    send: (etag) => {
      const draft = draftOf(list).peek();
      if (draft && !isBusy) void during(save(list, draft, etag));
    },
    readAgain: (sent) => {
      if (!isBusy) void during(lookAgain(list, sent));
    },
    goOnWith: (next) => {
      if (isBusy) return;
      keep(list, next);
      setDialog(undefined);
      focus(foot);
    },
    forgetOutcome: () => {
      setOutcome(undefined);
      focus(() => foot()?.parentElement?.querySelector('.edit__rows'));
    },
  };
}
