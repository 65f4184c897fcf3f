import {
  type Change,
  mayBeMade,
  type RunResult,
  undoChanges,
  type UndoEnd,
  type UndoOptions,
  type UndoState,
  type UndoStep,
  undoTitle,
} from '../../client/index.js';
import { failureOf } from '../connection/failures.js';
import { refOf } from '../lists.js';
import { counted, planText } from '../output/plan-text.js';
import { countsText, endedText, exitCodeOf, isOpen, openText, stateCounts } from './report.js';
import { shown, shownJson } from '../output/shown.js';
import type { Plan, PlannedList } from '../plan/plan.js';
import type { ListOutcome, RunEnd, State } from '../run/states.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { beginRun, checkLogin, confirm, tellRun } from './carry-out.js';
import { type CommonOptions, type Context, planNow, reading } from './context.js';
import { shownLists } from './runs.js';
import { inTurns, type PaceOptions, settingsOf } from './run-work.js';

export interface UndoRunOptions extends CommonOptions, PaceOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** Sets back whole lists, only where nothing else of them has changed. */
  readonly wholeLists?: boolean;
}

/** What a list is for the command line that was to be undone. */
const stateOf: Readonly<Record<UndoState, State>> = {
  undone: 'changed',
  already: 'already-ok',
  'not-made': 'already-ok',
  'changed-meanwhile': 'changed-meanwhile',
  'not-undoable': 'refused',
  refused: 'refused',
  uncertain: 'uncertain',
  'not-reached': 'not-reached',
};

const endOf: Readonly<Record<UndoEnd, RunEnd>> = {
  stopped: 'interrupted',
  login: 'refused-login',
  failures: 'failures',
};

/** Sets back what a run has changed, as the service's history has it, in a run of its own. */
export async function undo(context: Context, id: string, options: UndoRunOptions): Promise<ExitCode> {
  if (!/^\d+$/.test(id)) {
    throw new Stop(`${shown(id)} is no run of the history: runs lists them. A journal is set back with rollback`);
  }
  const { run, changes, left } = await reading(context, options, async (reader) => {
    const all = await reader.changesOfRun(id);
    const undoable: Change[] = [];
    for (const change of all) {
      if (mayBeMade(change) && !(await reader.isUndone(change))) undoable.push(change);
    }
    return { run: await reader.readRun(id), changes: undoable, left: all.length - undoable.length };
  });
  const { terminal } = context;
  const { json = false, quiet = false, dryRun = false } = options;
  const plan = planNow(context, `undo ${id}`, changes.map(takenBack), { isRollback: true });
  if (!json && !quiet) await terminal.out(`${introText(run, plan, left, context)}\n`);
  if (dryRun || changes.length === 0) {
    if (json) await terminal.out(`${shownJson(reportOf(run, undefined, changes.map(planned), undefined))}\n`);
    if (!quiet && dryRun) terminal.err('Nothing was changed.');
    return exitCodes.done;
  }
  await checkLogin(context);
  await confirm(context, plan, options);
  const own = await beginRun(context, undoTitle(run));
  tellRun(context, own, options);
  const { steps, ended } = await carryOut(context, changes, own, options);
  const outcomes = steps.map((step) => outcomeOf(step, context.url));
  if (json) await terminal.out(`${shownJson(reportOf(run, own, outcomes, ended))}\n`, { isNeeded: true });
  else {
    const lines = [...openText(outcomes, terminal.colours), ...(quiet ? [] : [countsText(outcomes)])];
    if (lines.length > 0) await terminal.out(`${lines.join('\n')}\n`, { isNeeded: true });
  }
  if (ended !== undefined) terminal.err(endedText(endOf[ended], undefined));
  if (outcomes.some(isOpen)) terminal.err(`To go on: axl-phone-proxy buttons undo ${id}`);
  return exitCodeOf(ended && endOf[ended], outcomes);
}

function carryOut(context: Context, changes: readonly Change[], run: string | undefined, options: UndoRunOptions) {
  const settings = settingsOf(options);
  const { proxy, interruption } = context;
  return inTurns(context, changes.length, { ...options, ...settings }, ({ pace, onTurn }) => {
    const parts: UndoOptions = {
      run,
      scope: options.wholeLists === true ? 'list' : 'entries',
      keepGoing: settings.keepGoing,
      signal: interruption.urgent,
      onStep: onTurn,
      pace: {
        turn: (isUnderWay) => pace.turn(isUnderWay),
        pause: (seconds, error) => {
          pace.pause(seconds, failureOf(error, context.url).brief);
        },
      },
    };
    return undoChanges(proxy.history, changes, parts);
  });
}

/** What becomes of a list where a change is undone, as far as its lists can be read. */
function takenBack(change: Change): PlannedList {
  const { before, after, ...list } = shownLists(change);
  return { ...list, etag: '', before: after, after: before };
}

function introText(run: RunResult, plan: Plan, left: number, { terminal }: Context): string {
  const what = `Undo of run ${shown(run.id)} of ${shown(run.user)}: ${shown(run.title)}`;
  const also = left === 0 ? [] : [`${counted(left, 'change')} undone already, or never made`];
  return [what, '', planText(plan, terminal.colours), ...also].join('\n');
}

function planned(change: Change): ListOutcome & { readonly change: string } {
  return { key: refOf(change), state: 'planned', change: change.id };
}

function outcomeOf({ change, state, error }: UndoStep, url: string): ListOutcome & { readonly change: string } {
  const detail = state === 'not-undoable' ? notUndoable : error && failureOf(error, url).detail;
  return { key: refOf(change), state: stateOf[state], detail, change: change.id };
}

/** Why nothing is sent for a change. */
const notUndoable = 'What was there before this change is not known.';

function reportOf(
  run: RunResult,
  own: string | undefined,
  outcomes: readonly (ListOutcome & { readonly change: string })[],
  ended: UndoEnd | undefined,
) {
  return {
    ...{ undoes: run.id, run: own ?? null, ended: ended === undefined ? null : endOf[ended] },
    states: stateCounts(outcomes),
    lists: outcomes.map(({ key, state, detail, change }) => ({ ...key, change, state, ...(detail && { detail }) })),
  };
}
