import { randomUUID } from 'node:crypto';
import { plainFolded } from '../../domain/sought.js';
import type { SqlValue, Step, Store } from '../../store/sql.js';
import type { Note } from '../intents/intent.js';
import { type AskedList, changeBounds } from '../change.js';
import { isOpen } from './change-rows.js';
import type { Asked, NewChange, Repeated, RequestKey } from './change-store.js';
import { gone, namedColumns, namedValues } from './rows.js';

/** How many lists one statement stores. */
const listsAtOnce = 1_000;

interface Row {
  readonly sequence: number;
  readonly key_hash: string | null;
  readonly own: number;
}

/**
 * Stores what was asked for, with all of its lists, unless the bounds of open changes refuse it. No one sees it before
 * its last list is stored.
 */
export async function ask({ lists, intent, ...change }: NewChange, store: Store): Promise<Asked> {
  const { clock, lock } = store.dialect;
  const token = randomUUID();
  const chunks = piecesOf(lists).map(({ piece, first }) => chunkOf(piece, first));
  const { isArriving = false } = change;
  const asked = intent === undefined ? null : JSON.stringify(intent);
  const bytes = [...chunks, asked ?? ''].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const { user, key, title, reason, undoes, requestId, notBefore, atMost, expiresMs } = change;
  const same = withKey(store);
  const ofSame = [user, key?.text ?? null];
  const adding = (chunk: string): Step => addingLists(chunk, 'change.token = ?', [token], store);
  const own = 'CASE WHEN change.user_name = ? THEN';
  const [, found = [], tally = [], kept = []] = await store.transact<Row>([
    { text: lock('changes'), values: [] },
    { text: newest(same), values: ofSame },
    {
      text: `SELECT count(*) AS own FROM history_change AS change WHERE change.user_name = ? AND ${isOpen({ clock })}`,
      values: [user],
    },
    {
      // A user has at most half of what the others leave free.
      text: `INSERT INTO history_change (token, carried, time, expires, user_name, request_id, title, reason, sought,
          state, undoes, notes, at_most, intent, begins, draft, not_before, size, bytes, to_set, stopping, key_text, key_hash)
        SELECT ?, 1, moment.at, moment.at + CAST(? AS bigint), ?, ?, ?, ?, ?, ?, CAST(? AS bigint), ?, ?, ?,
          CAST(? AS integer), CAST(? AS integer), CAST(? AS bigint), CAST(? AS integer), CAST(? AS bigint),
          CAST(? AS integer), 0, ?, ?
        FROM (SELECT ${clock} AS at) AS moment CROSS JOIN
          (SELECT count(*) AS changes, coalesce(sum(${own} 1 ELSE 0 END), 0) AS own,
             coalesce(sum(change.bytes), 0) AS bytes, coalesce(sum(${own} change.bytes ELSE 0 END), 0) AS own_bytes
           FROM history_change AS change WHERE ${isOpen({ clock })}) AS present
        WHERE NOT EXISTS (SELECT 1 ${same}) AND 2 * (own + 1) <= ${changeBounds.open} - (changes - own)
          AND 2 * (own_bytes + CAST(? AS bigint)) <= ${changeBounds.openBytes} - (bytes - own_bytes)
        RETURNING sequence`,
      values: [
        ...[token, expiresMs, user, requestId, title, reason, plainFolded(`${title}\n${reason}\n${user}`)],
        ...[
          isArriving || chunks.length > 1 ? 'asking' : 'reading',
          undoes ?? null,
          JSON.stringify(change.notes),
          atMost ? JSON.stringify(atMost) : null,
          asked,
        ],
        ...[Number(change.begins), Number(change.isDraft), notBefore?.getTime() ?? null, lists.length, bytes],
        ...[lists.length, key?.text ?? null, key?.hash ?? null, user, user, ...ofSame, bytes],
      ],
    },
    ...chunks.slice(0, 1).map(adding),
  ]);
  const [present] = found;
  if (present && key) return repeated(present, key);
  const [row] = kept;
  if (!row) return { is: 'full', whose: tally[0]?.own ? 'user' : 'all' };
  // The rest of many lists follows in short transactions, so that others can write in between.
  for (const chunk of chunks.slice(1)) await store.transact([adding(chunk)]);
  const complete = `UPDATE history_change SET state = 'reading' WHERE token = ? AND state = 'asking'`;
  if (!isArriving && chunks.length > 1) await store.transact([{ text: complete, values: [token] }]);
  return { is: 'new', id: String(row.sequence) };
}

