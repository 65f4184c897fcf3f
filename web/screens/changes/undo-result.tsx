import { useState } from 'preact/hooks';
import { type ChangeEntry, ProblemError, type Undone } from '../../../src/client/index.js';
import { entriesBetween } from '../../changes/change-difference.js';
import type { ListView } from '../../changes/list-view.js';
import { heldAfter } from '../../changes/undo.js';
import { DifferenceList } from '../../components/difference-list.js';
import { EntryList } from '../../components/entries.js';
import { Link } from '../../components/link.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { readAfterUndo, type SentUndo, type UndoOutcome, type UnknownOutcome } from '../../state/undoing.js';
import { texts } from '../../texts/texts.js';
import { Act } from '../../components/act.js';

interface UndoResultProps {
  readonly change: ListView;
  readonly sent: SentUndo;
  readonly outcome: UndoOutcome;
}

const words = texts.change;

/** Shows the result of an undo. */
export function UndoResult({ change, sent: { isOfEntries }, outcome }: UndoResultProps) {
  if (outcome.is === 'undone') return <Done undone={outcome.undone} isOfEntries={isOfEntries} />;
  if (outcome.is === 'unknown') return <Unknown change={change} outcome={outcome} isOfEntries={isOfEntries} />;
  const { error } = outcome;
  if (error instanceof ProblemError && error.code === 'changed-meanwhile')
    return <Conflict change={change} present={error.present ?? []} />;
  return <ProblemNotice error={error} />;
}

function Done({ undone, isOfEntries }: { readonly undone: Undone; readonly isOfEntries: boolean }) {
  if (undone.is === 'asked') {
    return (
      <p class="notice notice--info" role="status">
        <Link to={{ at: 'change', id: undone.change.id }}>{words.title(undone.change.id)}</Link>
      </p>
    );
  }
  const { id, afterUpdate } = undone;
  if (id === null) {
    return (
      <p class="notice notice--info" role="status">
        {words.nothingToDo}
      </p>
    );
  }
  return (
    <div class="notice notice--good" role="status">
      <p>{isOfEntries ? words.entries.undone : words.undone}</p>
      {afterUpdate !== undefined && afterUpdate !== 'ok' && <p>{texts.notLoaded(afterUpdate)}</p>}
      <Link to={{ at: 'change', id }}>{words.undoneById(id)}</Link>
    </div>
  );
}

interface ConflictProps {
  readonly change: ListView;
  readonly present: readonly ChangeEntry[];
}

/** Someone has changed the list since: shows what the change left, and what is there now. */
function Conflict({ change: { kind, after, device, deviceKind }, present }: ConflictProps) {
  return (
    <div class="stack">
      <p class="notice notice--warn" role="alert">
        {words.conflict.title}
      </p>
      <div class="beside beside--narrow">
        <section class="stack stack--dense">
          <h3>{words.conflict.left}</h3>
          <EntryList entries={after ?? []} />
        </section>
        <section class="stack stack--dense">
          <h3>{words.conflict.present}</h3>
          <EntryList entries={present} />
        </section>
      </div>
      <section class="stack stack--dense">
        <h3>{words.conflict.between}</h3>
        <DifferenceList difference={entriesBetween(kind, after ?? [], present)} />
      </section>
      <Link to={{ at: 'device', kind: deviceKind, name: device }}>{words.conflict.edit}</Link>
    </div>
  );
}

interface UnknownProps {
  readonly change: ListView;
  readonly outcome: UnknownOutcome;
  readonly isOfEntries: boolean;
}

/** An undo of which it is not known whether it was made. The device's list shows that. */
function Unknown({ change, outcome: { present, error }, isOfEntries }: UnknownProps) {
  const [isReading, setReading] = useState(false);
  const read = async (): Promise<void> => {
    setReading(true);
    try {
      await readAfterUndo(change);
    } finally {
      setReading(false);
    }
  };
  const held = present && heldAfter(change, present, isOfEntries);
  if (held === 'other') return <Conflict change={change} present={present ?? []} />;
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
      <Act isOff={isReading} onClick={read}>
        {isReading ? texts.reading : texts.readAgain}
      </Act>
    </div>
  );
}
