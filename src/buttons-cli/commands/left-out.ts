import { counted } from '../output/list-text.js';
import { type LeftOut, leftOutText, type LeftOutNames } from '../work-out/left-out.js';
import type { WorkedOut } from '../work-out/worked-out.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { carryOut } from './carry-out.js';
import type { CarryOutOptions } from './carry-out-options.js';
import type { CommonOptions, Context } from './context.js';
import type { Guards } from '../work-out/guards.js';
import type { DeviceOptions } from './inputs.js';

/** @returns the names that were left out; undefined if there are none */
export function leftOutNames(
  names: readonly LeftOut[],
  { ignoreMissing = false }: DeviceOptions,
): LeftOutNames | undefined {
  return names.length === 0 ? undefined : { names, isIgnored: ignoreMissing };
}

/** Carries out what was worked out. At the end, it prints what was left out. @returns the exit code */
export async function carryOutFound(
  context: Context,
  workedOut: WorkedOut,
  options: CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  return tellLeftOut(context, workedOut.leftOut, options, await carryOut(context, workedOut, options, guards));
}

/**
 * Prints the names in a file that were left out.
 * @param code the exit code if nothing was left out
 * @returns the exit code: a mistyped name must not look like success
 */
export function tellLeftOut(
  { terminal }: Pick<Context, 'terminal'>,
  leftOut: LeftOutNames | undefined,
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
