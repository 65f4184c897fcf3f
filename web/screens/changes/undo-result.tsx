import { useEffect, useRef } from 'preact/hooks';
import type { ChangeWithDifference, Undone } from '../../../src/client/index.js';
import { Link } from '../../components/link.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { isCode, isOutcomeUnknown } from '../../calls/failures.js';
import type { UndoOutcome } from '../../state/undoing.js';
import { texts } from '../../texts/texts.js';
import { UndoConflict } from './undo-conflict.js';
import { UnknownUndo } from './unknown-undo.js';

interface UndoResultProps {
  readonly change: ChangeWithDifference;
  readonly outcome: UndoOutcome;
}

const words = texts.change;

/** Says what became of an undo, and gets the focus when it is there. */
export function UndoResult({ change, outcome }: UndoResultProps) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    result.current?.focus();
  }, [outcome]);
  return (
    <div class="undo__result" tabIndex={-1} ref={result}>
      <Words change={change} outcome={outcome} />
    </div>
  );
}

function Words({ change, outcome }: UndoResultProps) {
  if ('undone' in outcome) return <Done undone={outcome.undone} />;
  const { error } = outcome;
  if (isCode(error, 'changed-meanwhile')) return <UndoConflict change={change} present={error.present ?? []} />;
  return isOutcomeUnknown(error) ? <UnknownUndo change={change} /> : <ProblemNotice error={error} />;
}

function Done({ undone: { id, afterUpdate } }: { readonly undone: Undone }) {
  if (id === null) {
    return (
      <p class="notice notice--info" role="status">
        {words.nothingToDo}
      </p>
    );
  }
  return (
    <div class="notice notice--good" role="status">
      <p>{words.undone}</p>
      {afterUpdate !== undefined && afterUpdate !== 'ok' && <p>{texts.notLoaded(afterUpdate)}</p>}
      <Link to={{ at: 'change', id }}>{words.undoneBy(id)}</Link>
    </div>
  );
}
