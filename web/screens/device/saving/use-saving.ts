import { useState } from 'preact/hooks';
import { type FocusFinder, useFocus } from '../../../components/focus.js';
import { type Draft, isChanged } from '../../../editing/draft.js';
import { numbersToKnow } from '../../../editing/faults.js';
import { isDone, isUnknown } from '../../../editing/saved.js';
import { discard, goOnWith, reviewed, settle } from '../../../editing/steps.js';
import { announce } from '../../../state/announcer.js';
import { edit, type OpenList, undoLastStep } from '../../../state/drafts.js';
import { knownNumbers, knownPartitions } from '../../../state/known-numbers.js';
import { closeOutcome, lookAgain, save, saveAll } from '../../../state/saving.js';
import { texts } from '../../../texts/texts.js';

/** The steps from the review of a device's changed lists until all of them are saved. */
export interface Saving {
  /** What is in front of the page: the review, or a list that someone else has changed. */
  readonly dialog: 'review' | OpenList | undefined;
  /** True after something was sent, until the answer comes. */
  readonly isBusy: boolean;
  readonly undo: () => void;
  readonly discard: () => void;
  /** Shows the changes, or what is wrong. First it finds out the results of earlier saves. */
  readonly review: () => void;
  /** Shows what someone else has changed. */
  readonly compare: (open: OpenList) => void;
  readonly close: () => void;
  /** Saves what the review shows. */
  readonly send: () => void;
  /** Sets one list as the draft on this page has it. @param etag the etag of the list that was shown as theirs */
  readonly overwrite: (open: OpenList, etag: string) => void;
  /** Reads a list to find out whether it was set. */
  readonly readAgain: (open: OpenList) => void;
  /** Ends a conflict without sending anything. The user can revert this with Undo. @param said the announcement */
  readonly goOnWith: (open: OpenList, next: Draft, said: string) => void;
  readonly closeOutcome: (open: OpenList) => void;
}

/** The id of the bar that stays visible. It says which lists are saved. */
export const barId = 'save-bar';

/** The end of a list on the page, which shows the result of saving it. */
export function footOf({ list }: OpenList): string {
  return `${list.kind}-foot`;
}

/** @returns the lists to save: changed, or with an unknown result */
export function listsToSave(opens: readonly OpenList[]): readonly OpenList[] {
  return opens.filter(({ draft, outcome }) => isChanged(draft.value) || isUnknown(outcome.value));
}

const foot = (open: OpenList): HTMLElement | null => document.getElementById(footOf(open));
const gridOf = (open: OpenList) =>
  foot(open)?.parentElement?.querySelector<HTMLElement>('.grid:not(:empty), [data-do="add"]');

export function useSaving(opens: readonly OpenList[]): Saving {
  const focus = useFocus();
  const [dialog, setDialog] = useState<Saving['dialog']>();
  const [isLooking, setLooking] = useState(false);
  const isBusy = isLooking || opens.some(({ work }) => work.value !== undefined);
  // The focused element may be gone afterwards.
  const keepFocus = (open: OpenList | undefined): FocusFinder => {
    return () => (document.activeElement === document.body && open ? gridOf(open) : undefined);
  };
  const ended = (tried: readonly OpenList[]): void => {
    const conflict = tried.find(({ outcome }) => outcome.peek()?.is === 'conflict');
    const first = conflict ?? tried.find(({ outcome }) => outcome.peek()?.is !== 'set') ?? tried[0];
    setDialog(conflict);
    // The bar is visible, so the page does not scroll.
    focus(() => first && (isDone(first.outcome.peek()) ? document.getElementById(barId) : foot(first)));
  };
  const showReview = (asked: readonly OpenList[]): void => {
    const wrong = asked.find(({ faultCount }) => faultCount.peek() > 0);
    if (wrong === undefined) setDialog('review');
    else focus(() => foot(wrong)?.parentElement?.querySelector('[aria-invalid="true"]'));
  };
  const openReview = (): void => {
    const asked = listsToSave(opens);
    for (const { list } of asked) edit(list, (before) => reviewed(settle(before)));
    const unknown = asked
      .flatMap(({ draft }) => numbersToKnow(draft.peek()))
      .filter((dirn) => !knownPartitions.peek().has(dirn));
    if (unknown.length === 0) {
      showReview(asked);
      return;
    }
    setLooking(true);
    // If that cannot be found out now, the review is shown anyway, and the call manager decides.
    void Promise.allSettled(unknown.map(knownNumbers)).then(() => {
      setLooking(false);
      showReview(asked);
    });
  };
  const findOut = async (unknown: readonly OpenList[], goOn: () => void): Promise<void> => {
    const { activeElement: pressed } = document;
    for (const open of unknown) {
      const outcome = open.outcome.peek();
      if (isUnknown(outcome)) await lookAgain(open, outcome.sent);
    }
    const { activeElement: now } = document;
    // If the user has moved the focus elsewhere in the meantime, it stays there.
    if (now === pressed || now === document.body) goOn();
  };
  return {
    ...{ dialog, isBusy },
    undo: () => {
      const open = undoLastStep(opens);
      if (open) announce(texts.device.said.undone);
      focus(keepFocus(open));
    },
    discard: () => {
      const changed = opens.filter(({ draft }) => isChanged(draft.peek()));
      for (const { list } of changed) edit(list, discard);
      announce(texts.device.said.discarded);
      focus(keepFocus(changed[0]));
    },
    review: () => {
      if (isBusy || dialog !== undefined) return;
      // Find out the results that are not known first. If more were sent before that, the result of the first save
      // would stay unknown.
      const unknown = opens.filter(({ outcome }) => isUnknown(outcome.peek()));
      const reviewWhatIsLeft = (): void => {
        const isOver = ({ outcome, draft }: OpenList): boolean =>
          isUnknown(outcome.peek()) || outcome.peek()?.is === 'conflict' || !isChanged(draft.peek());
        if (unknown.some(isOver)) ended(unknown);
        else openReview();
      };
      if (unknown.length > 0) void findOut(unknown, reviewWhatIsLeft);
      else if (listsToSave(opens).length > 0) openReview();
    },
    compare: (open) => {
      edit(open.list, settle);
      setDialog(open);
    },
    close: () => {
      if (!isBusy) setDialog(undefined);
    },
    send: () => {
      const asked = listsToSave(opens);
      if (!isBusy)
        void saveAll(asked.map((open) => ({ open, etag: open.draft.peek().etag }))).then(() => {
          ended(asked);
        });
    },
    overwrite: (open, etag) => {
      if (!isBusy)
        void save(open, etag).then(() => {
          ended([open]);
        });
    },
    readAgain: (open) => {
      if (!isBusy)
        void findOut([open], () => {
          ended([open]);
        });
    },
    goOnWith: (open, next, said) => {
      edit(open.list, (draft) => goOnWith(draft, next));
      announce(said);
      open.outcome.value = undefined;
      setDialog(opens.find((other) => other !== open && other.outcome.peek()?.is === 'conflict'));
      focus(() => foot(open));
    },
    closeOutcome: (open) => {
      closeOutcome(open);
      focus(() => {
        gridOf(open)?.focus({ preventScroll: true });
        return undefined;
      });
    },
  };
}
