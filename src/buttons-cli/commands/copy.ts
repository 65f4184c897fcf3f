import { copyButtons } from '../plan/copy-buttons.js';
import type { Guards } from '../plan/guards.js';
import type { ExitCode } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import { type Context, planNow, reading } from './context.js';

/** Gives devices the buttons of another one, in place of theirs. */
export async function copy(
  context: Context,
  source: string,
  targets: readonly string[],
  options: CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  const lists = await reading(context, options, (reader) => copyButtons(reader, source, targets));
  return carryOut(context, planNow(context, `copy ${source} ${targets.join(' ')}`, lists), options, guards);
}
