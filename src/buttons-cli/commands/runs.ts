import type { Change, RunResult } from '../../client/index.js';
import { filterFrom, type GivenBy, runOptions } from '../filter-options.js';
import { listText } from '../output/plan-text.js';
import { entriesIn } from '../lists.js';
import { shown, shownJson } from '../output/shown.js';
import { tableText } from '../output/table.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { localTime } from '../times.js';
import { type CommonOptions, type Context, reading } from './context.js';

/** Runs in the service's history, made by anyone with any program. */

export interface RunsOptions extends CommonOptions, GivenBy<typeof runOptions> {
  /** How many at most. */
  readonly limit?: number;
}

const usualLimit = 50;

/** Shows runs, newest first. */
export async function runs(context: Context, options: RunsOptions): Promise<ExitCode> {
  const { limit = usualLimit, json = false, output } = options;
  const filter = filterFrom(runOptions, options);
  const found = await reading(context, options, (reader) => reader.listRuns(filter, limit));
  const { terminal } = context;
  if (json) await terminal.out(`${shownJson(found)}\n`);
  else if (found.length === 0) await terminal.out(`${noneText(options)}\n`);
  else {
    const rows = found.map((run) => [
      run.id,
      localTime(run.time),
      run.user,
      run.title,
      outcomesText(run),
      undoneText(run),
    ]);
    const headings = ['run', 'time', 'user', 'title', 'changes', 'undone'];
    await terminal.out(`${tableText(headings, rows, terminal, { isWide: output === 'wide' })}\n`);
  }
  return exitCodes.done;
}

/** `No run of ghost since 2026-03-04T05:06:07Z is kept.` */
function noneText({ user, since }: RunsOptions): string {
  const of = user === undefined ? '' : ` of ${shown(user)}`;
  return `The history has no run${of}${since === undefined ? '' : ` since ${shown(since)}`}.`;
}

/** Shows a run, with each of its changes. */
export async function showRun(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  const { run, changes } = await reading(context, options, async (reader) => ({
    run: await reader.readRun(id),
    changes: await reader.changesOfRun(id),
  }));
  const { terminal } = context;
  if (options.json) {
    await terminal.out(`${shownJson({ ...run, changes })}\n`);
    return exitCodes.done;
  }
  const undone = undoneText(run);
  const head = [
    `Run ${shown(run.id)}: ${shown(run.title)}`,
    `started ${localTime(run.time)} by ${shown(run.user)}; ${outcomesText(run) || 'no changes'}${undone && `; undone: ${undone}`}`,
  ];
  const lists = changes.map((change) => listText(shownLists(change), terminal.colours, `  (${changeText(change)})`));
  await terminal.out(`${[...head, '', ...lists].join('\n')}\n`);
  return exitCodes.done;
}

/** The lists of a change, as far as they can be read. */
export function shownLists({ device, deviceKind, kind, before, after }: Change) {
  const [was, is] = [before, after].map((entries) => entries && entriesIn(kind, entries));
  return { device, deviceKind, kind, before: was && is ? was : [], after: was && is ? is : [] };
}

/** `change 1204, replaced, undone by 1210` */
export function changeText({ id, outcome, undoneBy }: Change): string {
  return [`change ${shown(id)}`, outcome, ...(undoneBy === null ? [] : [`undone by ${shown(undoneBy)}`])].join(', ');
}

/** `44 replaced, 1 changed-meanwhile` */
function outcomesText({ outcomes }: RunResult): string {
  return Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}

/** `44 by run 13`; empty if nothing is undone. */
function undoneText({ undone, undoneBy }: RunResult): string {
  if (undone === 0) return '';
  return undoneBy.length === 0 ? String(undone) : `${undone} by run ${undoneBy.join(', ')}`;
}
