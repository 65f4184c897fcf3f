import { existsSync } from 'node:fs';
import { originText, planText } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import type { Guards } from '../plan/guards.js';
import { readPlan } from '../plan/plan-file.js';
import { readJournal } from '../run/read-journal.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import type { CommonOptions, Context } from './context.js';
import { carryOutRollback, type Forcible } from './journals.js';
import { planOutcomes, reportOf } from './report.js';

/** Carries out a plan that was saved. */
export async function apply(
  context: Context,
  file: string,
  { force = false, ...options }: CarryOutOptions & Forcible,
  guards: Guards,
): Promise<ExitCode> {
  const { plan, isEdited } = await readPlan(file);
  const { url, login, terminal } = context;
  const wrong = [
    ...(isEdited ? ['it was edited after it was saved'] : []),
    ...(plan.url === url ? [] : [`it was made with ${shown(plan.url)}, and PHONE_PROXY_URL is ${shown(url)}`]),
  ];
  if (wrong.length > 0 && !force) {
    throw new Stop(`${shown(file)}: ${wrong.join('; ')}. Nothing was changed; --force carries it out all the same`);
  }
  if (!(options.quiet ?? false)) {
    terminal.err(`${shown(plan.command)}, ${originText(plan, Date.now())}`);
    if (plan.login !== login) terminal.err(`Note: the login is ${shown(login)} now`);
  }
  const { rollsBack } = plan;
  if (rollsBack === undefined || !existsSync(rollsBack)) return carryOut(context, plan, options, guards);
  const read = await readJournal(rollsBack);
  try {
    return await carryOutRollback(context, plan, read, options, guards);
  } finally {
    await read.lock.release();
  }
}

/** Shows a plan that was saved. */
export async function showPlan(
  { terminal }: Pick<Context, 'terminal'>,
  file: string,
  { json = false }: CommonOptions,
): Promise<ExitCode> {
  const { plan, isEdited } = await readPlan(file);
  if (json) {
    const report = { isEdited, url: plan.url, ...reportOf(plan, planOutcomes(plan)) };
    await terminal.out(`${shownJson(report)}\n`);
    return exitCodes.done;
  }
  const edited = isEdited ? '\nIt was edited after it was saved: apply needs --force' : '';
  const head = `${shown(plan.command)}, ${originText(plan, Date.now())}${edited}`;
  await terminal.out(`${head}\n\n${planText(plan, terminal.colours)}\n`);
  return exitCodes.done;
}
