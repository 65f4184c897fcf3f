import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChangeEntry, ChangeWithDifference } from '../../../src/client/index.js';
import { entriesBetween } from '../../changes/change-difference.js';
import { whyNoUndo } from '../../changes/undo.js';
import { Confirmation } from '../../components/confirmation.js';
import { DifferenceList } from '../../components/difference-list.js';
import { mayChange } from '../../state/session.js';
import { leaveUndo, undo, undoOf, type UndoOutcome } from '../../state/undoing.js';
import { texts } from '../../texts/texts.js';
import { UndoResult } from './undo-result.js';

interface UndoProps {
  readonly change: ChangeWithDifference;
  /** Reads the change again. */
  readonly again: () => void;
}

const words = texts.change;

/** Takes a change back, after it was shown what that does; and what became of it. */
export function Undo({ change, again }: UndoProps) {
  const [isAsking, setAsking] = useState(false);
  const sent = undoOf(change.id);
  const outcome = sent?.outcome;
  const isWaiting = sent !== undefined && outcome === undefined;
  useEffect(
    () => () => {
      leaveUndo(change.id);
    },
    [change.id],
  );
  const result = useResultFocus(isAsking ? undefined : outcome);
  const hindrance = whyNoUndo(change);
  if (!mayChange()) return null;
  if (hindrance !== undefined) {
    return (
      <div class="undo stack stack--start">
        <p class="quiet">{words.whyNoUndo[hindrance]}</p>
        {hindrance === 'under-way' && (
          <button type="button" class="button" onClick={again}>
            {texts.readAgain}
          </button>
        )}
      </div>
    );
  }
  return (
    <div class="undo stack stack--start">
      {outcome && (
        <div class="undo__result" tabIndex={-1} ref={result}>
          <UndoResult change={change} outcome={outcome} />
        </div>
      )}
      {outcome?.is !== 'undone' && (
        <button
          type="button"
          class="button"
          aria-disabled={isWaiting}
          onClick={() => {
            if (!isWaiting) setAsking(true);
          }}
        >
          {isWaiting ? words.confirm.waiting : words.undo}
        </button>
      )}
      {isAsking && (
        <UndoDialog
          change={change}
          before={change.before ?? []}
          isWaiting={isWaiting}
          close={() => {
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}

/** Gives the focus to what became of an undo, once, when nothing is in front of it. */
function useResultFocus(outcome: UndoOutcome | undefined) {
  const result = useRef<HTMLDivElement>(null);
  const focused = useRef<UndoOutcome>(undefined);
  useEffect(() => {
    if (outcome === undefined || outcome === focused.current) return;
    focused.current = outcome;
    result.current?.focus();
  }, [outcome]);
  return result;
}

interface UndoDialogProps {
  readonly change: ChangeWithDifference;
  readonly before: readonly ChangeEntry[];
  readonly isWaiting: boolean;
  readonly close: () => void;
}

function UndoDialog({ change: { id, kind, after }, before, isWaiting, close }: UndoDialogProps) {
  return (
    <Confirmation
      title={words.confirm.title}
      confirm={isWaiting ? words.confirm.waiting : words.confirm.start}
      isBusy={isWaiting}
      onConfirm={() => void undo(id).then(close)}
      onCancel={close}
    >
      <p class="quiet">{words.confirm.lead}</p>
      <DifferenceList difference={entriesBetween(kind, after, before)} />
    </Confirmation>
  );
}