interface Found {
  readonly id: string;
  readonly holder: string;
  readonly lists: readonly AskedList[];
  readonly notes: readonly Note[];
}

/** Stores the lists that an intent means, in short transactions. @returns whether the change is still held */
export async function keepFoundLists({ id, holder, lists, notes }: Found, store: Store): Promise<boolean> {
  const isHeld = `change.sequence = CAST(? AS bigint) AND change.holder = ? AND change.state = 'reading'`;
  // An earlier try may have ended in the middle.
  const emptied = `DELETE FROM history_list WHERE change IN (SELECT sequence FROM history_change AS change WHERE ${isHeld})`;
  await store.transact([{ text: emptied, values: [id, holder] }]);
  let bytes = 0;
  for (const { piece, first } of piecesOf(lists)) {
    const chunk = chunkOf(piece, first);
    bytes += Buffer.byteLength(chunk);
    await store.transact([addingLists(chunk, isHeld, [id, holder], store)]);
  }
  const [kept] = await store.transact<Row>([
    {
      text: `UPDATE history_change AS change SET intent = NULL, notes = ?, size = CAST(? AS integer),
        to_set = CAST(? AS integer), bytes = CAST(? AS bigint) WHERE ${isHeld} RETURNING sequence`,
      values: [JSON.stringify(notes), lists.length, lists.length, bytes, id, holder],
    },
  ]);
  return (kept ?? []).length > 0;
}

/** @returns the step that adds lists to a change that matches a condition */
export function addingLists(chunk: string, condition: string, values: readonly SqlValue[], { dialect }: Store): Step {
  return {
    text: `INSERT INTO history_list (change, position, ${namedColumns}, if_match, list_after, edits, undoes, state)
      SELECT change.sequence, CAST(value ->> 'position' AS integer), ${named}, value ->> 'ifMatch', value ->> 'after',
        value ->> 'edits', CAST(value ->> 'undoes' AS bigint), 'unread'
      FROM history_change AS change CROSS JOIN ${dialect.elements} WHERE ${condition}`,
    values: [chunk, ...values],
  };
}

/** @returns what a user has asked for with this key; undefined if nothing */
export async function keyed(user: string, key: RequestKey, store: Store): Promise<Repeated | undefined> {
  const [present] = await store.all<Row>(newest(withKey(store)), [user, key.text]);
  return present && repeated(present, key);
}

/** The changes of a user with a key, from the time for which a key counts. */
export function withKey({ dialect: { clock } }: Store): string {
  return `FROM history_change AS change WHERE change.user_name = ? AND change.key_text = CAST(? AS text)
    AND change.time > ${clock} - ${changeBounds.sameKeyMs}`;
}

export function newest(same: string): string {
  return `SELECT sequence, key_hash ${same} ORDER BY sequence DESC LIMIT 1`;
}

export function repeated({ sequence, key_hash: hash }: Pick<Row, 'sequence' | 'key_hash'>, key: RequestKey): Repeated {
  return hash === key.hash ? { is: 'same', id: String(sequence) } : { is: 'other' };
}

const named = namedColumns
  .split(', ')
  .map((column) => `value ->> '${column}'`)
  .join(', ');

/** @returns the lists in pieces for one statement each, with the position of the first of each piece */
function piecesOf(lists: readonly AskedList[]) {
  return Array.from({ length: Math.ceil(lists.length / listsAtOnce) }, (_, at) => {
    const first = at * listsAtOnce;
    return { piece: lists.slice(first, first + listsAtOnce), first };
  });
}

/** @returns lists as a JSON array of rows. @param first the position of the first list */
export function chunkOf(lists: readonly AskedList[], first: number): string {
  const columns = namedColumns.split(', ');
  return JSON.stringify(
    lists.map(({ device, kind, ifMatch, after, edits, undoes }, place) => ({
      ...Object.fromEntries<string>(namedValues(device, kind).map((value, column) => [columns[column] ?? '', value])),
      ...{ position: first + place, ifMatch, undoes },
      ...(edits ? { after: gone, edits: JSON.stringify(edits) } : { after: JSON.stringify(after) }),
    })),
  );
}
