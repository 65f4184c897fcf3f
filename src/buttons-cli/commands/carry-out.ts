import { beginRunIfKept } from '../../client/index.js';
import { orStop, withRetries } from '../connection/retries.js';
import { ask } from '../output/ask.js';
import { counted, planText, summaryOf } from '../output/plan-text.js';
import { durationText } from '../output/progress.js';
import { shown, shownJson } from '../output/shown.js';
import { checkGuards, type Guards, missingOptions } from '../plan/guards.js';
import { countsOf, type Plan } from '../plan/plan.js';
import { writePlan } from '../plan/plan-file.js';
import { Journal, newJournalName } from '../run/journal.js';
import type { RunSettings } from '../run/journal-lines.js';
import { type ExitCode, exitCodes, interruptedEarly, Stop } from '../stop.js';
import type { CommonOptions, Context } from './context.js';
import { changesNothing, type PlanOnlyOptions } from './plan-only.js';
import { propose } from './propose.js';
import { planOutcomes, reportOf, tellResult } from './report.js';
import { type PaceOptions, runWork, settingsOf } from './run-work.js';

export interface CarryOutOptions extends CommonOptions, PaceOptions, PlanOnlyOptions, Partial<Guards> {
  readonly yes?: boolean;
  readonly journal?: string;
}

/** What is different when a run is reverted. */
export interface CarryOutParts {
  /** The title of the run in the service's history; the plan's command if left out. */
  readonly title?: string;
  /** Called when the run's journal is on the disk, before anything is sent. */
  readonly onBegin?: (journal: Journal) => Promise<void>;
}

/**
 * Shows a plan, and saves it or carries it out.
 * @returns the exit code
 * @throws Stop before anything is changed
 */
export async function carryOut(
  context: Context,
  plan: Plan,
  options: CarryOutOptions,
  guards: Guards,
  { title = plan.command, onBegin }: CarryOutParts = {},
): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false, quiet = false } = options;
  if (!json && !quiet) await terminal.out(`${planText(plan, terminal.colours)}\n`);
  if (changesNothing(options)) return keep(context, plan, options, guards);
  if (countsOf(plan).lists === 0) {
    return tellResult(context, plan, { outcomes: planOutcomes(plan) }, undefined, options);
  }
  checkGuards(plan, guards);
  await checkLogin(context);
  await confirm(context, plan, options);
  const file = options.journal ?? newJournalName();
  const settings = settingsOf(options);
  const run = await beginRun(context, title);
  const journal = await Journal.create(file, plan, settings, run);
  if (options.journal === undefined) terminal.err(`The journal of this run is ${shown(file)}`);
  tellRun(context, run, options);
  await onBegin?.(journal);
  const work = plan.lists.map((planned) => ({ planned, inDoubt: false }));
  return runWork(context, plan, work, journal, { ...options, ...settings });
}

/**
 * Saves or proposes the plan if requested, and changes nothing.
 * @param report the report for machines
 */
export async function keep(
  context: Context,
  plan: Plan,
  options: CarryOutOptions,
  guards: Guards,
  report: object = reportOf(plan, planOutcomes(plan)),
): Promise<ExitCode> {
  const { terminal } = context;
  const { plan: file, json = false, quiet = false, detailedExitcode = false } = options;
  if (options.propose === true) return propose(context, plan, options, report);
  if (file !== undefined) await writePlan(file, plan);
  if (json) await terminal.out(`${shownJson({ plan: file ?? null, ...report })}\n`);
  const isEmpty = countsOf(plan).lists === 0;
  if (!quiet) terminal.err(`Nothing was changed.${file === undefined ? '' : ` ${nextText(file, plan, guards)}`}`);
  return detailedExitcode && !isEmpty ? exitCodes.changesPlanned : exitCodes.done;
}

/** What can be done with a saved plan. */
function nextText(file: string, plan: Plan, guards: Guards): string {
  if (countsOf(plan).lists === 0) return `The plan in ${shown(file)} changes nothing.`;
  const missing = missingOptions(plan, guards);
  const needed = missing.length === 0 ? '' : `; it needs ${missing.join(' ')}`;
  return `axl-phone-proxy buttons apply ${shown(file)} makes the changes${needed}`;
}

/**
 * @param instead the advice for a login that may only propose
 * @throws Stop if the login may not write: so no run begins that the service would refuse
 */
export async function checkLogin(
  { proxy, interruption, clock, login }: Context,
  instead = ': add --propose to propose these changes',
): Promise<void> {
  const signal = interruption.asked;
  const { readOnly, mayPropose } = orStop(
    await withRetries(() => proxy.readStatus(signal), { url: proxy.url, signal, clock }),
    signal,
  );
  if (!readOnly) return;
  const may = mayPropose === true ? `may only propose changes${instead}` : 'is read-only';
  throw new Stop(`the login ${shown(login)} ${may}`, exitCodes.refusedLogin, true);
}

/**
 * Begins the run in the service's history for the following changes.
 * @returns its id; undefined if the service keeps no history
 * @throws Stop if it is not known whether the service keeps one
 */
export async function beginRun({ proxy, interruption, clock }: Context, title: string): Promise<string | undefined> {
  const signal = interruption.asked;
  const begin = () => beginRunIfKept(proxy.history, title, { signal });
  return orStop(await withRetries(begin, { url: proxy.url, signal, clock }), signal);
}

/** Prints the id of the run in the service's history. */
export function tellRun({ terminal }: Context, run: string | undefined, { quiet = false }: CommonOptions): void {
  if (run !== undefined && !quiet) terminal.err(`In the service's history this is run ${shown(run)}`);
}

/**
 * Asks whether to carry out a plan.
 * @throws Stop if the answer is no, or if no one can be asked
 */
export async function confirm(
  { terminal, interruption }: Context,
  plan: Plan,
  { yes = false, json = false, quiet = false, ...options }: CarryOutOptions,
): Promise<void> {
  const { devices, lists } = countsOf(plan);
  const what = `Change ${counted(lists, 'list')} on ${counted(devices, 'device')}`;
  await askFirst({ terminal, interruption }, `${what}${paceText(lists, settingsOf(options))}`, {
    yes,
    about: json ? planText(plan, terminal.colours) : quiet ? summaryOf(plan, terminal.colours) : undefined,
  });
}

/** `, 5000 an hour: 12 s`: how long this many lists take; empty if the rate has no limit */
export function paceText(lists: number, { perHour }: Pick<RunSettings, 'perHour'>): string {
  return perHour === 0 ? '' : `, ${perHour} an hour: ${durationText((lists / perHour) * 3600)}`;
}

/**
 * Asks a question before anything is changed.
 * @param about the text to show before the question; undefined if it was shown already
 * @throws Stop if the answer is no, or no one can be asked
 */
export async function askFirst(
  { terminal, interruption }: Pick<Context, 'terminal' | 'interruption'>,
  question: string,
  { yes, about }: { readonly yes: boolean; readonly about: string | undefined },
): Promise<void> {
  if (interruption.asked.aborted) throw interruptedEarly();
  if (yes) return;
  if (!terminal.canAsk) throw new Stop('there is no terminal to ask on, so nothing was changed; add --yes');
  if (about !== undefined) terminal.err(about);
  const answer = await ask(`${question}? [y/N] `, { isSecret: false, signal: interruption.asked });
  if (!/^\s*(y|yes)\s*$/i.test(answer ?? '')) throw new Stop('nothing was changed');
}
