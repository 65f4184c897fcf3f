import { groupsOf } from '../../domain/grouped.js';
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
import { listKeyOf, refOf, sameLists } from '../lists.js';
import { counted, planText } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import { chooseAmong } from '../plan/choose-among.js';
import { usualGuards } from '../plan/guards.js';
import { notAsPlanned } from '../plan/compare-plan.js';
import { countsOf, hasChange, type Plan, type PlannedList, type UndoneRun } from '../plan/plan.js';
import type { Reader } from '../plan/reader.js';
import { type PlannedUndo, type PlannedUndos, undoChangesNow } from '../plan/undo-changes.js';
import { mostOften } from '../run/most-often.js';
import { type ListOutcome, type RunEnd, stateFacts, type State } from '../run/states.js';
import { type ExitCode, Stop } from '../stop.js';
import { beginRun, type CarryOutOptions, checkLogin, confirm, keep, tellRun } from './carry-out.js';
import { type CommonOptions, type Context, planNow, reading } from './context.js';
import { choiceText, deviceChoice, type DeviceOptions } from './inputs.js';
import { leftOutOfPlan, tellLeftOut } from './left-out.js';
import { changesNothing } from './plan-only.js';
import { countsText, endedText, exitCodeOf, isOpen, openText, stateCounts } from './report.js';
import { inTurns, settingsOf } from './run-work.js';

export interface UndoRunOptions extends CarryOutOptions, DeviceOptions {
  /** Only what the run has changed on these devices. */
  readonly device?: readonly string[];
  /** Restores whole lists. Lists in which something else has changed are not restored. */
  readonly wholeLists?: boolean;
}

/** The state of a list on the command line, for each state of an undo. */
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

/** A change of the run, and its outcome. */
interface ChangeOutcome extends ListOutcome {
  readonly change: string;
  /** Whether running the same command again may do more. */
  readonly mayGoOn: boolean;
}

/** A run, read before anything of it is undone. */
interface RunRead extends PlannedUndos {
  readonly run: RunResult;
  /** How many changes are undone in the history, or were never made. */
  readonly settled: number;
}

/** Undoes what a run has changed, according to the service's history, in a new run. */
export async function undo(context: Context, id: string, options: UndoRunOptions): Promise<ExitCode> {
  if (!/^\d+$/.test(id)) {
    throw new Stop(
      `${shown(id)} is not the number of a run: the command runs lists them. To revert by a journal, use rollback`,
    );
  }
  const { device = [], wholeLists = false } = options;
  const choice = deviceChoice(device, options);
  const read = await reading(context, options, async (reader) => {
    const chosen = await chooseAmong(reader, await reader.changesOfRun(id), choice, `run ${id} changed`);
    return { ...(await readRun(reader, id, chosen.items, wholeLists)), leftOut: chosen.leftOut };
  });
  const words = [
    id,
    ...device.map((name) => `--device ${name}`),
    choiceText([], options),
    ...(wholeLists ? ['--whole-lists'] : []),
  ].filter((word) => word !== '');
  const undoes = { run: id, wholeLists };
  const more = { isRollback: true, undoes, leftOut: leftOutOfPlan(read.leftOut, options) };
  const plan = planNow(context, `undo ${words.join(' ')}`, read.lists, more);
  return undoRead(context, read, plan, plan.command, options);
}

/**
 * Carries out a saved plan of an undo. If a list is still as it was then, the history records the changes as undone.
 * @param file of the plan
 */
export async function applyUndo(
  context: Context,
  saved: Plan,
  { run: id, wholeLists }: UndoneRun,
  file: string,
  options: CarryOutOptions,
): Promise<ExitCode> {
  if (options.journal !== undefined) {
    throw new Stop("an undo has no journal, because the service's history records it: leave --journal out");
  }
  const planned = new Map(saved.lists.map((list) => [listKeyOf(list), list] as const));
  const read = await reading(context, options, async (reader) => {
    const changes = await reader.changesOfRun(id);
    const ofPlan = changes.filter((change) => planned.has(listKeyOf(change)));
    return asPlanned(await readRun(reader, id, ofPlan, wholeLists), planned);
  });
  return undoRead(context, read, { ...saved, lists: read.lists }, `apply ${file}`, { ...options, wholeLists });
}

/** @returns what would be undone now; a list that has changed since the plan stays as it is */
function asPlanned(read: RunRead, planned: ReadonlyMap<string, PlannedList>): RunRead {
  const leave = new Map(
    read.lists.flatMap((list) => {
      const then = planned.get(listKeyOf(list));
      const isSame =
        then !== undefined &&
        sameLists(list.kind, list.before, then.before) &&
        sameLists(list.kind, list.after, then.after);
      const why = then?.leave ?? (isSame || !hasChange(list) ? undefined : notAsPlanned);
      return why === undefined ? [] : [[listKeyOf(list), why] as const];
    }),
  );
  return {
    ...read,
    lists: read.lists.map((list) => {
      const why = leave.get(listKeyOf(list));
      return why === undefined ? list : { ...list, after: list.before, leave: why };
    }),
    undos: read.undos.map((undo) => {
      const detail = leave.get(listKeyOf(undo.change));
      return detail === undefined || undo.state !== 'planned' ? undo : { ...undo, state: 'changed-meanwhile', detail };
    }),
  };
}

