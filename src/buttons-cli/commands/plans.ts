import { existsSync } from 'node:fs';
import { originText, planText } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import { chooseAmong } from '../plan/choose-among.js';
import { comparedPlan } from '../plan/compare-plan.js';
import { isNoChoice } from '../plan/devices.js';
import { type Guards, missingOptions } from '../plan/guards.js';
import { leftOutText } from '../plan/left-out.js';
import { countsOf, type Plan } from '../plan/plan.js';
import { readPlan } from '../plan/plan-file.js';
import { readJournal } from '../run/read-journal.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import type { CarryOutOptions } from './carry-out.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { choiceText, deviceChoice, type DeviceOptions } from './inputs.js';
import { carryOutRollback, type Forcible } from './journals.js';
import { carryOutFound, tellLeftOut } from './left-out.js';
import { applyUndo } from './undo.js';
import { isOpen, openText, planOutcomes, reportOf } from './report.js';

export interface ApplyOptions extends Omit<CarryOutOptions, 'plan'>, DeviceOptions, Forcible {
  /** Only the part of the plan on these devices. */
  readonly device?: readonly string[];
}

/** Carries out a saved plan, or a part of it; or compares it with what is there now. */
export async function apply(
  context: Context,
  file: string,
  { force = false, device = [], ...options }: ApplyOptions,
  guards: Guards,
): Promise<ExitCode> {
  if (/^\d+$/.test(file) && !existsSync(file)) {
    throw new Stop(`there is no file ${file}; to apply plan ${file} of the service, use plan apply ${file}`);
  }
  const { plan: whole, isEdited } = await readPlan(file);
  const { url, login, terminal } = context;
  const plan = await chosenPart(context, whole, device, options);
  const wrong = [
    ...(isEdited ? ['it was edited after it was saved'] : []),
    ...(plan.url === url ? [] : [`it was made with ${shown(plan.url)}, and PHONE_PROXY_URL is ${shown(url)}`]),
  ];
  if (wrong.length > 0 && !force) {
    throw new Stop(`${shown(file)}: ${wrong.join('; ')}. Nothing was changed. To apply it anyway, add --force`);
  }
  if (!(options.quiet ?? false)) {
    terminal.err(`${shown(plan.command)}, ${originText(plan, Date.now())}`);
    if (plan.login !== login) terminal.err(`Note: your login is ${shown(login)}`);
  }
  if (options.dryRun === true) return compare(context, plan, options, guards);
  const { rollsBack, undoes } = plan;
  // An edited plan does not match the changes in the history, so it cannot be recorded as their undo.
  if (undoes && !isEdited) return applyUndo(context, plan, undoes, file, options);
  if (rollsBack === undefined || !existsSync(rollsBack)) return carryOutFound(context, plan, options, guards);
  const isPart = plan.lists.length < whole.lists.length;
  const read = await readJournal(rollsBack);
  try {
    return await carryOutRollback(context, plan, read, options, guards, isPart);
  } finally {
    await read.lock.release();
  }
}

/** @returns the requested part of a plan; all of it if no devices are given */
async function chosenPart(
  context: Context,
  plan: Plan,
  device: readonly string[],
  options: CommonOptions & DeviceOptions,
): Promise<Plan> {
  const choice = deviceChoice(device, options);
  const { ignoreMissing = false } = options;
  if (isNoChoice(choice)) {
    const { leftOut } = plan;
    return leftOut && ignoreMissing ? { ...plan, leftOut: { ...leftOut, isIgnored: true } } : plan;
  }
  const part = await reading(context, options, (reader) => chooseAmong(reader, plan.lists, choice, 'the plan changes'));
  const names = [...(plan.leftOut?.names ?? []), ...part.leftOut];
  const isIgnored = ignoreMissing || (part.leftOut.length === 0 && plan.leftOut?.isIgnored === true);
  const of = [...device.map((name) => `--device ${name}`), choiceText([], options)].filter((text) => text !== '');
  return {
    ...plan,
    command: `${plan.command} ${of.join(' ')}`,
    leftOut: names.length === 0 ? undefined : { names, isIgnored },
    lists: part.items,
  };
}

/** Shows what a plan would do now. */
async function compare(
  context: Context,
  saved: Plan,
  options: Omit<ApplyOptions, 'device' | 'force'>,
  guards: Guards,
): Promise<ExitCode> {
  const { json = false, quiet = false, detailedExitcode = false } = options;
  const { terminal } = context;
  const plan = await reading(context, options, (reader) => comparedPlan(reader, saved));
  const outcomes = planOutcomes(plan);
  if (json) await terminal.out(`${shownJson(reportOf(plan, outcomes))}\n`);
  else {
    const text = [...(quiet ? [] : [planText(plan, terminal.colours)]), ...openText(outcomes, terminal.colours)];
    if (text.length > 0) await terminal.out(`${text.join('\n')}\n`);
  }
  const missing = missingOptions(plan, guards);
  if (!quiet) terminal.err(`Nothing was changed.${missing.length === 0 ? '' : ` apply needs ${missing.join(' ')}`}`);
  const planned = detailedExitcode && countsOf(plan).lists > 0 ? exitCodes.changesPlanned : exitCodes.done;
  return tellLeftOut(context, plan.leftOut, options, outcomes.some(isOpen) ? exitCodes.someNotChanged : planned);
}

/** Shows a saved plan. */
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
  const edited = isEdited ? '\nThe plan was edited after it was saved: apply needs --force' : '';
  const head = `${shown(plan.command)}, ${originText(plan, Date.now())}${edited}`;
  await terminal.out(`${head}\n\n${planText(plan, terminal.colours)}\n`);
  for (const line of leftOutText(plan.leftOut?.names ?? [])) await terminal.out(`Left out: ${line}\n`);
  return exitCodes.done;
}
