import { countLists, listsToSet, type Plan, type PlanWithLists } from '../../client/index.js';
import type { Failure } from '../connection/failures.js';
import { orStop, stopFor, withRetries } from '../connection/retries.js';
import { filterFrom, type GivenBy, planOptions } from '../filter-options.js';
import { counted } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import { tableText } from '../output/table.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { localTime } from '../times.js';
import { askFirst, checkLogin, paceText } from './carry-out.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { followPlan, readState } from './follow-plan.js';
import { consolePage, differencesText, headText, planSumText, stateText } from './proposed-text.js';
import { type PaceOptions, settingsOf } from './run-work.js';

/** Plans of the service: lists them, shows them, and decides about them. */

export interface PlansOptions extends CommonOptions, GivenBy<typeof planOptions> {
  /** The highest number of plans. */
  readonly limit?: number;
}

const usualLimit = 50;

/** Lists plans, the newest first. If several states are given, it lists the plans of one state after another. */
export async function plans(context: Context, options: PlansOptions): Promise<ExitCode> {
  const { limit = usualLimit, json = false, output } = options;
  const { state: states = [undefined], ...filter } = filterFrom(planOptions, options);
  // One more plan shows whether there are more.
  const found = await reading(context, options, async (reader) => {
    const all: Plan[] = [];
    for (const state of states) {
      if (all.length <= limit) all.push(...(await reader.listPlans({ ...filter, state }, limit + 1 - all.length)));
    }
    return all;
  });
  const { terminal } = context;
  const shownPlans = found.slice(0, limit);
  if (json) await terminal.out(`${shownJson(shownPlans)}\n`);
  else if (found.length === 0) {
    const isNarrowed = options.state !== undefined || options.user !== undefined;
    await terminal.out(isNarrowed ? 'The service has no matching plan.\n' : 'The service has no plan.\n');
  } else {
    const rows = shownPlans.map((plan) => [
      ...[plan.id, plan.state, localTime(plan.time), plan.user, plan.title],
      ...[String(countLists(plan.lists)), plan.may.join(', ')],
    ]);
    const headings = ['plan', 'state', 'proposed', 'user', 'title', 'lists', 'you can'];
    await terminal.out(
      `${tableText(headings, rows, terminal, { isWide: output === 'wide', cutFirst: 'title', whole: 'state' })}\n`,
    );
  }
  if (found.length > limit) terminal.err('Note: there are more plans; --limit N shows them');
  return exitCodes.done;
}

/** Shows a plan of the service: its changes and its outcome. */
export async function show(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  await showRead(context, await readPlan(context, id, options), { ...options, quiet: false });
  return exitCodes.done;
}

export interface DecisionOptions extends CommonOptions {
  readonly yes?: boolean;
}

export interface RejectOptions extends CommonOptions {
  readonly reason: string;
}

export interface ApplyPlanOptions extends DecisionOptions, Pick<PaceOptions, 'perHour'> {}

/** Approves exactly the plan that it shows. */
export async function approve(context: Context, id: string, options: DecisionOptions): Promise<ExitCode> {
  const plan = await readPlan(context, id, options);
  const isDone = ({ state, approval }: Plan): boolean => state === 'approved' && approval?.user === context.login;
  if (!isDone(plan)) {
    await showBefore(context, plan, options);
    await checkMay(context, plan, 'approve');
    await askFirst(context, `Approve plan ${id}`, {
      yes: options.yes === true,
      about: aboutText(context, plan, options),
    });
  }
  const { proxy } = context;
  const send = (signal: AbortSignal) => proxy.plans.approvePlan(id, plan.digest, { signal });
  const approved = isDone(plan) ? plan : await decided(context, id, send, isDone);
  return tell(context, approved, `To apply it: axl-phone-proxy buttons plan apply ${id}`, options);
}

/** Rejects a plan, or withdraws your own. */
export async function reject(context: Context, id: string, { reason, ...options }: RejectOptions): Promise<ExitCode> {
  checkId(id);
  const send = (signal: AbortSignal) => context.proxy.plans.rejectPlan(id, reason, { signal });
  const isDone = ({ rejection }: Plan): boolean => rejection?.user === context.login && rejection.reason === reason;
  return tell(context, await decided(context, id, send, isDone), undefined, options);
}

/** Ends the application of a plan, after the lists that are being sent. */
export async function stop(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  checkId(id);
  const send = (signal: AbortSignal) => context.proxy.plans.stopPlan(id, { signal });
  const isDone = ({ application }: Plan): boolean => application?.stopping === true;
  const plan = await decided(context, id, send, isDone);
  return tell(context, plan, `To continue: axl-phone-proxy buttons plan apply ${id}`, options);
}

