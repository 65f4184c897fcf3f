import { shown } from '../output/shown.js';
import { type Guards } from '../plan/guards.js';
import { readPlan } from '../plan/plan-file.js';
import { workLeft } from '../run/go-on.js';
import { Journal } from '../run/journal.js';
import { readJournal } from '../run/read-journal.js';
import { rollBack } from '../run/roll-back.js';
import type { ExitCode } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import { type CommonOptions, type Context, planNow, reading } from './context.js';
import { type RunSettings, runWork } from './run-work.js';

/** Carries out a plan that was saved. */
export async function apply(
  context: Context,
  file: string,
  options: CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  const plan = await readPlan(file);
  tellOtherService(context, plan.url);
  return carryOut(context, plan, options, guards);
}

/** Goes on with a run that was cut off. Nobody is asked: the run was confirmed when it began. */
export async function resume(context: Context, file: string, options: CommonOptions & RunSettings): Promise<ExitCode> {
  const read = await readJournal(file);
  tellOtherService(context, read.plan.url);
  const work = workLeft(read);
  const left = work.filter(({ outcome }) => outcome === undefined).length;
  if (!(options.quiet ?? false)) {
    context.terminal.err(`${shown(read.plan.command)}: ${work.length - left} of ${work.length} lists are settled`);
  }
  return runWork(context, read.plan, work, await Journal.goOn(file, read), options);
}

/** Sets back what a run has changed and nobody has changed since. */
export async function rollback(context: Context, file: string, options: CarryOutOptions): Promise<ExitCode> {
  const { lists, plan } = await readJournal(file);
  tellOtherService(context, plan.url);
  const planned = await reading(context, options, (reader) => rollBack(reader, lists));
  return carryOut(context, planNow(context, `rollback ${file}`, planned), options, undefined);
}

function tellOtherService({ url, terminal }: Context, other: string): void {
  if (other !== url) terminal.err(`Note: this was made with ${shown(other)}, and PHONE_PROXY_URL is another address`);
}
