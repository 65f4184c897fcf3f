import { useEffect } from 'preact/hooks';
import { Shown } from '../../components/shown.js';
import { rowsWanted } from '../../editing/draft.js';
import { draftOf, leave, received } from '../../state/drafts.js';
import { type ButtonList, listId, readList } from '../../calls/lists.js';
import { useLoaded } from '../../state/loaded.js';
import { client, mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { EditableList } from './editable-list.js';
import { PlainList } from './plain-list.js';

/** One list of a device: to look at, or to change in place. */
export function ListCard({ list }: { readonly list: ButtonList }) {
  const { loaded, again } = useLoaded(
    async (signal) => {
      received(list, await readList(client(), list, { signal }));
    },
    [listId(list)],
  );
  useEffect(
    () => () => {
      leave(list);
    },
    [list],
  );
  const draft = loaded.phase === 'there' ? draftOf(list).value : undefined;
  return (
    <section class="card list" aria-labelledby={list.kind}>
      <h2 id={list.kind} tabIndex={-1}>
        {texts.kinds[list.kind]} {draft && <span class="quiet">{rowsWanted(draft).length}</span>}
      </h2>
      <Shown loaded={loaded} again={again} lines={6}>
        {() =>
          draft && (mayChange() ? <EditableList list={list} draft={draft} /> : <PlainList list={list} draft={draft} />)
        }
      </Shown>
    </section>
  );
}
