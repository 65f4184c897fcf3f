import {
  type ChangeToPropose,
  countLists,
  fitTitle,
  planBounds,
  type Plan as PlanOfService,
} from '../../client/index.js';
import { orStop, withRetries } from '../connection/retries.js';
import { counted } from '../output/plan-text.js';
import { showProgress } from '../output/progress.js';
import { readState } from './follow-plan.js';
import { consolePage, stateText } from './proposed-text.js';
import { shown, shownJson } from '../output/shown.js';
import { countsOf, hasChange, type Plan } from '../plan/plan.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { localTime } from '../times.js';
import type { CommonOptions, Context } from './context.js';
import type { PlanOnlyOptions } from './plan-only.js';

/**
 * The longest wait for the service to read the lists of a long plan, and the time between two looks, in milliseconds.
 */
const longestCheckMs = 60_000;
const lookMs = 1_000;

/**
 * Proposes a plan: nothing is changed until someone else has approved it.
 * @param report the report for machines
 */
export async function propose(
  context: Context,
  plan: Plan,
  options: CommonOptions & PlanOnlyOptions,
  report: object,
): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false, quiet = false, detailedExitcode = false } = options;
  const proposed = countsOf(plan).lists === 0 ? undefined : await sendPlan(context, plan, options);
  if (json) {
    const page = proposed ? consolePage(context, proposed) : null;
    await terminal.out(`${shownJson({ plan: null, proposed: proposed ?? null, console: page, ...report })}\n`);
  }
  if (proposed === undefined) {
    if (!quiet) terminal.err('Nothing was proposed.');
    return exitCodes.done;
  }
  if (!json && !quiet) await terminal.out(`\n${proposedText(context, proposed)}\n`);
  if (proposed.state === 'outdated') {
    terminal.err('A list has changed since it was read, so no one can approve this plan. Propose it again.');
    return exitCodes.someNotChanged;
  }
  if (context.interruption.asked.aborted) return exitCodes.interrupted;
  return detailedExitcode ? exitCodes.changesPlanned : exitCodes.done;
}

/** @throws Stop if the plan is larger than the service accepts, or is refused */
async function sendPlan(
  context: Context,
  plan: Plan,
  options: CommonOptions & PlanOnlyOptions,
): Promise<PlanOfService> {
  const { proxy, clock, interruption } = context;
  const signal = interruption.asked;
  const changes = plan.lists.filter(hasChange).map(({ device, deviceKind, kind, etag, after }): ChangeToPropose => ({
    ...{ device, deviceKind, list: kind, ifMatch: etag, entries: after },
  }));
  const body = { title: fitTitle(plan.command), reason: options.reason ?? '', changes };
  checkSize(body);
  // A lost answer does no harm: within an hour, the same proposal returns the same plan.
  const retrying = { url: proxy.url, signal, clock };
  const proposed = orStop(await withRetries(() => proxy.plans.proposePlan(body, { signal }), retrying), signal);
  return proposed.state === 'checking' ? whenChecked(context, proposed, options) : proposed;
}

function checkSize(body: { readonly changes: readonly ChangeToPropose[] }): void {
  const { lists, bodyBytes, bodyValues } = planBounds;
  let values = 0;
  const text = JSON.stringify(body, (_key, value: unknown) => {
    values += 1;
    return value;
  });
  const megabyte = 2 ** 20;
  const rows = [
    { verb: 'sets', has: body.changes.length, most: lists, unit: 'lists', digits: 0 },
    { verb: 'has', has: Buffer.byteLength(text) / megabyte, most: bodyBytes / megabyte, unit: 'MB', digits: 1 },
    { verb: 'has', has: values, most: bodyValues, unit: 'values', digits: 0 },
  ];
  const above = rows.find(({ has, most }) => has > most);
  if (!above) return;
  const { verb, has, most, unit, digits } = above;
  throw new Stop(
    `this plan ${verb} ${has.toFixed(digits)} ${unit}, and the service takes ${most}; nothing was proposed. Propose it in parts, for example by --device or --search`,
  );
}

/** Waits until the service has read the lists. @returns the plan as it is then, after a minute, or after Ctrl-C */
async function whenChecked(
  context: Context,
  proposed: PlanOfService,
  { json = false, quiet = false }: CommonOptions,
): Promise<PlanOfService> {
  const { clock, interruption, terminal } = context;
  const isQuiet = quiet || (json && !terminal.isErrTerminal);
  const progress = showProgress(terminal, { what: 'checking', isQuiet, wait: () => undefined });
  const until = clock.now() + longestCheckMs;
  let plan = proposed;
  try {
    while (plan.state === 'checking' && clock.now() < until) {
      const of = countLists(plan.lists);
      progress.show(of - (plan.lists.unread ?? 0), of);
      await clock.wait(lookMs, interruption.asked);
      const read = await readState(context, plan.id);
      // The plan is proposed, even if this command cannot read it now.
      if (!('value' in read)) break;
      plan = read.value.plan;
    }
    return plan;
  } finally {
    progress.end();
  }
}

/** What the proposer needs to know of a new plan. */
function proposedText(context: Context, plan: PlanOfService): string {
  const of = countLists(plan.lists);
  const read = plan.state === 'checking' ? ` (${of - (plan.lists.unread ?? 0)} read)` : '';
  return [
    `Plan ${shown(plan.id)} is ${stateText[plan.state]}: ${counted(of, 'list')}${read}. Nothing was changed.`,
    `digest ${shown(plan.digest)}, expires ${localTime(plan.expires)}`,
    `To review it: ${consolePage(context, plan)}`,
    `To show it: axl-phone-proxy buttons plan show ${shown(plan.id)}`,
  ].join('\n');
}
