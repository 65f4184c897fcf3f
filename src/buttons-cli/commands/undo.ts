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
import { groupedBy, listKeyOf, refOf } from '../lists.js';
import { counted, planText } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import { chooseAmong } from '../plan/choose-among.js';
import type { DeviceChoice } from '../plan/devices.js';
import { usualGuards } from '../plan/guards.js';
import type { LeftOut } from '../plan/left-out.js';
import { countsOf, type Plan } from '../plan/plan.js';
import type { Reader } from '../plan/reader.js';
import { type PlannedUndo, type PlannedUndos, undoChangesNow } from '../plan/undo-changes.js';
import { mostOften } from '../run/most-often.js';
import { type ListOutcome, type RunEnd, stateFacts, type State } from '../run/states.js';
import { type ExitCode, Stop } from '../stop.js';
import { beginRun, type CarryOutOptions, checkLogin, confirm, keep, tellRun } from './carry-out.js';
import { type Context, planNow, reading } from './context.js';
import { choiceText, deviceChoice, type DeviceOptions } from './inputs.js';
import { leftOutOfPlan, tellLeftOut } from './left-out.js';
import { countsText, endedText, exitCodeOf, isOpen, openText, stateCounts } from './report.js';
import { inTurns, settingsOf } from './run-work.js';

export interface UndoRunOptions extends CarryOutOptions, DeviceOptions {
  /** Only what the run has changed on these devices. */
  readonly device?: readonly string[];
  /** Sets back whole lists, only where nothing else of them has changed. */
  readonly wholeLists?: boolean;
}

