import { type Change, consolePageOf, type Intent } from '../../client/index.js';
import { orStop, withRetries } from '../connection/retries.js';
import { counted } from '../../domain/counted.js';
import type { Sum } from '../output/list-text.js';
import { shown, shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { localTime } from '../times.js';
import { forMachines, problemsText, stateText } from './change-text.js';
import { type Context, reading } from './context.js';
import { askFirst, begin, checkCanAsk, decided } from './decide.js';
import { deleteDraft, draftOf } from './drafts.js';
import { follow } from './follow.js';
import { pagesOf, printerOf, readWhole, showLists } from './lists-of-change.js';
import { whenRead } from './watch.js';

/** The options of every command that changes buttons. */
export interface CarryOutOptions {
  /** Asks no question. */
  readonly yes?: boolean;
  /** Only shows what would be changed. */
  readonly dryRun?: boolean;
  /** Leaves the change for someone else to approve. */
  readonly propose?: boolean;
  /** Why, for an approver and for those who read the change later. */
  readonly reason?: string;
  /** What `yes` may do without a question. */
  readonly maxDevices?: number;
  readonly allowRemovals?: boolean;
  readonly allowUnknownTarget?: boolean;
}

/** Allows everything: for an undo, which only sets back. */
export const allowed = { maxDevices: Infinity, allowRemovals: true, allowUnknownTarget: true } as const;

/** On how many devices `--yes` may change something without a further option. */
export const usualMaxDevices = 50;

/**
 * Asks the service what an intent means, shows that, asks a question, and begins the change or proposes it. Nothing is
 * left behind if it is not begun.
 * @returns the exit code
 * @throws Stop before anything is changed
 */
export function carryOut(context: Context, intent: Intent, options: CarryOutOptions): Promise<ExitCode> {
  return carryOutDraft(
    context,
    (reason) => draftOf(context, { ...intent, ...(reason !== undefined && { reason }) }),
    options,
  );
}

/** The same, by a call that asks for the draft. */
export async function carryOutDraft(
  context: Context,
  ask: (reason: string | undefined) => Promise<Change | undefined>,
  options: CarryOutOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  const { yes = false, dryRun = false, reason } = options;
  const isProposed = await isToPropose(context, options);
  const asks = !yes && !dryRun && !isProposed;
  if (asks) checkCanAsk(terminal);
  const asked = await ask(reason);
  if (asked === undefined) return tellNothing(context);
  let isKept = false;
  try {
    const draft = await whenRead(context, asked);
    if (draft.state === 'closed' && draft.why === null) return await tellNothing(context);
    if (draft.state === 'closed') throw new Stop(shown(draft.why ?? ''), exitCodes.error, true);
    const { sum, problems, code } = await show(context, draft, asks);
    if (dryRun || sum.lists === 0) return await tellUntouched(context, draft, { code, sum, options });
    if (!isProposed) {
      if (yes) checkAllowed(missingOptions(draft, sum, options));
      await askFirst(context, sum.question, { yes });
    }
    isKept = true;
    const done = isProposed
      ? await propose(context, draft)
      : await follow(context, await begin(context, draft), problems);
    return done === exitCodes.done ? code : done;
  } finally {
    if (!isKept) await deleteDraft(context, asked);
  }
}

/**
 * @returns whether this login leaves its changes to others: one that may only propose need not say so
 * @throws Stop if the login may only look up, so that the service would refuse it
 */
async function isToPropose(context: Context, { propose = false, dryRun = false }: CarryOutOptions): Promise<boolean> {
  const { client, interruption, clock, login, url } = context;
  const signal = interruption.asked;
  const { right } = orStop(await withRetries(() => client.readStatus({ signal }), { url, signal, clock }), signal);
  if (right === 'look-up') {
    throw new Stop(`the login ${shown(login)} is read-only`, exitCodes.refusedLogin, true);
  }
  if (propose || right === 'change') return propose;
  if (!dryRun) context.tell(`The login ${shown(login)} may only propose changes, so this change is proposed.`);
  return true;
}

/** Says that everything is as asked for. */
async function tellNothing({ json, terminal, tell }: Context): Promise<ExitCode> {
  if (json) await terminal.out(`${shownJson({ closedBecause: 'nothing-to-change', lists: [] })}\n`);
  tell('Nothing to change: every list is as asked for already.');
  return exitCodes.done;
}

interface Shown {
  /** How much is to be set. */
  readonly sum: Sum;
  /** How many lists cannot be set. */
  readonly problems: number;
  /** The exit code if all that is to be set is set. */
  readonly code: ExitCode;
}

/**
 * Prints the difference of a draft, what cannot be set, and the notes.
 * @param asks whether a question follows, so that its user must see what it is about
 */
async function show(context: Context, draft: Change, asks: boolean): Promise<Shown> {
  const { terminal, tell, json } = context;
  const print = printerOf(context, asks);
  const { sum, problems } = await reading({ ...context, quiet: true }, (reader) =>
    showLists(pagesOf(reader, draft.id), terminal.colours, print),
  );
  await print(sum.text);
  if (!json) for (const line of problemsText(problems, terminal.colours)) terminal.err(line);
  const { notes } = draft;
  for (const { code, text } of notes) {
    if (warnings.has(code)) terminal.err(terminal.colours.yellow(`Warning: ${shown(text)}`));
    else if (code === 'left-out') terminal.err(`Left out: ${shown(text)}`);
    else tell(`Note: ${shown(text)}`);
  }
  const isWhole = problems.length === 0 && !notes.some(({ code }) => code === 'left-out');
  return { sum, problems: problems.length, code: isWhole ? exitCodes.done : exitCodes.someNotChanged };
}

/** Notes that say that a change is probably a mistake. */
const warnings: ReadonlySet<Change['notes'][number]['code']> = new Set(['unknown-target', 'lost-zeros']);

interface Missing {
  readonly does: string;
  readonly option: string;
}

/** @returns what `--yes` may not do without an option that was not given */
function missingOptions(draft: Change, { devices, removed }: Sum, options: CarryOutOptions): readonly Missing[] {
  const { maxDevices = usualMaxDevices, allowRemovals = false, allowUnknownTarget = false } = options;
  const isDoubtful = draft.notes.some(({ code }) => warnings.has(code));
  return [
    ...(devices > maxDevices
      ? [{ does: `changes ${counted(devices, 'device')}`, option: `--max-devices ${devices}` }]
      : []),
    ...(removed > 0 && !allowRemovals
      ? [{ does: `removes ${counted(removed, 'button')}`, option: '--allow-removals' }]
      : []),
    ...(isDoubtful && !allowUnknownTarget
      ? [{ does: 'leads to numbers that are probably wrong', option: '--allow-unknown-target' }]
      : []),
  ];
}

/** @throws Stop if an option is needed that was not given */
function checkAllowed(missing: readonly Missing[]): void {
  if (missing.length === 0) return;
  const reasons = missing.map(({ does }) => does).join(' and ');
  throw new Stop(
    `this change ${reasons}; nothing was changed. If you want that, add ${missing.map(({ option }) => option).join(' ')}`,
  );
}

interface Untouched {
  readonly code: ExitCode;
  readonly sum: Sum;
  readonly options: CarryOutOptions;
}

/** Prints the result if nothing is begun. */
async function tellUntouched(context: Context, draft: Change, { code, sum, options }: Untouched): Promise<ExitCode> {
  const { propose = false } = options;
  if (context.json) await tellJson(context, draft.id);
  const missing = missingOptions(draft, sum, options).map(({ option }) => option);
  const needed = missing.length === 0 ? '' : ` With --yes, it needs ${missing.join(' ')}.`;
  context.tell(propose ? 'Nothing was proposed.' : `Nothing was changed.${needed}`);
  return code;
}

async function tellJson(context: Context, id: string): Promise<void> {
  const whole = await reading(context, (reader) => readWhole(reader, id));
  await context.terminal.out(`${shownJson(forMachines(whole, context))}\n`);
}

/** Proposes a draft, and prints what its user needs to know of it. */
async function propose(context: Context, { id }: Change): Promise<ExitCode> {
  const { client, terminal, json, quiet, url } = context;
  const send = (signal: AbortSignal) => client.proposeChange(id, {}, { signal });
  const change = await decided(context, id, send, ({ state }) => state === 'proposed');
  const { counts, expires } = change;
  const about = [
    `Change ${shown(id)} is ${stateText(change)}: ${counted(counts.open ?? 0, 'list')}. Nothing was changed.`,
    ...(expires === null ? [] : [`It expires ${localTime(expires)}.`]),
    `To review it: ${consolePageOf(url, change)}`,
    `To show it: axl-phone-proxy buttons show ${shown(id)}`,
  ];
  if (json) await tellJson(context, id);
  else await terminal.out(quiet ? `${shown(id)}\n` : `\n${about.join('\n')}\n`);
  return exitCodes.done;
}
