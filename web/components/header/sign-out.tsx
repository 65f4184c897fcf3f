import { useEffect, useState } from 'preact/hooks';
import { runUnderWay } from '../../state/button-run.js';
import { unsavedRelabels } from '../../state/relabel-draft.js';
import { signOut } from '../../state/session.js';
import { unsettledUndos } from '../../state/undoing.js';
import { unsaved } from '../../state/unsaved.js';
import { texts } from '../../texts/texts.js';
import { Confirmation } from '../confirmation.js';
import { Act } from '../act.js';

const words = texts.header.leave;

/** Signs out. It asks first if something would be lost. */
export function SignOut() {
  const [isAsking, setAsking] = useState(false);
  const lists = unsaved.value.length;
  const relabels = unsavedRelabels.value;
  const undos = unsettledUndos.value;
  const isRunning = runUnderWay() !== undefined;
  const isAnythingLost = lists > 0 || relabels.length > 0 || undos.length > 0 || isRunning;
  useEffect(() => {
    if (!isAnythingLost) setAsking(false);
  }, [isAnythingLost]);
  return (
    <>
      <Act
        look="quiet"
        onClick={() => {
          if (isAnythingLost) setAsking(true);
          else signOut();
        }}
      >
        {texts.header.signOut}
      </Act>
      {isAsking && isAnythingLost && (
        <Confirmation
          title={titleOf(lists + relabels.length, isRunning)}
          cancel={words.stay}
          confirm={words.leave}
          isDangerous
          onConfirm={signOut}
          onCancel={() => {
            setAsking(false);
          }}
        >
          {lists > 0 && <p>{texts.header.unsaved(lists)}</p>}
          {relabels.length > 0 && <p>{words.relabels(relabels.join(texts.separator))}</p>}
          {isRunning && <p>{words.run}</p>}
          {undos.length > 0 && <p>{words.undos(undos.join(texts.separator))}</p>}
        </Confirmation>
      )}
    </>
  );
}

function titleOf(unsavedCount: number, isRunning: boolean): string {
  if (unsavedCount > 0) return words.title;
  return isRunning ? words.titleOfRun : words.titleOfUndo;
}
