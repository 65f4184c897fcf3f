import { countLists, type Plan } from '../../client/index.js';
import { orStop, withRetries } from '../connection/retries.js';
import { showProgress } from '../output/progress.js';
import { shown, shownJson } from '../output/shown.js';
import { listsOfService } from '../plan/plan-of-service.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { consolePage, stateText } from './proposed-text.js';
import { countsText, isOpen, openText } from './report.js';

/** The time between two looks, in milliseconds. */
const lookMs = 1_000;

/**
 * Shows the progress of a plan that the service applies, until it ends, and then the result.
 * @returns the exit code
 */
export async function followPlan(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  const { terminal, interruption } = context;
  const { json = false, quiet = false } = options;
  try {
    await whenOver(context, id, options);
  } catch (thrown) {
    for (const line of onTexts(id)) terminal.err(line);
    throw thrown;
  }
  if (interruption.asked.aborted) {
    for (const line of ['Interrupted.', ...onTexts(id)]) terminal.err(line);
    return exitCodes.interrupted;
  }
  const plan = await reading(context, options, (reader) => reader.readPlan(id));
  const outcomes = listsOfService(plan).map(({ outcome }) => outcome);
  if (json) await terminal.out(`${shownJson({ ...plan, console: consolePage(context, plan) })}\n`, { isNeeded: true });
  else {
    const sum = quiet ? [] : [`Plan ${id} is ${stateText[plan.state]}. ${countsText(outcomes)}`];
    const text = [...openText(outcomes, terminal.colours), ...sum];
    if (text.length > 0) await terminal.out(`${text.join('\n')}\n`, { isNeeded: true });
  }
  for (const line of quiet ? [] : nextTexts(plan)) terminal.err(line);
  return outcomes.some(isOpen) ? exitCodes.someNotChanged : exitCodes.done;
}

/** The messages if this command ends before the plan is over. */
function onTexts(id: string): string[] {
  const command = 'axl-phone-proxy buttons plan';
  return [
    'The service continues without this command.',
    `To follow it: ${command} apply ${id}`,
    `To stop it: ${command} stop ${id}`,
  ];
}

/** Shows the progress of the service, until the plan is over or someone interrupts. */
async function whenOver(context: Context, id: string, options: CommonOptions): Promise<void> {
  const { interruption, clock, terminal } = context;
  const { json = false, quiet = false } = options;
  const isQuiet = quiet || (json && !terminal.isErrTerminal);
  let plan = await planNow(context, id);
  // If the application was continued, the lists from before do not count for the rate.
  const progress = showProgress(terminal, { what: 'applying', isQuiet, wait: () => undefined, done: doneOf(plan) });
  try {
    while (plan?.state === 'applying' && !interruption.asked.aborted) {
      progress.show(doneOf(plan), countLists(plan.lists));
      await clock.wait(lookMs, interruption.asked);
      plan = await planNow(context, id);
    }
    if (plan) progress.show(doneOf(plan), countLists(plan.lists));
  } finally {
    progress.end();
  }
}

/** Reads a plan with only one of its lists. @returns the answer, or why there is none after several tries */
export function readState(
  { proxy, interruption, clock }: Pick<Context, 'proxy' | 'interruption' | 'clock'>,
  id: string,
) {
  const signal = interruption.asked;
  return withRetries(() => proxy.plans.readPlan(id, { limit: 1, signal }), { url: proxy.url, signal, clock });
}

/** @returns undefined after an interruption */
async function planNow(context: Context, id: string): Promise<Plan | undefined> {
  const signal = context.interruption.asked;
  const answered = await readState(context, id);
  return signal.aborted ? undefined : orStop(answered, signal).plan;
}

function doneOf(plan: Plan | undefined): number {
  if (plan === undefined) return 0;
  return countLists(plan.lists) - (plan.lists.open ?? 0) - (plan.lists.sending ?? 0);
}

/** What the user can do next. */
function nextTexts({ id, application, may }: Plan): string[] {
  const command = 'axl-phone-proxy buttons';
  const { run = null, why = null } = application ?? {};
  return [
    ...(why === null ? [] : [`The service ended it early: ${shown(why)}`]),
    ...(may.includes('apply') ? [`To continue: ${command} plan apply ${shown(id)}`] : []),
    ...(run === null
      ? []
      : [`In the service's history this is run ${shown(run)}. To undo it: ${command} undo ${shown(run)}`]),
  ];
}