/**
 * Shows what would be undone. Then saves it as a plan, or undoes it.
 * @param command the command to continue with
 */
async function undoRead(
  context: Context,
  read: RunRead,
  plan: Plan,
  command: string,
  options: CarryOutOptions & Pick<UndoRunOptions, 'wholeLists'>,
): Promise<ExitCode> {
  const { json = false, quiet = false } = options;
  const { run, undos } = read;
  // The report of an undo lists changes. So names that were left out are printed separately.
  const end = (code: ExitCode): ExitCode => tellLeftOut(context, plan.leftOut, {}, code);
  const foreseen = undos.map(foreseenOf);
  if (!json && !quiet) await context.terminal.out(`${introText(read, plan, context)}\n`);
  if (changesNothing(options)) {
    if (!json) await tell(context, foreseen.filter(isOpen), undefined);
    return end(await keep(context, plan, options, usualGuards, reportOf(run, undefined, foreseen, undefined)));
  }
  if (countsOf(plan).lists === 0) {
    return end(await tellEnd(context, { run, own: undefined, outcomes: foreseen }, command, options));
  }
  await checkLogin(context);
  await confirm(context, plan, options);
  const own = await beginRun(context, undoTitle(run));
  tellRun(context, own, options);
  const meant = undos.filter(({ state }) => state === 'planned').map(({ change }) => change);
  const { steps, ended } = await carryOut(context, meant, own, options);
  const done = new Map(steps.map((step) => [step.change.id, outcomeOf(step, context.url)] as const));
  const outcomes = foreseen.map((one) => done.get(one.change) ?? one);
  // A run that has reached its last change did not end early.
  const isThrough = ended === 'failures' && steps.every(({ state }) => state !== 'not-reached');
  const about = { run, own, outcomes, ended: isThrough ? undefined : ended };
  return end(await tellEnd(context, about, command, options));
}

/** @param all the chosen changes of the run, newest first */
async function readRun(reader: Reader, id: string, all: readonly Change[], wholeLists: boolean): Promise<RunRead> {
  const isLeft = await reader.each(all, async (change) => mayBeMade(change) && !(await reader.isUndone(change)));
  const undoable = all.filter((_, position) => isLeft[position]);
  const planned = await undoChangesNow(reader, undoable, wholeLists ? 'list' : 'entries');
  return { run: await reader.readRun(id), settled: all.length - undoable.length, ...planned };
}

function carryOut(
  context: Context,
  changes: readonly Change[],
  run: string | undefined,
  options: CarryOutOptions & Pick<UndoRunOptions, 'wholeLists'>,
) {
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
  /** The run of the undos; undefined if nothing was to be sent, or without a history. */
  readonly own: string | undefined;
  /** One for each change. */
  readonly outcomes: readonly ChangeOutcome[];
  readonly ended?: UndoEnd | undefined;
}

async function tellEnd(
  context: Context,
  { run, own, outcomes, ended }: UndoResult,
  command: string,
  { json = false, quiet = false }: CommonOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  if (json) await terminal.out(`${shownJson(reportOf(run, own, outcomes, ended))}\n`, { isNeeded: true });
  else await tell(context, outcomes.filter(isOpen), quiet || own === undefined ? undefined : outcomes);
  const tried = outcomes.filter(({ mayGoOn }) => mayGoOn);
  if (tried.length > 0) terminal.err(`To continue: axl-phone-proxy buttons ${shown(command)}`);
  const reasons = tried.flatMap(({ detail: reason }) => reason ?? []);
  const detail = ended === 'failures' && reasons.length > 0 ? mostOften(reasons) : undefined;
  if (ended !== undefined) terminal.err(endedText(endOf[ended], detail));
  return exitCodeOf(ended && endOf[ended], outcomes);
}

/** @param summedUp the outcomes for the line with the counts; undefined if there is no such line */
async function tell(
  { terminal }: Context,
  open: readonly ListOutcome[],
  summedUp: readonly ListOutcome[] | undefined,
): Promise<void> {
  const lines = [...openText(open, terminal.colours), ...(summedUp ? [countsText(byList(summedUp))] : [])];
  if (lines.length > 0) await terminal.out(`${lines.join('\n')}\n`, { isNeeded: true });
}

/** If a list has several changes, the most important state comes first. */
const worstFirst: readonly State[] = ['uncertain', 'refused', 'changed-meanwhile', 'not-reached', 'planned', 'changed'];

function byList(outcomes: readonly ListOutcome[]): ListOutcome[] {
  return groupsOf(outcomes, ({ key }) => listKeyOf(key)).map(([first, ...others]) => {
    const states = new Set([first, ...others].map(({ state }) => state));
    return { key: first.key, state: worstFirst.find((state) => states.has(state)) ?? first.state };
  });
}

function introText({ run, settled }: RunRead, plan: Plan, { terminal }: Context): string {
  const what = `Undo of run ${shown(run.id)} of ${shown(run.user)}: ${shown(run.title)}`;
  const also = settled === 0 ? [] : [`${counted(settled, 'change')} already undone, or never made`];
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
