import { idOf } from '../../store/conditions.js';
import type { Dialect, SqlValue, Store } from '../../store/sql.js';
import {
  type Application,
  type AtMost,
  type Change,
  type ChangeState,
  type ClosedBecause,
  type Deed,
  listsToSet,
  type ListState,
  openStates,
} from '../change.js';
import type { Note } from '../intents/intent.js';
import { texts } from './rows.js';
import { readUndone } from './undone.js';

/** A change as a row of the table. Times are milliseconds since 1970. */
interface ChangeRow {
  readonly sequence: number;
  readonly time: number;
  readonly user_name: string | null;
  readonly title: string;
  readonly reason: string;
  readonly state_now: ChangeState;
  readonly closed_because: ClosedBecause | null;
  readonly why: string | null;
  readonly expires: number | null;
  readonly not_before: number | null;
  readonly digest: string | null;
  readonly undoes: number | null;
  readonly notes: string;
  readonly at_most: string | null;
  readonly begins: number;
  readonly draft: number;
  readonly approved_by: string | null;
  readonly approved_time: number | null;
  readonly rejected_by: string | null;
  readonly rejected_time: number | null;
  readonly rejected_reason: string | null;
  readonly applied_by: string | null;
  readonly applied_time: number | null;
  readonly ended_time: number | null;
  readonly stopping: number;
}

interface CountRow {
  readonly change: number;
  readonly state: ListState;
  readonly count: number;
  readonly settable: number;
}

/** The condition that `history_list AS list` can be set: it was read before, so that its difference was shown. */
export const isSettable = `list.state IN (${texts(listsToSet)}) AND list.list_before IS NOT NULL`;

/** The states in which a change can expire. */
const expiring = `'draft', 'reading', 'proposed'`;

/** The condition that `history_change AS change` has expired. The store marks it as closed only later. */
export function hasExpired({ clock }: Pick<Dialect, 'clock'>): string {
  return `(change.state IN (${expiring}) AND change.expires <= ${clock})`;
}

/** The present state of `history_change AS change`. */
export function stateNow(dialect: Pick<Dialect, 'clock'>): string {
  return `CASE WHEN ${hasExpired(dialect)} THEN 'closed' ELSE change.state END`;
}

/** The condition of the index of open changes, for `history_change AS change`; SQLite needs it word for word. */
export const inOpenIndex = `change.carried = 1 AND change.state IN ('asking', ${texts(openStates)})`;

/** The condition that `history_change AS change` is open, and counts as such. */
export function isOpen({ clock }: Pick<Dialect, 'clock'>): string {
  return `${inOpenIndex}
    AND (change.state = 'running' OR change.expires > ${clock})`;
}

/** @param rest a condition for `history_change AS change`, with what may follow it */
export async function readChanges(store: Store, rest: string, values: readonly SqlValue[]): Promise<Change[]> {
  const rows = await store.all<ChangeRow>(
    `SELECT change.*, ${stateNow(store.dialect)} AS state_now FROM history_change AS change
     WHERE change.state <> 'asking' AND ${rest}`,
    values,
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ sequence }) => sequence);
  const counts = await store.search<CountRow>(
    `SELECT change, state, count(*) AS count, sum(CASE WHEN ${isSettable} THEN 1 ELSE 0 END) AS settable
     FROM history_list AS list
     WHERE change IN (SELECT CAST(value AS bigint) FROM ${store.dialect.textsIn('?')}) GROUP BY change, state`,
    [JSON.stringify(ids)],
  );
  const undone = await readUndone(ids, store);
  return rows.map((row) => {
    const own = counts.filter(({ change }) => change === row.sequence);
    return {
      ...changeOf(row),
      counts: Object.fromEntries(own.map(({ state, count }) => [state, count])),
      settable: own.reduce((sum, { settable }) => sum + settable, 0),
      undone: undone.get(row.sequence) ?? 'none',
    };
  });
}

function changeOf(row: ChangeRow): Omit<Change, 'counts' | 'settable' | 'undone'> {
  const isClosed = row.state_now === 'closed';
  const rejection = deedOf(row.rejected_by, row.rejected_time);
  return {
    id: String(row.sequence),
    state: row.state_now,
    // The store may contain an expired change as open.
    closedBecause: isClosed ? (row.closed_because ?? 'expired') : undefined,
    why: row.why ?? undefined,
    source: row.user_name === null ? 'elsewhere' : 'service',
    title: row.title,
    reason: row.reason,
    user: row.user_name,
    time: new Date(row.time),
    expires: dateOf(row.expires),
    notBefore: dateOf(row.not_before),
    digest: row.digest ?? undefined,
    undoes: idOf(row.undoes),
    notes: JSON.parse(row.notes) as readonly Note[],
    begins: row.begins === 1,
    isDraft: row.draft === 1,
    atMost: row.at_most === null ? undefined : (JSON.parse(row.at_most) as AtMost),
    approval: deedOf(row.approved_by, row.approved_time),
    rejection: rejection && { ...rejection, reason: row.rejected_reason ?? '' },
    application: applicationOf(row),
  };
}

function applicationOf(row: ChangeRow): Application | undefined {
  const deed = deedOf(row.applied_by, row.applied_time);
  return deed && { ...deed, isStopping: row.stopping === 1, ended: dateOf(row.ended_time) };
}

function deedOf(user: string | null, time: number | null): Deed | undefined {
  return user === null || time === null ? undefined : { user, time: new Date(time) };
}

function dateOf(time: number | null): Date | undefined {
  return time === null ? undefined : new Date(time);
}
