import { type Change, type ChangeWithLists } from '../../client/index.js';
import { shown, shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import {
  countsText,
  differencesText,
  exitCodeOf,
  forMachines,
  headText,
  knownLists,
  questionText,
  stateText,
} from './change-text.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { askFirst, begin, checkCanAsk, decided } from './decide.js';
import { followed, tellEnded } from './settle.js';

/** Shows one change of the service, and decides about it. */

/** Shows a change: its lists, and how they ended. */
export async function show(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  await showRead(context, await readWhole(context, id, options), options);
  return exitCodes.done;
}

export interface DecisionOptions extends CommonOptions {
  /** Asks no question. */
  readonly yes?: boolean;
}

export interface RejectOptions extends CommonOptions {
  readonly reason: string;
}

/** Approves exactly the change that it shows, which begins it, and shows its progress. */
export async function approve(context: Context, id: string, options: DecisionOptions): Promise<ExitCode> {
  const change = await readWhole(context, id, options);
  checkMay(change, 'approve');
  await askAbout(context, change, `Approve change ${id} and begin it`, options);
  const send = (signal: AbortSignal) => context.proxy.changes.approveChange(id, change.digest ?? '', { signal });
  const approved = await decided(context, id, send, ({ approval }) => approval?.user === context.login);
  return tellFollowed(context, approved, options);
}

/** Begins a change, or lets it go on, and shows its progress. One that is running is only watched. */
export async function apply(context: Context, id: string, options: DecisionOptions): Promise<ExitCode> {
  const change = await readWhole(context, id, options);
  if (change.state === 'running') {
    if (options.quiet !== true) context.terminal.err(`Change ${id} is running already.`);
    return tellFollowed(context, change, options);
  }
  checkMay(change, 'apply');
  const lists = change.lists.filter(({ state }) => state !== 'changed' && state !== 'already');
  const known = lists.flatMap((list) => knownLists(list) ?? []);
  await askAbout(context, change, questionText(known), options);
  return tellFollowed(context, await begin(context, change), options);
}

/** Rejects a change, or withdraws your own. */
export async function reject(context: Context, id: string, { reason, ...options }: RejectOptions): Promise<ExitCode> {
  checkId(id);
  const send = (signal: AbortSignal) => context.proxy.changes.rejectChange(id, reason, { signal });
  const isDone = ({ rejection }: Change): boolean => rejection?.user === context.login && rejection.reason === reason;
  return tellState(context, await decided(context, id, send, isDone), undefined, options);
}

/** Stops a change after the lists that are being set. */
export async function stop(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  checkId(id);
  const send = (signal: AbortSignal) => context.proxy.changes.stopChange(id, { signal });
  const isDone = ({ state, application }: Change): boolean => state === 'stopped' || application?.stopping === true;
  const change = await decided(context, id, send, isDone);
  return tellState(context, change, `To continue: axl-phone-proxy buttons apply ${id}`, options);
}

/** @throws Stop if it is not the number of a change */
export function checkId(id: string): void {
  if (/^\d+$/.test(id)) return;
  throw new Stop(`${shown(id)} is not the number of a change: the command changes lists them`);
}

async function readWhole(context: Context, id: string, options: CommonOptions): Promise<ChangeWithLists> {
  checkId(id);
  return reading(context, options, (reader) => reader.readChange(id));
}

async function showRead(context: Context, change: ChangeWithLists, { json = false }: CommonOptions): Promise<void> {
  const { terminal } = context;
  const text = json
    ? shownJson(forMachines(change, context))
    : [...headText(change, context), '', differencesText(change, terminal.colours)].join('\n');
  await terminal.out(`${text}\n`);
}

/** Shows a change and asks a question about it. With --json, only the result is printed. */
async function askAbout(
  context: Context,
  change: ChangeWithLists,
  question: string,
  options: DecisionOptions,
): Promise<void> {
  const { yes = false, json = false, quiet = false } = options;
  const { terminal } = context;
  const isShown = !json && !quiet;
  if (isShown) await showRead(context, change, options);
  if (!yes) checkCanAsk(terminal);
  const head = headText(change, context).join('\n');
  await askFirst(context, question, {
    yes,
    about: isShown ? undefined : `${head}\n\n${differencesText(change, terminal.colours)}`,
  });
}

/** @throws Stop with the reason why this login cannot do something with a change now */
function checkMay(change: Change, action: 'approve' | 'apply'): void {
  const { id, may, why, counts } = change;
  if (may.includes(action)) return;
  const more = [
    `it is ${stateText(change)} (${countsText(counts)})`,
    ...(why === null ? [] : [shown(why).replace(/\.$/, '')]),
    may.length === 0 ? 'you can do nothing with it now' : `you can: ${may.join(', ')}`,
  ];
  throw new Stop(`you cannot ${action} change ${id}: ${more.join('; ')}; nothing was changed`);
}

async function tellFollowed(context: Context, begun: Change, options: CommonOptions): Promise<ExitCode> {
  const { terminal } = context;
  const ended = await followed(context, [begun], options);
  if (options.json !== true) await tellEnded(context, ended, options);
  else {
    const read = await readWhole(context, begun.id, options);
    await terminal.out(`${shownJson(forMachines(read, context))}\n`, { isNeeded: true });
  }
  return ended.map(({ counts }) => exitCodeOf(counts)).find((code) => code !== exitCodes.done) ?? exitCodes.done;
}

/** @param next what the user can do then */
async function tellState(
  context: Context,
  change: Change,
  next: string | undefined,
  { json = false, quiet = false }: CommonOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  if (json) await terminal.out(`${shownJson(forMachines(change, context))}\n`);
  else if (!quiet) {
    await terminal.out(`Change ${shown(change.id)} is ${stateText(change)}.\n`);
    if (next !== undefined) terminal.err(next);
  }
  return exitCodes.done;
}
