import { useEffect } from 'preact/hooks';
import { Shown } from '../../components/shown.js';
import { rowsWanted } from '../../editing/draft.js';
import { leave, openList } from '../../state/drafts.js';
import { type ButtonList, listId } from '../../calls/lists.js';
import { useLoaded } from '../../state/loaded.js';
import { load } from '../../state/saving.js';
import { mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { EditableList } from './editable-list.js';
import { PlainList } from './plain-list.js';

/** One list of a device: to look at, or to change in place. */
export function ListCard({ list }: { readonly list: ButtonList }) {
  const { loaded, again } = useLoaded((signal) => load(list, { signal }), [listId(list)]);
  useEffect(
    () => () => {
      leave(list);
    },
    [list],
  );
  const open = openList(list);
  const shown = loaded.phase === 'there' ? open : undefined;
  return (
    <section class="card list" aria-labelledby={list.kind}>
      <h2 id={list.kind} tabIndex={-1}>
        {texts.kinds[list.kind]} {shown && <span class="quiet">{rowsWanted(shown.draft.value).length}</span>}
      </h2>
      {loaded.phase === 'waiting' && open?.unsettled.value === 'saving' && (
        <p class="notice notice--info" role="status">
          {texts.device.stillSaving}
        </p>
      )}
      <Shown loaded={loaded} again={again} lines={6}>
        {() => shown && (mayChange() ? <EditableList open={shown} /> : <PlainList open={shown} />)}
      </Shown>
    </section>
  );
}
