import { useEffect, useState } from 'preact/hooks';
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
  const undos = unsettledUndos.value;
  const isAnythingLost = lists > 0 || undos.length > 0;
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
          title={lists > 0 ? words.title : words.titleOfUndo}
          cancel={words.stay}
          confirm={words.leave}
          isDangerous
          onConfirm={signOut}
          onCancel={() => {
            setAsking(false);
          }}
        >
          {lists > 0 && <p>{texts.header.unsaved(lists)}</p>}
          {undos.length > 0 && <p>{words.undos(undos.join(texts.separator))}</p>}
        </Confirmation>
      )}
    </>
  );
}
