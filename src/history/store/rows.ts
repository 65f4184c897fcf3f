import { createHash } from 'node:crypto';
import { shownList } from '../../domain/buttons.js';
import { deviceId } from '../../domain/device.js';
import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import type { DeviceName, Uuid } from '../../domain/identifiers.js';
import { idOf } from '../../store/conditions.js';
import { type Dialect, nextPlace } from '../../store/sql.js';
import type { Change, FoundLater, Intention, Outcome, SeenChange } from '../change.js';

/** A change as a row of the table. Times are milliseconds since 1970. */
export interface ChangeRow {
  readonly sequence: number;
  readonly time: number;
  readonly user_name: string;
  readonly request_id: string;
  readonly device_kind: Change['device']['kind'];
  readonly device_name: string;
  readonly kind: Change['kind'];
  readonly list_before: string | null;
  readonly list_after: string;
  readonly outcome: Outcome;
  readonly found_list: FoundLater['list'] | null;
  readonly found_time: number | null;
  readonly run: number | null;
  readonly undoes: number | null;
  readonly undone_by: number | null;
  readonly seen_after: number | null;
  readonly device_uuid: Uuid | null;
  readonly place: number | null;
  readonly known_at: number | null;
}

/**
 * The condition that `undo` has undone `change`. It must be known that the undo was carried out, and on the same
 * device. While an undo is sent, another device may take the name.
 */
export const hasUndone = `undo.undoes = change.sequence AND undo.outcome IN ('replaced', 'confirmed-by-reading')
    AND (undo.device_uuid = change.device_uuid OR undo.device_uuid IS NULL OR change.device_uuid IS NULL)`;

/** The FROM and WHERE for the undos of a change. */
export const undoing = `FROM history_change AS undo WHERE ${hasUndone}`;

/** A query for changes; its conditions can be appended. */
export const selecting = `SELECT sequence, time, user_name, request_id, device_kind, device_name, kind, list_before,
    list_after, outcome, found_list, found_time, run, undoes, seen_after, device_uuid, place, known_at,
    (SELECT max(undo.sequence) ${undoing}) AS undone_by
  FROM history_change AS change`;

/** The columns of an intention, without its time and its outcome. */
export const intentionColumns =
  'device_key, user_name, request_id, device_kind, device_name, kind, list_before, list_after, run, undoes, device_uuid';

/** @returns the values of these columns for an intention or a change made elsewhere, in their order */
export function intentionValues(intention: Intention | SeenChange): (string | null)[] {
  const { device, uuid, kind, before, after } = intention;
  const nobody = { user: '', requestId: '', run: undefined, undoes: undefined };
  const { user, requestId, run, undoes }: Pick<Intention, 'user' | 'requestId' | 'run' | 'undoes'> =
    'seenAfter' in intention ? nobody : intention;
  const lists = [before && JSON.stringify(before), JSON.stringify(after)];
  const named = [deviceId(device), user, requestId, device.kind, device.name, kind];
  return [...named, ...lists, run ?? null, undoes ?? null, uuid];
}

/**
 * @returns the change. If its lists are damaged, they are left out, so that one damaged change does not break an answer
 * with others
 */
export function changeOf(row: ChangeRow): Change {
  const isSeen = row.seen_after !== null;
  const after = isSeen && row.list_after === gone ? null : listIn(row.list_after, row.kind);
  const before = row.list_before === null ? null : listIn(row.list_before, row.kind);
  const isReadable = after !== undefined && before !== undefined;
  return {
    id: String(row.sequence),
    time: new Date(row.time),
    user: isSeen ? null : row.user_name,
    requestId: isSeen ? null : row.request_id,
    device: { kind: row.device_kind, name: row.device_name as DeviceName },
    uuid: row.device_uuid,
    place: row.place ?? undefined,
    knownAt: row.known_at ?? undefined,
    kind: row.kind,
    before: isReadable ? before : null,
    after: isReadable ? after : null,
    outcome: row.outcome,
    // If the outcome itself became known after this result, only the outcome is shown.
    ...(row.outcome === 'outcome-unknown' &&
      row.found_list !== null &&
      row.found_time !== null && {
        foundLater: { list: row.found_list, time: new Date(row.found_time) },
      }),
    run: idOf(row.run),
    undoes: idOf(row.undoes),
    undoneBy: idOf(row.undone_by),
    seenAfter: row.seen_after === null ? undefined : new Date(row.seen_after),
  };
}

/** The list after a change that deleted the device. */
const gone = JSON.stringify(null);

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
 * A query for the newest changes of a list: changes with the key of its device, and changes without a key but with its
 * name. The values are the key, the kind and the highest number; then the id of the name, the kind and the highest
 * number.
 */
export const ofList = `${selecting} WHERE sequence IN (${newestOf('device_uuid = ?')} UNION ALL
  ${newestOf('device_uuid IS NULL AND device_key = ?')}) ORDER BY sequence DESC`;

function newestOf(condition: string): string {
  return `SELECT * FROM
    (SELECT sequence FROM history_change WHERE ${condition} AND kind = ? ORDER BY sequence DESC LIMIT ?) AS newest`;
}

/**
 * Sets the outcome of a change, and the key of the device that got its list, if that is known. If the key differs, the
 * list before was read from another device and is dropped. The values are those of `settlingValues`, and the sequence.
 */
export const settling = ({ clock }: Dialect): string => `SET outcome = ?, known_at = ${nextPlace}, settled = ${clock},
  list_before = CASE WHEN device_uuid <> ? THEN NULL ELSE list_before END,
  device_uuid = coalesce(?, device_uuid), list_after = coalesce(?, list_after) WHERE sequence = ?`;

/** @param after the list that was set, if it is another one than the one that was sent */
export function settlingValues(outcome: Outcome, uuid?: Uuid, after?: readonly Entry[]): (string | null)[] {
  return [outcome, uuid ?? null, uuid ?? null, after ? JSON.stringify(after) : null];
}

/** The condition for changes whose result may still be found. */
export const unproven = `outcome = 'outcome-unknown' AND found_list IS NULL`;
