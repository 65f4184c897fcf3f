import { createHash } from 'node:crypto';
import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import { shownList } from '../../domain/buttons.js';
import { type DeviceKey, deviceId } from '../../domain/device.js';
import type { ErrorCode } from '../../domain/error-catalogue.js';
import type { DeviceName, Uuid } from '../../domain/identifiers.js';
import { plainFolded } from '../../domain/sought.js';
import { idOf } from '../../store/conditions.js';
import { type Dialect, nextPlace, type SqlValue } from '../../store/sql.js';
import {
  type ChangeList,
  type FoundLater,
  type ListState,
  type SeenChange,
  type Sent,
  type SentList,
} from '../change.js';
import type { ListEdits } from '../intents/list-edits.js';
import type { Ended } from './change-store.js';
import { undoneByOf } from './undone.js';

/** A list as a row of the table. Times are milliseconds since 1970. */
export interface ListRow {
  readonly change: number;
  readonly position: number;
  readonly number: number | null;
  readonly device_kind: DeviceKey['kind'];
  readonly device_name: string;
  readonly device_uuid: Uuid | null;
  readonly kind: ButtonKind;
  readonly if_match: string | null;
  readonly list_before: string | null;
  readonly list_after: string;
  readonly edits: string | null;
  readonly undoes: number | null;
  readonly state: ListState;
  readonly code: ErrorCode | null;
  readonly detail: string | null;
  readonly found_list: FoundLater['list'] | null;
  readonly found_time: number | null;
  readonly time: number | null;
  readonly user_name: string | null;
  readonly request_id: string | null;
  readonly place: number | null;
  readonly known_at: number | null;
  readonly seen_after: number | null;
  readonly changed_since: number | null;
  readonly undone_by: number | null;
}

/** The newest list of another change that may have set a list after it was read or sent. */
const others = `SELECT other.change FROM history_list AS other
    WHERE other.device_uuid = list.device_uuid AND other.kind = list.kind AND other.number IS NOT NULL
      AND other.state IN ('changed', 'stored-otherwise', 'uncertain', 'sending') AND other.change <> list.change
      AND (other.number > coalesce(list.number, list.since) OR (list.number IS NULL AND (other.state = 'sending'
        OR (other.known_at > list.since AND other.found_list IS NULL))))
    ORDER BY other.number DESC LIMIT 1`;

/** A query for lists; its conditions can be appended. */
export const selecting = `SELECT change, position, number, device_kind, device_name, device_uuid, kind, if_match,
    list_before, list_after, edits, undoes, state, code, detail, found_list, found_time, time, user_name, request_id, place,
    known_at, seen_after, (${others}) AS changed_since, ${undoneByOf} AS undone_by
  FROM history_list AS list`;

/** The columns that name a list, in the order of `namedValues`. */
export const namedColumns = 'device_key, device_kind, device_name, sought, kind';

export function namedValues(device: DeviceKey, kind: ButtonKind): string[] {
  return [deviceId(device), device.kind, device.name, plainFolded(device.name), kind];
}

/**
 * @returns the list. If its stored lists are damaged, they are left out, so that one damaged list does not break an
 * answer with others
 */
export function listOf(row: ListRow): ChangeList {
  // The device was deleted elsewhere; or the list was not worked out from the one that was read.
  const isNone = (row.seen_after !== null || row.edits !== null) && row.list_after === gone;
  const after = isNone ? null : listIn(row.list_after, row.kind);
  const before = row.list_before === null ? null : listIn(row.list_before, row.kind);
  const isReadable = after !== undefined && before !== undefined;
  return {
    change: String(row.change),
    position: row.position,
    device: { kind: row.device_kind, name: row.device_name as DeviceName },
    uuid: row.device_uuid,
    kind: row.kind,
    ifMatch: row.if_match ?? undefined,
    before: isReadable ? before : null,
    after: isReadable ? after : null,
    edits: row.edits === null ? undefined : (JSON.parse(row.edits) as ListEdits),
    undoes: idOf(row.undoes),
    state: row.state,
    problem: row.code === null ? undefined : { code: row.code, detail: row.detail },
    foundLater:
      row.found_list === null || row.found_time === null
        ? undefined
        : { list: row.found_list, time: new Date(row.found_time) },
    sent: sentOf(row),
    changedSince: idOf(row.changed_since),
    undoneBy: idOf(row.undone_by),
  };
}

function sentOf(row: ListRow): Sent | undefined {
  if (row.number === null) return undefined;
  const isSeen = row.seen_after !== null;
  return {
    number: String(row.number),
    time: new Date(row.time ?? 0),
    user: isSeen ? null : row.user_name,
    requestId: isSeen ? null : row.request_id,
    place: row.place ?? undefined,
    knownAt: row.known_at ?? undefined,
    seenAfter: row.seen_after === null ? undefined : new Date(row.seen_after),
  };
}

export function isSent(list: ChangeList): list is SentList {
  return list.sent !== undefined;
}

/** The list after a change that deleted the device, and the one of an intent before it is worked out. */
export const gone = JSON.stringify(null);

/**
 * @returns the identity of a change made elsewhere: it is the same for everyone who sees the change, also after a crash
 * and in other instances
 */
export function seenKey({ uuid, kind, before, after, known }: SeenChange): string {
  const [was, is] = [before, after].map((list) => list && shownList(rulesOf(kind), list));
  return createHash('sha256')
    .update(JSON.stringify([uuid, kind, known, was, is]))
    .digest('base64url');
}

/** @returns the list that was stored; undefined if it is not valid for this kind any more */
function listIn(text: string, kind: ButtonKind): readonly Entry[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(rulesOf(kind).isEntry) ? list : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A query for the newest sent lists of a device and a kind: those with the key of the device, and those without a key
 * but with its name. The values are the key, the kind and how many; then the id of the name, the kind and how many.
 */
export const ofList = `${selecting} WHERE number IN (${newestOf('device_uuid = ?')} UNION ALL
  ${newestOf('device_uuid IS NULL AND device_key = ?')}) ORDER BY number DESC`;

function newestOf(condition: string): string {
  return `SELECT * FROM (SELECT number FROM history_list
    WHERE ${condition} AND kind = ? AND number IS NOT NULL ORDER BY number DESC LIMIT ?) AS newest`;
}

/**
 * Stores how a sent list ended, and the key of the device that got it, if that is known. If the key differs, the list
 * before was read from another device and is dropped. What was found before about a list counts only while its end is
 * uncertain. The values are those of `settlingValues`, and the number.
 */
export const settling = ({ clock }: Dialect): string => `SET state = ?, code = ?, detail = ?, known_at = ${nextPlace},
  settled = ${clock}, found_list = CASE WHEN CAST(? AS text) = 'uncertain' THEN found_list END,
  list_before = CASE WHEN device_uuid <> ? THEN NULL ELSE list_before END,
  device_uuid = coalesce(?, device_uuid), list_after = coalesce(?, list_after) WHERE number = ?`;

/** @param after the list that was set, if it is another one than the one that was sent */
export function settlingValues({ state, problem }: Ended, uuid?: Uuid, after?: readonly Entry[]): SqlValue[] {
  const told = [state, problem?.code ?? null, problem?.detail ?? null, state];
  return [...told, uuid ?? null, uuid ?? null, after ? JSON.stringify(after) : null];
}

/** The condition for lists whose end may still be found. */
export const unproven = `state = 'uncertain' AND found_list IS NULL`;

/** The states of lists that are as asked for. */
export const asAsked = texts(['changed', 'already'] satisfies ListState[]);

/** @returns words of this program as SQL texts */
export function texts(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
