import { type Change, type ChangeList, consolePageOf } from '../../client/index.js';
import { orStop, withRetries } from '../connection/retries.js';
import { counted } from '../output/list-text.js';
import { shown, shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { localTime } from '../times.js';
import type { WorkedOut } from '../work-out/worked-out.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { countsText, exitCodeOf, problemsText, stateText, sumOf } from './change-text.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { askFirst, begin, decided } from './decide.js';
import { deleteDrafts } from './drafts.js';
import { type ReportedChange, reportOf } from './report.js';
import { whenEnded } from './watch.js';

/** What becomes of a draft. */
export type Deed = 'apply' | 'propose';

/**
 * @returns what this login does with its changes: a login that may only propose need not say so
 * @throws Stop if the login may only look up, so that the service would refuse it
 */
export async function deedOf(
  { proxy, interruption, clock, login, url, terminal }: Context,
  { propose = false, quiet = false }: CarryOutOptions,
): Promise<Deed> {
  const signal = interruption.asked;
  const { right } = orStop(await withRetries(() => proxy.readStatus(signal), { url, signal, clock }), signal);
  if (right === 'look-up') {
    throw new Stop(`the login ${shown(login)} is read-only`, exitCodes.refusedLogin, true);
  }
  if (propose) return 'propose';
  if (right === 'change') return 'apply';
  if (!quiet) terminal.err(`The login ${shown(login)} may only propose changes, so this change is proposed.`);
  return 'propose';
}

interface SettleParts {
  readonly deed: Deed;
  readonly workedOut: WorkedOut;
  readonly question: string;
  /** The text to show before the question; undefined if it was shown already. */
  readonly about: string | undefined;
}

/**
 * Asks the question, and begins or proposes drafts whose lists are read. A draft is deleted if the answer is no, or if
 * it has no list to set.
 */
export async function settle(
  context: Context,
  drafts: readonly Change[],
  { deed, workedOut, question, about }: SettleParts,
  options: CarryOutOptions,
): Promise<ExitCode> {
  const { yes = false } = options;
  let left: ReportedChange[];
  let todo: Change[];
  try {
    const read = await tellDrafts(context, drafts, options);
    left = read.filter(({ counts }) => (counts.open ?? 0) === 0);
    todo = drafts.filter(({ counts }) => (counts.open ?? 0) > 0);
    if (deed === 'apply' && todo.length > 0) await askFirst(context, question, { yes, about });
  } catch (thrown) {
    await deleteDrafts(context, drafts);
    throw thrown;
  }
  await deleteDrafts(context, left);
  const deeds = { apply: beginAll, propose: proposeAll };
  return deeds[deed](context, todo, { workedOut, left }, options);
}

/** Prints the lists of drafts that cannot be set, and why. @returns the drafts with these lists */
export async function tellDrafts(
  context: Context,
  drafts: readonly Change[],
  { json = false, quiet = false }: CommonOptions,
): Promise<ReportedChange[]> {
  const { terminal } = context;
  const read: ReportedChange[] = [];
  for (const draft of drafts) {
    const lists = await problemsOf(context, draft);
    read.push({ ...draft, lists });
    if (!json) for (const line of problemsText(lists, terminal.colours)) terminal.err(line);
    if (!quiet) for (const note of draft.notes) terminal.err(`Note: ${shown(note.text)}`);
  }
  return read;
}

interface DeedParts {
  readonly workedOut: WorkedOut;
  /** Drafts that were deleted, because none of their lists can be set. */
  readonly left: readonly ReportedChange[];
}

async function beginAll(
  context: Context,
  drafts: readonly Change[],
  { workedOut, left }: DeedParts,
  options: CarryOutOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false, quiet = false } = options;
  const begun: Change[] = [];
  try {
    for (const draft of drafts) begun.push(await begin(context, draft));
  } catch (thrown) {
    tellGoesOn(context, begun);
    await deleteDrafts(context, drafts.slice(begun.length + 1));
    throw thrown;
  }
  const ended = await followed(context, begun, options);
  const sum = sumOf([...left, ...ended]);
  if (json) {
    const read = await listsOf(context, ended, options);
    await terminal.out(`${shownJson(reportOf(context, workedOut, [...left, ...read]))}\n`, { isNeeded: true });
  } else {
    await tellEnded(context, ended, options);
    if (ended.length === 0 && !quiet) await terminal.out(`Nothing was changed. ${countsText(sum)}\n`);
  }
  return exitCodeOf(sum);
}

