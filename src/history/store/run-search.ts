import type { Outcome } from '../change.js';
import { conditionsOf } from '../../domain/list-filter.js';
import type { Run, RunPage, RunResult } from '../run.js';
import { type Condition, type RunFilter, runFilters, type Times } from './change-filter.js';
import { type Dialect, firstSince, type Query, valuesOf, where } from './change-search.js';
import { hasUndone, undoing } from './rows.js';

/** The statements that read runs, for both stores. */

type NewRun = Omit<Run, 'id'>;

/** The column of each property. */
const columns = { time: 'time', user: 'user_name', title: 'title' } as const satisfies Readonly<
  Record<keyof NewRun, string>
>;

/** Each under its property's name, except the sequence. */
interface RunRow extends Omit<NewRun, 'time'> {
  readonly sequence: number | string;
  readonly time: number | Date;
}

interface OutcomeRow {
  readonly outcome: Outcome;
  readonly count: number | string;
  readonly undone: number | string;
}

const runColumns = ['sequence', ...Object.entries(columns).map(([name, column]) => `${column} AS "${name}"`)].join(
  ', ',
);

/** The columns of a new run. */
export const newRunColumns = Object.values(columns).join(', ');

/**
 * @param timeOf converts a time to the store's form
 * @returns the values of these columns for a new run, in their order
 */
export function newRunValues<Time>(run: NewRun, timeOf: (time: Date) => Time): (Time | string)[] {
  return (Object.keys(columns) as (keyof NewRun)[]).map((name) => {
    const value = run[name];
    return value instanceof Date ? timeOf(value) : value;
  });
}

/** @returns a run without its results; undefined if there is none */
export async function readRun(id: string, query: Query, { schema }: Dialect): Promise<Run | undefined> {
  const [row] = (await query(`SELECT ${runColumns} FROM ${schema}run WHERE sequence = ?`, [id])) as RunRow[];
  return row && runOf(row);
}

/** @param limit how many at most */
export async function findRuns(filter: RunFilter, limit: number, query: Query, dialect: Dialect): Promise<RunPage> {
  const { since, before } = filter;
  const first = since && (await firstSince('run', dialect.time(since), query, dialect));
  if (first === null) return { runs: [], next: undefined };
  const conditions = [
    ...conditionsOf<Times, Condition>(runFilters, filter, dialect),
    ...(first === undefined ? [] : [['sequence >= ?', first] as const]),
    ...(before === undefined ? [] : [['sequence < ?', before] as const]),
  ];
  const rows = (await query(
    `SELECT ${runColumns} FROM ${dialect.schema}run ${where(conditions)} ORDER BY sequence DESC LIMIT ?`,
    [...valuesOf(conditions), limit + 1],
  )) as RunRow[];
  const runs: RunResult[] = [];
  // Read one run after another. Each has its own statement, so that writes can run in between.
  for (const row of rows.slice(0, limit)) runs.push(await withResult(runOf(row), query, dialect));
  return { runs, next: rows.length > limit ? runs.at(-1)?.id : undefined };
}

/** @returns a run with the results of its changes */
export async function withResult(run: Run, query: Query, { schema }: Dialect): Promise<RunResult> {
  const counted = (await query(
    `SELECT outcome, count(*) AS count, sum(is_undone) AS undone FROM
       (SELECT outcome, CASE WHEN EXISTS (SELECT 1 ${undoing(schema)}) THEN 1 ELSE 0 END AS is_undone
        FROM ${schema}change AS change WHERE run = ?) AS of_run
     GROUP BY outcome ORDER BY outcome`,
    [run.id],
  )) as OutcomeRow[];
  const undoers = (await query(
    `SELECT DISTINCT undo.run AS run FROM ${schema}change AS change JOIN ${schema}change AS undo
       ON ${hasUndone}
     WHERE change.run = ? AND undo.run IS NOT NULL ORDER BY undo.run`,
    [run.id],
  )) as { run: number | string }[];
  const [plan] = (await query(`SELECT sequence FROM ${schema}plan WHERE run = ?`, [run.id])) as RunRow[];
  return {
    ...run,
    plan: plan && String(plan.sequence),
    outcomes: Object.fromEntries(counted.map(({ outcome, count }) => [outcome, Number(count)])),
    undone: counted.reduce((sum, { undone }) => sum + Number(undone), 0),
    undoneBy: undoers.map((undo) => String(undo.run)),
  };
}

function runOf({ sequence, time, ...others }: RunRow): Run {
  return { id: String(sequence), time: new Date(time), ...others };
}