/** What a list is for the command line that was to be undone. */
const stateOf: Readonly<Record<UndoState | PlannedUndo['state'], State>> = {
  planned: 'planned',
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

/** A change of the run, and what became of it. */
interface ChangeOutcome extends ListOutcome {
  readonly change: string;
  /** Whether the same command once more may do better. */
  readonly mayGoOn: boolean;
}

/** What is known of a run before anything of it is set back. */
interface RunRead extends PlannedUndos {
  readonly run: RunResult;
  /** How many changes are undone in the history, or were never made. */
  readonly settled: number;
  /** What a file names, and the run has changed nothing on. */
  readonly leftOut: readonly LeftOut[];
}

/** Sets back what a run has changed, as the service's history has it, in a run of its own. */
export async function undo(context: Context, id: string, options: UndoRunOptions): Promise<ExitCode> {
  if (!/^\d+$/.test(id)) {
    throw new Stop(`${shown(id)} is no run of the history: runs lists them. A journal is set back with rollback`);
  }
  const { device = [], wholeLists = false, json = false, quiet = false } = options;
  const choice = deviceChoice(device, options);
  const read = await reading(context, options, (reader) => readRun(reader, id, choice, wholeLists));
  const { run, undos } = read;
  const { terminal } = context;
  const words = [
    id,
    ...device.map((name) => `--device ${name}`),
    choiceText([], options),
    ...(wholeLists ? ['--whole-lists'] : []),
  ].filter((word) => word !== '');
  const more = { isRollback: true, leftOut: leftOutOfPlan(read.leftOut, options) };
  const plan = planNow(context, `undo ${words.join(' ')}`, read.lists, more);
  // The report of an undo is of changes: what a file names in vain is told beside it.
  const end = (code: ExitCode): ExitCode => tellLeftOut(context, plan.leftOut, {}, code);
  const foreseen = undos.map(foreseenOf);
  if (!json && !quiet) await terminal.out(`${introText(read, plan, context)}\n`);
  if (options.plan !== undefined || options.dryRun === true) {
    if (!json) await tell(context, foreseen.filter(isOpen), undefined);
    return end(await keep(context, plan, options, usualGuards, reportOf(run, undefined, foreseen, undefined)));
  }
  if (countsOf(plan).lists === 0) {
    return end(await tellEnd(context, { run, own: undefined, outcomes: foreseen }, plan, options));
  }
  await checkLogin(context);
  await confirm(context, plan, options);
  const own = await beginRun(context, undoTitle(run));
  tellRun(context, own, options);
  const meant = undos.filter(({ state }) => state === 'planned').map(({ change }) => change);
  const { steps, ended } = await carryOut(context, meant, own, options);
  const done = new Map(steps.map((step) => [step.change.id, outcomeOf(step, context.url)] as const));
  const outcomes = foreseen.map((one) => done.get(one.change) ?? one);
  // After the last change there was nothing to end.
  const isThrough = ended === 'failures' && steps.every(({ state }) => state !== 'not-reached');
  const about = { run, own, outcomes, ended: isThrough ? undefined : ended };
  return end(await tellEnd(context, about, plan, options));
}

/** @throws Stop where the run has changed nothing on a device that is named */
async function readRun(reader: Reader, id: string, choice: DeviceChoice, wholeLists: boolean): Promise<RunRead> {
  const chosen = await chooseAmong(reader, await reader.changesOfRun(id), choice, `run ${id} has changed`);
  const all = chosen.items;
  const undoable: Change[] = [];
  for (const change of all) {
    if (mayBeMade(change) && !(await reader.isUndone(change))) undoable.push(change);
  }
  const planned = await undoChangesNow(reader, undoable, wholeLists ? 'list' : 'entries');
  return { run: await reader.readRun(id), settled: all.length - undoable.length, leftOut: chosen.leftOut, ...planned };
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
      onStep: ({ state }) => {
        if (state !== 'not-reached') onTurn();
      },
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

interface UndoResult {
  readonly run: RunResult;
  /** The run of the undos; undefined where nothing was to be sent, or there is no history. */
  readonly own: string | undefined;
  /** One for each change. */
  readonly outcomes: readonly ChangeOutcome[];
  readonly ended?: UndoEnd | undefined;
}

async function tellEnd(
  context: Context,
  { run, own, outcomes, ended }: UndoResult,
  { command }: Plan,
  { json = false, quiet = false }: UndoRunOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  if (json) await terminal.out(`${shownJson(reportOf(run, own, outcomes, ended))}\n`, { isNeeded: true });
  else await tell(context, outcomes.filter(isOpen), quiet || own === undefined ? undefined : outcomes);
  const tried = outcomes.filter(({ mayGoOn }) => mayGoOn);
  if (tried.length > 0) terminal.err(`To go on: axl-phone-proxy buttons ${shown(command)}`);
  const reasons = tried.flatMap(({ detail: reason }) => reason ?? []);
  const detail = ended === 'failures' && reasons.length > 0 ? mostOften(reasons) : undefined;
  if (ended !== undefined) terminal.err(endedText(endOf[ended], detail));
  return exitCodeOf(ended && endOf[ended], outcomes);
}

/** @param counted what is summed up, by its lists; undefined for no sum */
async function tell(
  { terminal }: Context,
  open: readonly ListOutcome[],
  summedUp: readonly ListOutcome[] | undefined,
): Promise<void> {
  const lines = [...openText(open, terminal.colours), ...(summedUp ? [countsText(byList(summedUp))] : [])];
  if (lines.length > 0) await terminal.out(`${lines.join('\n')}\n`, { isNeeded: true });
}

/** What is to be known first of a list with several changes. */
const worstFirst: readonly State[] = ['uncertain', 'refused', 'changed-meanwhile', 'not-reached', 'planned', 'changed'];

function byList(outcomes: readonly ListOutcome[]): ListOutcome[] {
  return groupedBy(outcomes, ({ key }) => listKeyOf(key)).map(([first, ...others]) => {
    const states = new Set([first, ...others].map(({ state }) => state));
    return { key: first.key, state: worstFirst.find((state) => states.has(state)) ?? first.state };
  });
}

function introText({ run, settled }: RunRead, plan: Plan, { terminal }: Context): string {
  const what = `Undo of run ${shown(run.id)} of ${shown(run.user)}: ${shown(run.title)}`;
  const also = settled === 0 ? [] : [`${counted(settled, 'change')} undone already, or never made`];
  return [what, '', planText(plan, terminal.colours), ...also].join('\n');
}

function foreseenOf({ change, state, detail }: PlannedUndo): ChangeOutcome {
  return { key: refOf(change), state: stateOf[state], detail, change: change.id, mayGoOn: false };
}

function outcomeOf({ change, state, error }: UndoStep, url: string): ChangeOutcome {
  const { isOpen: isLeft, isFinal } = stateFacts[stateOf[state]];
  const detail = error && failureOf(error, url).detail;
  return { key: refOf(change), state: stateOf[state], detail, change: change.id, mayGoOn: isLeft && !isFinal };
}

function reportOf(
  run: RunResult,
  own: string | undefined,
  outcomes: readonly ChangeOutcome[],
  ended: UndoEnd | undefined,
) {
  return {
    ...{ undoes: run.id, run: own ?? null, ended: ended === undefined ? null : endOf[ended] },
    states: stateCounts(outcomes),
    lists: outcomes.map(({ key, state, detail, change }) => ({ ...key, change, state, ...(detail && { detail }) })),
  };
}
