import { counted } from '../output/plan-text.js';
import { type LeftOut, leftOutText, type LeftOutOfPlan } from '../plan/left-out.js';
import type { Plan } from '../plan/plan.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { carryOut, type CarryOutOptions, type CarryOutParts } from './carry-out.js';
import type { CommonOptions, Context } from './context.js';
import type { Guards } from '../plan/guards.js';
import type { DeviceOptions } from './inputs.js';

/** @returns what a plan stores about names that were left out */
export function leftOutOfPlan(
  names: readonly LeftOut[],
  { ignoreMissing = false }: DeviceOptions,
): LeftOutOfPlan | undefined {
  return names.length === 0 ? undefined : { names, isIgnored: ignoreMissing };
}

/** Shows a plan, and saves it or carries it out. At the end, it prints what was left out. @returns the exit code */
export async function carryOutFound(
  context: Context,
  plan: Plan,
  options: CarryOutOptions,
  guards: Guards,
  parts?: CarryOutParts,
): Promise<ExitCode> {
  return tellLeftOut(context, plan.leftOut, options, await carryOut(context, plan, options, guards, parts));
}

/**
 * Prints the names in a file that were left out.
 * @param code the exit code if nothing was left out
 * @returns the exit code: a mistyped name must not look like success
 */
export function tellLeftOut(
  { terminal }: Pick<Context, 'terminal'>,
  leftOut: LeftOutOfPlan | undefined,
  { json = false }: CommonOptions,
  code: ExitCode,
): ExitCode {
  if (leftOut === undefined) return code;
  const { names, isIgnored } = leftOut;
  if (!json) {
    const is = names.length === 1 ? 'is' : 'are';
    const hint = isIgnored ? '' : '; use --ignore-missing if that is correct';
    for (const line of leftOutText(names)) terminal.err(`Left out: ${line}`);
    terminal.err(`${counted(names.length, 'name')} in the file ${is} left out${hint}.`);
  }
  const wasFine = code === exitCodes.done || code === exitCodes.changesPlanned;
  return wasFine && !isIgnored ? exitCodes.someNotChanged : code;
}
