import { createHash } from 'node:crypto';
import { shownList } from '../../domain/buttons.js';
import { deviceId } from '../../domain/device.js';
import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import type { DeviceName, Uuid } from '../../domain/identifiers.js';
import type { Place } from '../../domain/place.js';
import type { Change, FoundLater, Intention, Outcome, SeenChange } from '../change.js';

/** A change as both stores have it in their table. */
export interface ChangeRow {
  readonly sequence: number | string;
  /** Milliseconds since 1970, or what the driver makes of a time. */
  readonly time: number | Date;
  readonly user_name: string;
  readonly request_id: string;
  readonly device_kind: Change['device']['kind'];
  readonly device_name: string;
  readonly kind: Change['kind'];
  readonly list_before: string | null;
  readonly list_after: string;
  readonly outcome: Outcome;
  readonly found_list: FoundLater['list'] | null;
  readonly found_time: number | Date | null;
  readonly run: number | string | null;
  readonly undoes: number | string | null;
  readonly undone_by: number | string | null;
  readonly seen_after: number | Date | null;
  readonly device_uuid: Uuid | null;
  readonly place: string | null;
}

/**
 * That `undo` has undone `change`, as far as it is known to have been carried out, and on the same device: the name may
 * have gone to another while it was sent.
 */
export const hasUndone = `undo.undoes = change.sequence AND undo.outcome IN ('replaced', 'confirmed-by-reading')
    AND (undo.device_uuid = change.device_uuid OR undo.device_uuid IS NULL OR change.device_uuid IS NULL)`;

/** @returns where the undos of a change are */
export function undoing(schema: string): string {
  return `FROM ${schema}change AS undo WHERE ${hasUndone}`;
}

/** @returns the columns of a change, for a statement in which its table is called `change` */
export function columnsIn(schema: string): string {
  return `sequence, time, user_name, request_id, device_kind, device_name, kind, list_before, list_after, outcome,
    found_list, found_time, run, undoes, seen_after, device_uuid, place, (SELECT max(undo.sequence) ${undoing(schema)}) AS undone_by`;
}

/** What begins a change, but its time and its outcome. */
export const intentionColumns =
  'device_key, user_name, request_id, device_kind, device_name, kind, list_before, list_after, run, undoes, device_uuid, place';

/** @returns what goes into the columns of an intention, or of a change made elsewhere, in their order */
export function intentionValues(intention: Intention | SeenChange): (string | null)[] {
  const { device, uuid, place, kind, before, after } = intention;
  const nobody = { user: '', requestId: '', run: undefined, undoes: undefined };
  const { user, requestId, run, undoes }: Pick<Intention, 'user' | 'requestId' | 'run' | 'undoes'> =
    'seenAfter' in intention ? nobody : intention;
  const lists = [before && JSON.stringify(before), JSON.stringify(after)];
  const named = [deviceId(device), user, requestId, device.kind, device.name, kind];
  return [...named, ...lists, run ?? null, undoes ?? null, uuid, place ? placeText(place) : null];
}

function placeText({ epoch, number }: Place): string {
  return `${epoch} ${number}`;
}

function placeIn(text: string | null): Place | undefined {
  const [, epoch, number] = /^(.*) (\d+)$/.exec(text ?? '') ?? [];
  return epoch === undefined ? undefined : { epoch, number: Number(number) };
}

/** @returns the change; without its lists where they are damaged, so that one does no harm to the others */
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
    place: placeIn(row.place),
    kind: row.kind,
    before: isReadable ? before : null,
    after: isReadable ? after : null,
    outcome: row.outcome,
    // An outcome that came later than what was found says more.
    ...(row.outcome === 'outcome-unknown' &&
      row.found_list !== null &&
      row.found_time !== null && {
        foundLater: { list: row.found_list, time: new Date(row.found_time) },
      }),
    run: idIn(row.run),
    undoes: idIn(row.undoes),
    undoneBy: idIn(row.undone_by),
    seenAfter: row.seen_after === null ? undefined : new Date(row.seen_after),
  };
}

/** What stands instead of the list after a change that took the device away. */
const gone = JSON.stringify(null);

/**
 * @returns what tells a change made elsewhere from others: whoever sees it once more, after a crash or in another
 *   instance, has the same
 */
export function seenKey({ uuid, kind, before, after, known }: SeenChange): string {
  const [was, is] = [before, after].map((list) => list && shownList(rulesOf(kind), list));
  return createHash('sha256')
    .update(JSON.stringify([uuid, kind, placeText(known), was, is]))
    .digest('base64url');
}

function idIn(sequence: number | string | null): string | undefined {
  return sequence === null ? undefined : String(sequence);
}

/** @returns the list that was stored; undefined if it is none of this kind any more */
function listIn(text: string, kind: ButtonKind): readonly Entry[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(rulesOf(kind).isEntry) ? list : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The newest changes of a list, by the key of its device, and those without a key by its name. Its
 * values: the key and the kind, how many at most; the name's id and the kind, how many at most.
 */
export function ofList(schema: string): string {
  const newest = (condition: string): string =>
    `SELECT * FROM (SELECT sequence FROM ${schema}change WHERE ${condition} AND kind = ? ORDER BY sequence DESC LIMIT ?)
      AS newest`;
  const among = `${newest('device_uuid = ?')} UNION ALL ${newest('device_uuid IS NULL AND device_key = ?')}`;
  return `SELECT ${columnsIn(schema)} FROM ${schema}change AS change WHERE sequence IN (${among}) ORDER BY sequence DESC`;
}

/**
 * Sets how a change ended, and the key of the device that took its list, if that is known: what was read before from
 * a device of another key was not there before. Its values: the outcome, twice the key, and the sequence.
 */
export const settling = `SET outcome = ?, list_before = CASE WHEN device_uuid <> ? THEN NULL ELSE list_before END,
  device_uuid = coalesce(?, device_uuid) WHERE sequence = ?`;

/** Of which changes something may still be found. */
export const unproven = `outcome = 'outcome-unknown' AND found_list IS NULL`;

/** @returns whether a text can be the id of a change; more digits than these no number of SQLite's driver holds */
export function isSequence(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}
