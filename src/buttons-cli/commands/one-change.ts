import type { Change } from '../../client/index.js';
import type { Sum } from '../output/list-text.js';
import { shown, shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { countsText, forMachines, headText, problemsText, stateText } from './change-text.js';
import { type Context, reading } from './context.js';
import { askFirst, begin, decided } from './decide.js';
import { follow } from './follow.js';
import { pagesOf, type Print, printerOf, readWhole, showLists } from './lists-of-change.js';

/** Shows one change of the service, and decides about it. */

/** Shows a change: its lists, and how they ended. */
export async function show(context: Context, id: string): Promise<ExitCode> {
  checkId(id);
  const { terminal, json } = context;
  if (json) {
    const whole = await reading(context, (reader) => readWhole(reader, id));
    await terminal.out(`${shownJson(forMachines(whole, context))}\n`);
  } else {
    await showRead(context, id, (text) => terminal.out(`${text}\n`));
  }
  return exitCodes.done;
}

export interface DecisionOptions {
  /** Asks no question. */
  readonly yes?: boolean;
}

/** Approves exactly the change that it shows, which begins it, and shows its progress. */
export async function approve(context: Context, id: string, options: DecisionOptions): Promise<ExitCode> {
  checkId(id);
  const { change } = await askAbout(context, id, 'approve', options, () => `Approve change ${id} and begin it`);
  const send = (signal: AbortSignal) => context.client.approveChange(id, change.digest ?? '', { signal });
  return follow(context, await decided(context, id, send, ({ approval }) => approval?.user === context.login));
}

/** Begins a change, or lets it go on, and shows its progress. One that is running is only watched. */
export async function apply(context: Context, id: string, options: DecisionOptions): Promise<ExitCode> {
  checkId(id);
  const { change } = await reading(context, (reader) =>
    reader.ask((client, call) => client.readChange(id, { ...call, limit: 1 })),
  );
  if (change.state === 'running') {
    context.tell(`Change ${id} is running already.`);
    return follow(context, change);
  }
  await askAbout(context, id, 'apply', options, (sum) => sum.question);
  return follow(context, await begin(context, change));
}

export interface RejectOptions {
  readonly reason: string;
}

/** Rejects a change, or withdraws your own. */
export async function reject(context: Context, id: string, { reason }: RejectOptions): Promise<ExitCode> {
  checkId(id);
  const send = (signal: AbortSignal) => context.client.rejectChange(id, reason, { signal });
  const isDone = ({ rejection }: Change): boolean => rejection?.user === context.login && rejection.reason === reason;
  return tellState(context, await decided(context, id, send, isDone), undefined);
}

/** Stops a change after the lists that are being set. */
export async function stop(context: Context, id: string): Promise<ExitCode> {
  checkId(id);
  const send = (signal: AbortSignal) => context.client.stopChange(id, { signal });
  const isDone = ({ state, application }: Change): boolean => state === 'stopped' || application?.stopping === true;
  const change = await decided(context, id, send, isDone);
  return tellState(context, change, `To continue: axl-phone-proxy buttons apply ${id}`);
}

/** @throws Stop if it is not the number of a change */
export function checkId(id: string): void {
  if (/^\d+$/.test(id)) return;
  throw new Stop(`${shown(id)} is not the number of a change: the command changes lists them`);
}

interface ReadChange {
  readonly change: Change;
  readonly sum: Sum;
}

/** Prints a change, list by list. @param before is called with the change before anything is printed */
async function showRead(
  context: Context,
  id: string,
  print: Print,
  before: (change: Change) => void = () => undefined,
): Promise<ReadChange> {
  const { terminal } = context;
  let change: Change | undefined;
  const { sum, problems } = await reading({ ...context, quiet: true }, async (reader) => {
    const pages = (async function* () {
      for await (const page of pagesOf(reader, id)) {
        if (change === undefined) {
          change = page;
          before(page);
          await print(`${headText(page, context).join('\n')}\n`);
        }
        yield page;
      }
    })();
    return showLists(pages, terminal.colours, print);
  });
  if (change === undefined) throw new Error('a change has at least one page');
  const isBegun = change.application !== null || change.source === 'elsewhere';
  await print([isBegun ? countsText(change.counts) : sum.text, ...problemsText(problems, terminal.colours)].join('\n'));
  return { change, sum };
}

/** Shows a change and asks a question about it. With --json, only the result is printed. */
async function askAbout(
  context: Context,
  id: string,
  action: 'approve' | 'apply',
  { yes = false }: DecisionOptions,
  question: (sum: Sum) => string,
): Promise<ReadChange> {
  const read = await showRead(context, id, printerOf(context, !yes), (change) => {
    checkMay(change, action);
  });
  await askFirst(context, question(read.sum), { yes });
  return read;
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

/** @param next what the user can do then */
async function tellState(context: Context, change: Change, next: string | undefined): Promise<ExitCode> {
  const { terminal, json, quiet, tell } = context;
  if (json) await terminal.out(`${shownJson(forMachines(change, context))}\n`);
  else if (!quiet) {
    await terminal.out(`Change ${shown(change.id)} is ${stateText(change)}.\n`);
    if (next !== undefined) tell(next);
  }
  return exitCodes.done;
}
