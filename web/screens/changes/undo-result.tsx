import type { ChangeWithDifference, Undone } from '../../../src/client/index.js';
import { Link } from '../../components/link.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { isCode } from '../../calls/failures.js';
import type { UndoOutcome } from '../../state/undoing.js';
import { texts } from '../../texts/texts.js';
import { UndoConflict } from './undo-conflict.js';
import { UnknownUndo } from './unknown-undo.js';

interface UndoResultProps {
  readonly change: ChangeWithDifference;
  readonly outcome: UndoOutcome;
}

const words = texts.change;

/** Says what became of an undo. */
export function UndoResult({ change, outcome }: UndoResultProps) {
  if (outcome.is === 'undone') return <Done undone={outcome.undone} />;
  if (outcome.is === 'unknown') return <UnknownUndo change={change} outcome={outcome} />;
  const { error } = outcome;
  if (isCode(error, 'changed-meanwhile')) return <UndoConflict change={change} present={error.present ?? []} />;
  return <ProblemNotice error={error} />;
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
