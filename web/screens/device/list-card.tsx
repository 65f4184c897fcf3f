import { useMemo } from 'preact/hooks';
import { focusHeading } from '../../components/focus.js';
import { useOnLeave } from '../../components/later.js';
import { Shown } from '../../components/shown.js';
import { EntryItem } from '../../components/entries.js';
import { type Row, rowsWanted, startDraft } from '../../editing/draft.js';
import { isGap, withGaps } from '../../editing/gaps.js';
import { dropChanges, leave, type OpenList, openList } from '../../state/drafts.js';
import { type ButtonList, listId } from '../../calls/lists.js';
import { useLoaded } from '../../state/loaded.js';
import { load } from '../../state/saving.js';
import { mayEdit } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { EditableList } from './editable-list.js';
import type { Saving } from './saving/use-saving.js';
import { useAnnounced } from '../../state/announcer.js';
import { Act } from '../../components/act.js';

interface ListCardProps {
  readonly list: ButtonList;
  /** How often it was read again on request. */
  readonly round: number;
  readonly saving: Saving;
}

/** One list of a device, read-only or editable. */
export function ListCard({ list, round, saving }: ListCardProps) {
  const { loaded, again } = useLoaded(
    // What is changed already is compared only with what the call manager has now.
    (signal, orKept) => load(list, openList(list) ? { signal } : orKept),
    [listId(list), round],
  );
  useOnLeave(() => {
    leave(list);
  }, [list]);
  const open = openList(list);
  const shown = loaded.phase === 'there' ? open : undefined;
  // This text is announced when the list is loaded. It is not announced again for changes on this page.
  const told = useMemo(
    () => shown && texts.device.told(texts.kinds[list.kind], rowsWanted(shown.draft.peek()).length),
    [loaded.phase],
  );
  useAnnounced(told);
  return (
    <section class="card list" aria-labelledby={list.kind}>
      <h2 id={list.kind} tabIndex={-1}>
        {`${texts.kinds[list.kind]} `}
        {shown && <span class="quiet">{rowsWanted(shown.draft.value).length}</span>}
      </h2>
      {loaded.phase === 'waiting' && open?.unsettled.value === 'saving' && (
        <p class="notice notice--info" role="status">
          {texts.device.stillSaving}
        </p>
      )}
      <Shown loaded={loaded} again={again} lines={6}>
        {() => shown && (mayEdit() ? <EditableList open={shown} saving={saving} /> : <PlainList open={shown} />)}
      </Shown>
    </section>
  );
}

/** A list for users who may only look up. */
function PlainList({ open: { list, draft } }: { readonly open: OpenList }) {
  return (
    <>
      <LeftOver lists={[list]} />
      <Entries list={list} rows={startDraft(draft.value.newer ?? draft.value).rows} />
    </>
  );
}

function Entries({ list, rows }: { readonly list: ButtonList; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return <p class="quiet">{texts.device.empty[list.kind]}</p>;
  return (
    <ul class="entries">
      {withGaps(rows).map((line) =>
        isGap(line) ? (
          <li key={`gap ${line.first}`} class="quiet small">
            <span />
            <span>{texts.device.gap(line.first, line.last)}</span>
          </li>
        ) : (
          <EntryItem key={line.key} entry={line.entry} />
        ),
      )}
    </ul>
  );
}

/** Unsaved changes of lists that can no longer be edited here, and the only action that is left: discarding them. */
export function LeftOver({ lists }: { readonly lists: readonly ButtonList[] }) {
  const left = lists.flatMap((list) => openList(list) ?? []).filter(({ unsettled }) => isLeft(unsettled.value));
  if (left.length === 0) return null;
  const drop = (): void => {
    for (const open of left) dropChanges(open);
    // The button disappears.
    focusHeading();
  };
  return (
    <div class="notice notice--warn">
      <p>
        {texts.device.leftOver} {left.map(({ list }) => texts.kinds[list.kind]).join(texts.separator)}
      </p>
      <Act onClick={drop}>{texts.device.bar.discard}</Act>
    </div>
  );
}

/** A save that is running ends by itself, so it does not count. */
function isLeft(unsettled: string | undefined): boolean {
  return unsettled !== undefined && unsettled !== 'saving';
}
