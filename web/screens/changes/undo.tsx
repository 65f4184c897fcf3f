import { useEffect, useRef, useState } from 'preact/hooks';
import { type ChangeEntry, ProblemError } from '../../../src/client/index.js';
import { entriesBetween } from '../../changes/change-difference.js';
import type { ListView } from '../../changes/list-view.js';
import { whyNoUndo } from '../../changes/undo.js';
import { Confirmation } from '../../components/confirmation.js';
import { DifferenceList } from '../../components/difference-list.js';
import { useOnLeave } from '../../components/later.js';
import { mayChange } from '../../state/session.js';
import { leaveUndo, undo, undoOf, type UndoOutcome } from '../../state/undoing.js';
import { texts } from '../../texts/texts.js';
import { UndoResult } from './undo-result.js';
import { Act } from '../../components/act.js';

interface UndoProps {
  readonly change: ListView;
  /** Reads the change again. */
  readonly again: () => void;
}

const words = texts.change;

/** Undoes a change, after showing what that does; then shows the result. */
export function Undo({ change, again }: UndoProps) {
  const [asking, setAsking] = useState<'list' | 'entries'>();
  const sent = undoOf(change.id);
  const outcome = sent?.outcome;
  const isWaiting = sent !== undefined && outcome === undefined;
  useOnLeave(() => {
    leaveUndo(change.id);
  }, [change.id]);
  const result = useResultFocus(asking ? undefined : outcome);
  const hindrance = whyNoUndo(change);
  if (!mayChange()) return null;
  if (hindrance !== undefined) {
    return (
      <div class="undo stack stack--start">
        <p class="quiet">{words.whyNoUndo[hindrance]}</p>
        {hindrance === 'in-progress' && <Act onClick={again}>{texts.readAgain}</Act>}
      </div>
    );
  }
  return (
    <div class="undo stack stack--start">
      {sent && outcome && (
        <div class="undo__result" tabIndex={-1} ref={result}>
          <UndoResult change={change} sent={sent} outcome={outcome} />
        </div>
      )}
      {outcome?.is !== 'undone' && (
        <div class="actions">
          <Act
            isOff={isWaiting}
            onClick={() => {
              setAsking('list');
            }}
          >
            {isWaiting ? words.confirm.waiting : words.undo}
          </Act>
          {isConflict(outcome) && sent?.isOfEntries === false && (
            <Act
              onClick={() => {
                setAsking('entries');
              }}
            >
              {words.conflict.entries}
            </Act>
          )}
        </div>
      )}
      {isConflict(outcome) && sent?.isOfEntries === false && <p class="quiet">{words.conflict.entriesNote}</p>}
      {asking && (
        <UndoDialog
          change={change}
          before={change.before ?? []}
          scope={asking}
          isWaiting={isWaiting}
          close={() => {
            setAsking(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Whether the list differs from the one that the change has left. */
function isConflict(outcome: UndoOutcome | undefined): boolean {
  return (
    outcome?.is === 'refused' && outcome.error instanceof ProblemError && outcome.error.code === 'changed-meanwhile'
  );
}

/** Moves the focus to the result of an undo, once, as soon as no dialog is in front of it. */
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
  readonly change: ListView;
  readonly before: readonly ChangeEntry[];
  /** Whether the whole list is restored, or only what the change touched. */
  readonly scope: 'list' | 'entries';
  readonly isWaiting: boolean;
  readonly close: () => void;
}

function UndoDialog({ change: { id, kind, after, device }, before, scope, isWaiting, close }: UndoDialogProps) {
  const asked = scope === 'entries' ? words.entries : words.confirm;
  return (
    <Confirmation
      title={asked.title(id, texts.kinds[kind], device)}
      lead={asked.lead}
      confirm={isWaiting ? words.confirm.waiting : words.confirm.start}
      isBusy={isWaiting}
      onConfirm={() => void undo(id, scope === 'entries').then(close)}
      onCancel={close}
    >
      <DifferenceList difference={entriesBetween(kind, after ?? [], before)} />
    </Confirmation>
  );
}
