import type { Change } from '../../client/index.js';
import { differenceText, summaryOf } from '../output/list-text.js';
import { shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { partsOf } from '../work-out/bodies.js';
import { checkGuards, type Guards, missingOptions } from '../work-out/guards.js';
import { countsOf, type WorkedOut } from '../work-out/worked-out.js';
import { questionText } from './change-text.js';
import type { Context } from './context.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { checkCanAsk } from './decide.js';
import { makeDrafts } from './drafts.js';
import { reportOf } from './report.js';
import { type Deed, deedOf, settle } from './settle.js';

/**
 * Shows what is to be changed, and asks the service for it.
 * @returns the exit code
 * @throws Stop before anything is changed
 */
export async function carryOut(
  context: Context,
  workedOut: WorkedOut,
  options: CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false, quiet = false, yes = false, dryRun = false } = options;
  if (!json && !quiet) await terminal.out(`${differenceText(workedOut, terminal.colours)}\n`);
  if (dryRun || countsOf(workedOut.lists).lists === 0) return tellUntouched(context, workedOut, options, guards);
  const deed = await deedOf(context, options);
  if (deed === 'apply') {
    checkGuards(workedOut, guards, !yes);
    if (!yes) checkCanAsk(terminal);
  }
  const drafts = await draftsOf(context, workedOut, deed, options);
  const about = json
    ? differenceText(workedOut, terminal.colours)
    : quiet
      ? summaryOf(workedOut, terminal.colours)
      : undefined;
  return settle(context, drafts, { deed, workedOut, question: questionText(workedOut.lists), about }, options);
}

async function draftsOf(
  context: Context,
  { command: title, lists }: WorkedOut,
  deed: Deed,
  options: CarryOutOptions,
): Promise<Change[]> {
  const parts = partsOf(lists);
  if (parts.length > 1 && options.quiet !== true) {
    const done = deed === 'apply' ? 'carried out' : 'proposed';
    context.terminal.err(`These are too many lists for one change: they are ${done} as ${parts.length} changes.`);
  }
  return makeDrafts(
    context,
    parts.map((part) => ({ lists: part })),
    { ...options, title },
  );
}

/** Prints the result if nothing is asked for. */
async function tellUntouched(
  context: Context,
  workedOut: WorkedOut,
  { json = false, quiet = false, dryRun = false, propose = false, detailedExitcode = false }: CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  const { terminal } = context;
  const isEmpty = countsOf(workedOut.lists).lists === 0;
  if (json) await terminal.out(`${shownJson(reportOf(context, workedOut, []))}\n`);
  if (!quiet && propose) terminal.err('Nothing was proposed.');
  else if (!quiet && dryRun) {
    const missing = missingOptions(workedOut, guards);
    const needed = missing.length === 0 ? '' : ` With --yes, it needs ${missing.join(' ')}.`;
    terminal.err(`Nothing was changed.${needed}`);
  }
  return detailedExitcode && !isEmpty ? exitCodes.changesPlanned : exitCodes.done;
}