/** Has the service apply an approved plan, and shows its progress. */
export async function apply(context: Context, id: string, options: ApplyPlanOptions): Promise<ExitCode> {
  const plan = await readPlan(context, id, options);
  const { proxy, terminal } = context;
  // An earlier call of this command may have begun the application, and then was interrupted.
  if (plan.state !== 'applying') {
    await showBefore(context, plan, options);
    await checkMay(context, plan, 'apply');
    const settings = settingsOf(options);
    const lists = countLists(plan.lists, listsToSet);
    await askFirst(context, `Apply plan ${id}: change ${counted(lists, 'list')}${paceText(lists, settings)}`, {
      ...{ yes: options.yes === true, about: aboutText(context, plan, options) },
    });
    const send = (signal: AbortSignal) => proxy.plans.applyPlan(id, { perHour: settings.perHour, signal });
    const isBegun = ({ application }: Plan): boolean =>
      application?.user === context.login && application.time !== plan.application?.time;
    await decided(context, id, send, isBegun);
  } else if (options.quiet !== true) terminal.err(`Plan ${id} is being applied already.`);
  return followPlan(context, id, options);
}

/** @throws Stop if it is not a number of a plan */
function checkId(id: string): void {
  if (/^\d+$/.test(id)) return;
  throw new Stop(`${shown(id)} is not the number of a plan: the command plans lists them. To apply a file, use apply`);
}

async function readPlan(context: Context, id: string, options: CommonOptions): Promise<PlanWithLists> {
  checkId(id);
  return reading(context, options, (reader) => reader.readPlan(id));
}

/** Shows a plan before the decision. With --json, only the result is printed. */
async function showBefore(context: Context, plan: PlanWithLists, options: CommonOptions): Promise<void> {
  if (options.json !== true && options.quiet !== true) await showRead(context, plan, options);
}

async function showRead(context: Context, plan: PlanWithLists, { json = false }: CommonOptions): Promise<void> {
  const { terminal } = context;
  const text = json
    ? shownJson({ ...plan, console: consolePage(context, plan) })
    : [...headText(plan, context), '', differencesText(plan, terminal.colours)].join('\n');
  await terminal.out(`${text}\n`);
}

/** @returns the text to show before the question; undefined if the plan was shown */
function aboutText(context: Context, plan: PlanWithLists, { json = false, quiet = false }: CommonOptions) {
  const { colours } = context.terminal;
  const head = headText(plan, context).join('\n');
  if (json) return `${head}\n\n${differencesText(plan, colours)}`;
  return quiet ? `${head}\n${planSumText(plan, colours)}` : undefined;
}

/** @throws Stop with the reason why the login cannot do something with a plan now */
async function checkMay(context: Context, plan: PlanWithLists, action: 'approve' | 'apply'): Promise<void> {
  if (plan.may.includes(action)) return;
  await checkLogin(context, '');
  const { id, state, user } = plan;
  if (action === 'approve' && state === 'proposed' && user === context.login) {
    throw new Stop(
      `you proposed plan ${id}, so another user has to approve it (unless the service has PLANS_APPROVAL=any)`,
    );
  }
  const isApproved = state === 'partly-applied' || state === 'approved';
  const more = isApproved ? ', and has expired or no list left' : state === 'proposed' ? ', and not approved yet' : '';
  throw new Stop(`you cannot ${action} plan ${id}: it is ${stateText[state]}${more}; nothing was changed`);
}

/**
 * Makes a call that decides about a plan. It retries after a lost answer.
 * @param isDone whether the plan is already as the call would make it. Then an earlier try has succeeded
 * @throws Stop if it is refused
 */
async function decided(
  { proxy, interruption, clock }: Context,
  id: string,
  send: (signal: AbortSignal) => Promise<Plan>,
  isDone: (plan: Plan) => boolean,
): Promise<Plan> {
  const signal = interruption.asked;
  const retrying = { url: proxy.url, signal, clock };
  const answered = await withRetries(() => send(signal), retrying);
  if ('value' in answered) return answered.value;
  if (signal.aborted) {
    const left = `interrupted before the answer; to see what the service did: axl-phone-proxy buttons plan show ${id}`;
    throw new Stop(left, exitCodes.interrupted);
  }
  if (answered.failure.code !== 'plan-state') throw stopOf(answered.failure);
  const { plan } = orStop(await readState({ proxy, interruption, clock }, id), signal);
  if (isDone(plan)) return plan;
  throw stopOf(answered.failure);
}

/** A refused call has no effect. After any other failure, the effect is not known. */
function stopOf(failure: Failure): Stop {
  return failure.means === 'unknown' ? new Stop(shown(failure.detail)) : stopFor(failure);
}

/** @param next what the user can do then */
async function tell(
  context: Context,
  plan: Plan,
  next: string | undefined,
  { json = false, quiet = false }: CommonOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  if (json) await terminal.out(`${shownJson({ ...plan, console: consolePage(context, plan) })}\n`);
  else if (!quiet) {
    const stopping = plan.state === 'applying' && plan.application?.stopping === true;
    await terminal.out(`Plan ${shown(plan.id)} is ${stopping ? 'stopping' : stateText[plan.state]}.\n`);
    if (next !== undefined) terminal.err(next);
  }
  return exitCodes.done;
}