async function proposeAll(
  context: Context,
  drafts: readonly Change[],
  { workedOut, left }: DeedParts,
  options: CarryOutOptions,
): Promise<ExitCode> {
  const { terminal, proxy } = context;
  const { json = false, quiet = false, detailedExitcode = false } = options;
  const proposed: Change[] = [];
  for (const { id } of drafts) {
    const send = (signal: AbortSignal) => proxy.changes.proposeChange(id, {}, { signal });
    proposed.push(await decided(context, id, send, ({ state }) => state === 'proposed'));
  }
  if (json) {
    const read = await listsOf(context, proposed, options);
    await terminal.out(`${shownJson(reportOf(context, workedOut, [...left, ...read]))}\n`);
  } else if (quiet) {
    if (proposed.length > 0) await terminal.out(proposed.map(({ id }) => `${shown(id)}\n`).join(''));
  } else if (proposed.length === 0) terminal.err('Nothing was proposed.');
  else await terminal.out(`\n${proposed.map((change) => proposedText(context, change)).join('\n\n')}\n`);
  const isWhole = [...left, ...proposed].every(
    ({ counts: { total, open = 0, already = 0 } }) => open + already === total,
  );
  if (!isWhole) return exitCodes.someNotChanged;
  return detailedExitcode && proposed.length > 0 ? exitCodes.changesPlanned : exitCodes.done;
}

/** What the proposer needs to know of a new change. */
function proposedText({ url }: Context, change: Change): string {
  const { id, counts, expires } = change;
  return [
    `Change ${shown(id)} is ${stateText(change)}: ${counted(counts.open ?? 0, 'list')}. Nothing was changed.`,
    ...(expires === null ? [] : [`It expires ${localTime(expires)}.`]),
    `To review it: ${consolePageOf(url, change)}`,
    `To show it: axl-phone-proxy buttons show ${shown(id)}`,
  ].join('\n');
}

/**
 * Shows the progress of changes, one after another, until each has ended.
 * @throws Stop after an interruption, or if the service does not answer any more. The changes go on nevertheless
 */
export async function followed(
  context: Context,
  changes: readonly Change[],
  options: CommonOptions,
): Promise<readonly Change[]> {
  const ended: Change[] = [];
  for (const change of changes) {
    const left = changes.slice(ended.length);
    const end = await whenEnded(context, change, options).catch((thrown: unknown) => {
      tellGoesOn(context, left);
      throw thrown;
    });
    if (end === undefined) {
      tellGoesOn(context, left);
      throw new Stop('interrupted', exitCodes.interrupted);
    }
    ended.push(end);
  }
  return ended;
}

/** Says that the service goes on with changes after the command has ended. */
function tellGoesOn({ terminal }: Context, changes: readonly Change[]): void {
  const command = 'axl-phone-proxy buttons';
  for (const { id } of changes) {
    terminal.err(`Change ${shown(id)} goes on in the service.`);
    terminal.err(`To look at it: ${command} show ${shown(id)}`);
    terminal.err(`To stop it: ${command} stop ${shown(id)}`);
  }
}

/** Prints how changes have ended, and what can be done next. */
export async function tellEnded(
  context: Context,
  ended: readonly Change[],
  { quiet = false }: CommonOptions,
): Promise<void> {
  const { terminal } = context;
  for (const change of ended) {
    const problems = problemsText(await problemsOf(context, change), terminal.colours);
    const sum = quiet ? [] : [`Change ${shown(change.id)} is ${stateText(change)}. ${countsText(change.counts)}`];
    const lines = [...problems, ...sum];
    if (lines.length > 0) await terminal.out(`${lines.join('\n')}\n`, { isNeeded: true });
    for (const line of quiet ? [] : nextTexts(change)) terminal.err(line);
  }
}

/** What the user can do next. */
function nextTexts({ id, why, may }: Change): string[] {
  const command = 'axl-phone-proxy buttons';
  return [
    ...(why === null ? [] : [shown(why)]),
    ...(may.includes('apply') ? [`To continue: ${command} apply ${shown(id)}`] : []),
    ...(may.includes('undo') ? [`To undo it: ${command} undo ${shown(id)}`] : []),
  ];
}

/** @returns the lists of a change that have a problem */
async function problemsOf(context: Context, { id, counts }: Change): Promise<readonly ChangeList[]> {
  const { total, open = 0, already = 0, changed = 0 } = counts;
  if (open + already + changed === total) return [];
  const { lists } = await reading(context, { quiet: true }, (reader) => reader.readChange(id, true));
  return lists;
}

/** @returns the changes with all their lists */
async function listsOf(
  context: Context,
  changes: readonly Change[],
  options: CommonOptions,
): Promise<readonly ReportedChange[]> {
  return reading(context, options, (reader) =>
    Promise.all(changes.map(async (change) => ({ ...change, lists: (await reader.readChange(change.id)).lists }))),
  );
}
