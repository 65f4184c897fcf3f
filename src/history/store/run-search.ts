import type { Outcome } from '../change.js';
import { conditionsOf } from '../../domain/list-filter.js';
import type { Run, RunPage, RunResult } from '../run.js';
import { type Condition, idOf, valuesOf, where } from '../../store/conditions.js';
import type { Store } from '../../store/sql.js';
import { type RunFilter, runFilters, type Parts } from './change-filter.js';
import { firstSince, type Searched } from './change-search.js';
import { hasUndone, undoing } from './rows.js';

/** The statements that read runs, for both stores. */

/** Each property under its name, except the sequence. */
interface RunRow {
  readonly sequence: number;
  readonly time: number;
  readonly user: string;
  readonly title: string;
  readonly plan: number | null;
}

interface OutcomeRow {
  readonly outcome: Outcome;
  readonly count: number;
  readonly undone: number;
}

const runColumns = 'sequence, time, user_name AS "user", title, plan';

/** @returns a run without its results; undefined if there is none */
export async function readRun(id: string, store: Store): Promise<Run | undefined> {
  const text = `SELECT ${runColumns} FROM history_run WHERE sequence = ?`;
  const [row] = await store.all<RunRow>(text, [id]);
  return row && runOf(row);
}

/** @param limit how many at most */
export async function findRuns(filter: RunFilter, limit: number, store: Searched): Promise<RunPage> {
  const { since, before } = filter;
  const first = since && (await firstSince('run', since, store));
  if (first === null) return { runs: [], next: undefined };
  const conditions = [
    ...conditionsOf<Parts, Condition>(runFilters, filter, store.dialect),
    ...(first === undefined ? [] : [['sequence >= ?', first] as const]),
    ...(before === undefined ? [] : [['sequence < ?', before] as const]),
  ];
  const rows = await store.search<RunRow>(
    `SELECT ${runColumns} FROM history_run ${where(conditions)} ORDER BY sequence DESC LIMIT ?`,
    [...valuesOf(conditions), limit + 1],
  );
  const runs: RunResult[] = [];
  // Read one run after another. Each has its own statement, so that writes can run in between.
  for (const row of rows.slice(0, limit)) runs.push(await withResult(runOf(row), store));
  return { runs, next: rows.length > limit ? runs.at(-1)?.id : undefined };
}

/** @returns a run with the results of its changes */
export async function withResult(run: Run, store: Searched): Promise<RunResult> {
  const counted = await store.search<OutcomeRow>(
    `SELECT outcome, count(*) AS count, sum(is_undone) AS undone FROM
       (SELECT outcome, CASE WHEN EXISTS (SELECT 1 ${undoing}) THEN 1 ELSE 0 END AS is_undone
        FROM history_change AS change WHERE run = ?) AS of_run
     GROUP BY outcome ORDER BY outcome`,
    [run.id],
  );
  const undoers = await store.search<{ run: number }>(
    `SELECT DISTINCT undo.run AS run FROM history_change AS change JOIN history_change AS undo
       ON ${hasUndone}
     WHERE change.run = ? AND undo.run IS NOT NULL ORDER BY undo.run`,
    [run.id],
  );
  return {
    ...run,
    outcomes: Object.fromEntries(counted.map(({ outcome, count }) => [outcome, count])),
    undone: counted.reduce((sum, { undone }) => sum + undone, 0),
    undoneBy: undoers.map((undo) => String(undo.run)),
  };
}

function runOf({ sequence, time, plan, ...others }: RunRow): Run {
  return { id: String(sequence), time: new Date(time), ...others, plan: idOf(plan) };
}
