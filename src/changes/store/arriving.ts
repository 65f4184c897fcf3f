import { plainFolded } from '../../domain/sought.js';
import type { Store } from '../../store/sql.js';
import { type AskedList, changeBounds } from '../change.js';
import { addingLists, chunkOf, newest, repeated, withKey } from './asking.js';
import { isOpen } from './change-rows.js';
import type { ArrivedChange, Asked } from './change-store.js';

/** Changes whose lists arrive one after another. Until the last one is stored, their state is `asking`. */

interface Row {
  readonly sequence: number;
  readonly key_hash: string | null;
}

/** How many lists one statement deletes. */
const listsAtOnce = 1_000;

/**
 * Adds lists to a change.
 * @param first the position of the first of them: how many were added before
 * @returns `full` if the bounds of open changes refuse them; `gone` if the change is not there any more
 */
export async function addArriving(
  change: { readonly id: string; readonly user: string },
  lists: readonly AskedList[],
  first: number,
  store: Store,
): Promise<'added' | 'full' | 'gone'> {
  const { clock, lock } = store.dialect;
  const { id, user } = change;
  const chunk = chunkOf(lists, first);
  const bytes = Buffer.byteLength(chunk);
  const all = first + lists.length;
  const [, present = [], added = []] = await store.transact<Row>([
    { text: lock('changes'), values: [] },
    {
      text: `SELECT sequence FROM history_change WHERE sequence = CAST(? AS bigint) AND state = 'asking'`,
      values: [id],
    },
    {
      text: `UPDATE history_change SET size = CAST(? AS integer), to_set = CAST(? AS integer),
          bytes = bytes + CAST(? AS bigint)
        WHERE sequence = CAST(? AS bigint) AND state = 'asking' AND size = CAST(? AS integer)
          AND (SELECT 2 * (own_bytes + CAST(? AS bigint)) <= ${changeBounds.openBytes} - (all_bytes - own_bytes)
            FROM (SELECT coalesce(sum(change.bytes), 0) AS all_bytes,
                coalesce(sum(CASE WHEN change.user_name = ? THEN change.bytes ELSE 0 END), 0) AS own_bytes
              FROM history_change AS change WHERE ${isOpen({ clock })}) AS present)
        RETURNING sequence`,
      values: [all, all, bytes, id, first, bytes, user],
    },
    addingLists(
      chunk,
      `change.sequence = CAST(? AS bigint) AND change.state = 'asking' AND change.size = CAST(? AS integer)`,
      [id, all],
      store,
    ),
  ]);
  return added.length > 0 ? 'added' : present.length > 0 ? 'full' : 'gone';
}

/** Ends the arriving of lists: the change is `reading` then, unless its key has another change. */
export async function completeArriving(arrived: ArrivedChange, store: Store): Promise<Asked | 'gone'> {
  const { id, user, title, reason, key, expiresMs } = arrived;
  const { clock, lock } = store.dialect;
  const same = withKey(store);
  const ofSame = [user, key?.text ?? null];
  const [, found = [], kept = []] = await store.transact<Row>([
    { text: lock('changes'), values: [] },
    { text: newest(same), values: ofSame },
    {
      text: `UPDATE history_change SET state = 'reading', title = ?, sought = ?, key_text = ?, key_hash = ?,
          expires = ${clock} + CAST(? AS bigint)
        WHERE sequence = CAST(? AS bigint) AND state = 'asking' AND NOT EXISTS (SELECT 1 ${same}) RETURNING sequence`,
      values: [
        ...[title, plainFolded(`${title}\n${reason}\n${user}`), key?.text ?? null, key?.hash ?? null, expiresMs],
        ...[id, ...ofSame],
      ],
    },
  ]);
  const [present] = found;
  if (present && key) return repeated(present, key);
  return kept.length > 0 ? { is: 'new', id } : 'gone';
}

/** Deletes a change whose lists did not all arrive, in short transactions. @param lists how many may be stored */
export async function dropArriving(id: string, lists: number, store: Store): Promise<void> {
  const isIt = `sequence = CAST(? AS bigint) AND state = 'asking'`;
  for (let first = 0; first < lists; first += listsAtOnce) {
    const text = `DELETE FROM history_list WHERE change IN (SELECT sequence FROM history_change WHERE ${isIt})
      AND position >= ? AND position < ?`;
    await store.transact([{ text, values: [id, first, first + listsAtOnce] }]);
  }
  await store.transact([{ text: `DELETE FROM history_change WHERE ${isIt}`, values: [id] }]);
}
