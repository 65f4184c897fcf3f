import { createHash } from 'node:crypto';
import { shownList } from '../../domain/buttons.js';
import { deviceId } from '../../domain/device.js';
import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import type { DeviceName } from '../../domain/identifiers.js';
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
}

/** @returns where the undos of a change are, of those that are known to have been carried out */
export function undoing(schema: string): string {
  return `FROM ${schema}change AS undo
    WHERE undo.undoes = change.sequence AND undo.outcome IN ('replaced', 'confirmed-by-reading')`;
}

/** @returns the columns of a change, for a statement in which its table is called `change` */
export function columnsIn(schema: string): string {
  return `sequence, time, user_name, request_id, device_kind, device_name, kind, list_before, list_after, outcome,
    found_list, found_time, run, undoes, seen_after, (SELECT max(undo.sequence) ${undoing(schema)}) AS undone_by`;
}

/** What begins a change, but its time and its outcome. */
export const intentionColumns =
  'device_key, user_name, request_id, device_kind, device_name, kind, list_before, list_after, run, undoes';

/** @returns what goes into the columns of an intention, or of a change made elsewhere, in their order */
export function intentionValues(intention: Intention | SeenChange): (string | null)[] {
  const { device, kind, before, after } = intention;
  const nobody = { user: '', requestId: '', run: undefined, undoes: undefined };
  const { user, requestId, run, undoes }: Pick<Intention, 'user' | 'requestId' | 'run' | 'undoes'> =
    'seenAfter' in intention ? nobody : intention;
  const lists = [before && JSON.stringify(before), JSON.stringify(after)];
  return [deviceId(device), user, requestId, device.kind, device.name, kind, ...lists, run ?? null, undoes ?? null];
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

/** What stands in the place of the list after a change that took the device away. */
const gone = JSON.stringify(null);

/**
 * @returns what tells a change made elsewhere from others: whoever sees it once more, after a crash or in another
 *   instance, has the same
 */
export function seenKey({ device, kind, before, after, seenAfter }: SeenChange): string {
  const [was, is] = [before, after].map((list) => list && shownList(rulesOf(kind), list));
  return createHash('sha256')
    .update(JSON.stringify([deviceId(device), kind, seenAfter.getTime(), was, is]))
    .digest('base64url');
}

function idIn(sequence: number | string | null): string | undefined {
  return sequence === null ? undefined : String(sequence);
}

/** @returns the list that was stored; undefined where it is none of this kind any more */
function listIn(text: string, kind: ButtonKind): readonly Entry[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(rulesOf(kind).isEntry) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Of which changes something may still be found. */
export const unproven = `outcome = 'outcome-unknown' AND found_list IS NULL`;

/** @returns whether a text can be the id of a change; more digits than these no number of SQLite's driver holds */
export function isSequence(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}
