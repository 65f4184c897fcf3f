import type { Store } from '../../store/sql.js';
import type { UndoneState } from '../change.js';
import { statesToUndo } from '../change.js';

/**
 * Whether lists were undone. An undo counts if it has set its list, on the same device, and was not itself undone in
 * this way. An undo is made only of a list that is not undone; so of several undos of a list the newest decides.
 */

/** @returns the condition that a list has undone another one. @param undo its table @param list that of the other one */
function hasUndone(undo: string, list: string): string {
  return `${undo}.undoes = ${list}.number AND ${undo}.state = 'changed' AND ${undo}.number IS NOT NULL
    AND (${undo}.device_uuid = ${list}.device_uuid OR ${undo}.device_uuid IS NULL OR ${list}.device_uuid IS NULL)`;
}

/** @returns the condition that `undo` is the newest list that has undone a list. @param list its table */
function isNewest(undo: string, list: string): string {
  return `${hasUndone(undo, list)} AND NOT EXISTS (SELECT 1 FROM history_list AS newer
    WHERE ${hasUndone('newer', list)} AND newer.number > ${undo}.number)`;
}

/** @returns the table `chain`: of each list the undo, the undo of the undo and so on, with their depths */
function chainOf(first: string): string {
  return `chain (start, depth, change, number, device_uuid) AS (${first} UNION ALL
    SELECT chain.start, chain.depth + 1, undo.change, undo.number, undo.device_uuid
    FROM chain JOIN history_list AS undo ON ${isNewest('undo', 'chain')} AND chain.depth < ${deepest})`;
}

/** So many undos of undos are followed. */
const deepest = 1_000;

/** An expression for the id of the change that has undone the row of `list`; null if none has. */
export const undoneByOf = `CASE WHEN list.number IS NOT NULL AND EXISTS (SELECT 1 FROM history_list AS any_undo
      WHERE any_undo.undoes = list.number AND any_undo.state = 'changed') THEN
    (WITH RECURSIVE ${chainOf(
      'SELECT list.number, 0, list.change, list.number, list.device_uuid',
    )} SELECT CASE WHEN max(depth) % 2 = 1 THEN max(CASE WHEN depth = 1 THEN change END) END FROM chain) END`;

interface UndoneRow {
  readonly change: number;
  readonly undone: number;
  readonly undoable: number;
}

/** @param changes their ids, of which few have undos. @returns how much of them was undone, where anything was */
export async function readUndone(changes: readonly number[], store: Store): Promise<ReadonlyMap<number, UndoneState>> {
  const { textsIn } = store.dialect;
  const asked = `SELECT CAST(value AS bigint) FROM ${textsIn('?')}`;
  const rows = await store.search<UndoneRow>(
    `WITH RECURSIVE ${chainOf(`SELECT list.number, 0, list.change, list.number, list.device_uuid
       FROM history_list AS list WHERE list.change IN (${asked}) AND list.number IS NOT NULL
         AND EXISTS (SELECT 1 FROM history_list AS undo WHERE undo.undoes = list.number AND undo.state = 'changed')`)},
       ends AS (SELECT start, max(depth) AS depth, min(CASE WHEN depth = 0 THEN change END) AS change
         FROM chain GROUP BY start)
     SELECT change, count(*) AS undone, (SELECT count(*) FROM history_list AS list WHERE list.change = ends.change
         AND list.state IN (${statesToUndo.map((state) => `'${state}'`).join(', ')})) AS undoable
     FROM ends WHERE depth % 2 = 1 GROUP BY change`,
    [JSON.stringify(changes)],
  );
  return new Map(rows.map(({ change, undone, undoable }) => [change, undone < undoable ? 'partly' : 'whole']));
}
