import { ask } from '../output/ask.js';
import { counted, planText } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import { checkGuards, type Guards, missingOptions } from '../plan/guards.js';
import { countsOf, type Plan } from '../plan/plan.js';
import { writePlan } from '../plan/plan-file.js';
import { Journal } from '../run/journal.js';
import { newJournalName } from '../run/journal-name.js';
import { type ExitCode, exitCodes, interruptedEarly, Stop } from '../stop.js';
import type { CommonOptions, Context } from './context.js';
import { planOutcomes, reportOf, tellResult } from './report.js';
import { type RunSettings, runWork } from './run-work.js';

export interface CarryOutOptions extends CommonOptions, RunSettings, Partial<Guards> {
  /** The file to which the plan is saved, and nothing is changed. */
  readonly plan?: string;
  readonly detailedExitcode?: boolean;
  readonly yes?: boolean;
  readonly journal?: string;
}

/**
 * Shows a plan, and saves it or carries it out.
 * @param guards undefined where the plan may do whatever it does
 * @returns the exit code
 * @throws Stop before anything is changed
 */
export async function carryOut(
  context: Context,
  plan: Plan,
  options: CarryOutOptions,
  guards: Guards | undefined,
): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false, quiet = false } = options;
  if (!json && !quiet) await terminal.out(`${planText(plan, terminal.colours)}\n`);
  const hasChanges = countsOf(plan).lists > 0;
  if (options.plan !== undefined) return save(context, plan, options.plan, options, guards);
  if (!hasChanges) return tellResult(context, plan, { outcomes: planOutcomes(plan) }, undefined, options);
  if (guards) checkGuards(plan, guards);
  await confirm(context, plan, options);
  const file = options.journal ?? newJournalName();
  const journal = await Journal.create(file, plan);
  if (options.journal === undefined) terminal.err(`The journal of this run is ${shown(file)}`);
  const work = plan.lists.map((planned) => ({ planned, inDoubt: false }));
  return runWork(context, plan, work, journal, options);
}

async function save(
  { terminal }: Context,
  plan: Plan,
  file: string,
  { json = false, quiet = false, detailedExitcode = false }: CarryOutOptions,
  guards: Guards | undefined,
): Promise<ExitCode> {
  await writePlan(file, plan);
  if (json) await terminal.out(`${shownJson({ plan: file, ...reportOf(plan, planOutcomes(plan)) })}\n`);
  const missing = guards ? missingOptions(plan, guards) : [];
  const needed = missing.length === 0 ? '' : `; it needs ${missing.join(' ')}`;
  if (!quiet)
    terminal.err(`Nothing was changed. axl-phone-proxy buttons apply ${shown(file)} carries the plan out${needed}`);
  return detailedExitcode && countsOf(plan).lists > 0 ? exitCodes.changesPlanned : exitCodes.done;
}

async function confirm(
  { terminal, interruption }: Context,
  plan: Plan,
  { yes = false, json = false }: CarryOutOptions,
): Promise<void> {
  if (interruption.asked.aborted) throw interruptedEarly();
  if (yes) return;
  if (!terminal.canAsk) throw new Stop('nobody can be asked here, so nothing was changed; add --yes');
  if (json) terminal.err(planText(plan, terminal.colours));
  const { devices, lists } = countsOf(plan);
  const question = `Change ${counted(lists, 'list')} on ${counted(devices, 'device')}? [y/N] `;
  const answer = await ask(question, { isSecret: false, signal: interruption.asked });
  if (!/^\s*(y|yes)\s*$/i.test(answer ?? '')) throw new Stop('nothing was changed');
}
