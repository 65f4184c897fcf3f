import { useState } from 'preact/hooks';
import { type ChangeEntry, type ChangeWithDifference, PhoneProxyError } from '../../../src/client/index.js';
import { entriesBetween } from '../../changes/change-difference.js';
import { whyNoUndo } from '../../changes/undo.js';
import { Confirmation } from '../../components/confirmation.js';
import { DifferenceList } from '../../components/difference-list.js';
import { client, mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { UndoResult, type UndoOutcome } from './undo-result.js';

interface UndoProps {
  readonly change: ChangeWithDifference;
  /** Reads the change again. */
  readonly again: () => void;
}

const words = texts.change;

/** Takes a change back, after it was shown what that does; and what became of it. */
export function Undo({ change, again }: UndoProps) {
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<UndoOutcome>();
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
      {outcome && <UndoResult change={change} outcome={outcome} />}
      {!(outcome && 'undone' in outcome) && (
        <button
          type="button"
          class="button"
          onClick={() => {
            setAsking(true);
          }}
        >
          {words.undo}
        </button>
      )}
      {isAsking && (
        <UndoDialog
          change={change}
          before={change.before ?? []}
          onClose={() => {
            setAsking(false);
          }}
          onOutcome={(became) => {
            setAsking(false);
            setOutcome(became);
          }}
        />
      )}
    </div>
  );
}

interface UndoDialogProps {
  readonly change: ChangeWithDifference;
  readonly before: readonly ChangeEntry[];
  readonly onClose: () => void;
  readonly onOutcome: (outcome: UndoOutcome) => void;
}

function UndoDialog({ change: { id, kind, after }, before, onClose, onOutcome }: UndoDialogProps) {
  const [isWaiting, setWaiting] = useState(false);
  const undo = async (): Promise<void> => {
    setWaiting(true);
    try {
      onOutcome({ undone: await client().undoChange(id) });
    } catch (error) {
      if (!(error instanceof PhoneProxyError)) throw error;
      onOutcome({ error });
    }
  };
  return (
    <Confirmation
      title={words.confirm.title}
      confirm={isWaiting ? words.confirm.waiting : words.confirm.start}
      isBusy={isWaiting}
      onConfirm={() => void undo()}
      onCancel={onClose}
    >
      <p class="quiet">{words.confirm.lead}</p>
      <DifferenceList difference={entriesBetween(kind, after, before)} />
    </Confirmation>
  );
}
