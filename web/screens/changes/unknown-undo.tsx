import { useState } from 'preact/hooks';
import type { ChangeWithDifference } from '../../../src/client/index.js';
import { heldAfter } from '../../changes/undo.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { readAfterUndo, type UnknownOutcome } from '../../state/undoing.js';
import { texts } from '../../texts/texts.js';
import { UndoConflict } from './undo-conflict.js';

const words = texts.change;

interface UnknownUndoProps {
  readonly change: ChangeWithDifference;
  readonly outcome: UnknownOutcome;
}

/** An undo of which nobody knows whether it was made: what the device has says so. */
export function UnknownUndo({ change, outcome: { present, error } }: UnknownUndoProps) {
  const [isReading, setReading] = useState(false);
  const read = async (): Promise<void> => {
    setReading(true);
    try {
      await readAfterUndo(change);
    } finally {
      setReading(false);
    }
  };
  const held = present && heldAfter(change, present);
  if (held === 'other') return <UndoConflict change={change} present={present ?? []} />;
  return (
    <div class={held === 'before' ? 'notice notice--good' : 'notice notice--warn'}>
      <div role="status">
        {held === undefined ? (
          <>
            <p class="notice__title">{words.unknown.title}</p>
            <p>{words.unknown.detail}</p>
          </>
        ) : (
          <p>{words.held[held]}</p>
        )}
      </div>
      {error && <ProblemNotice error={error} />}
      <button type="button" class="button" aria-disabled={isReading} onClick={() => void (isReading || read())}>
        {isReading ? texts.reading : texts.readAgain}
      </button>
    </div>
  );
}
