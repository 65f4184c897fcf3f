import type { Change } from '../../client/index.js';
import { refOf } from '../lists.js';
import { differenceText, summaryOf } from '../output/list-text.js';
import { shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { chooseAmong } from '../work-out/choose-among.js';
import { countsOf, type ListToSet, type WorkedOut } from '../work-out/worked-out.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { knownLists, questionText } from './change-text.js';
import { type Context, reading } from './context.js';
import { checkCanAsk } from './decide.js';
import { deleteDrafts, makeDrafts } from './drafts.js';
import { checkId } from './one-change.js';
import { type ReportedChange, reportOf } from './report.js';
import { deedOf, settle, tellDrafts } from './settle.js';

export interface UndoOptions extends CarryOutOptions {
  /** Only the lists of these devices. */
  readonly device?: readonly string[];
}

/** Asks the service for a change that undoes another one, or the lists of some devices in it. */
export async function undo(context: Context, id: string, options: UndoOptions): Promise<ExitCode> {
  checkId(id);
  const { device = [], yes = false, json = false, quiet = false, dryRun = false, reason } = options;
  const { terminal } = context;
  const lists = device.length === 0 ? undefined : await listsOn(context, id, device, options);
  const deed = await deedOf(context, { ...options, quiet: quiet || dryRun });
  if (deed === 'apply' && !yes && !dryRun) checkCanAsk(terminal);
  const asked = { undo: { change: id, ...(lists && { lists }) } };
  const drafts = await makeDrafts(context, [asked], { reason, json, quiet });
  let workedOut: WorkedOut;
  try {
    workedOut = await workedOutOf(context, id, drafts, options);
    if (!json && !quiet) await terminal.out(`${differenceText(workedOut, terminal.colours)}\n`);
  } catch (thrown) {
    await deleteDrafts(context, drafts);
    throw thrown;
  }
  const about = json
    ? differenceText(workedOut, terminal.colours)
    : quiet
      ? summaryOf(workedOut, terminal.colours)
      : undefined;
  if (!dryRun && drafts.length > 0) {
    return settle(context, drafts, { deed, workedOut, question: questionText(workedOut.lists), about }, options);
  }
  let read: ReportedChange[];
  try {
    read = await tellDrafts(context, drafts, options);
  } finally {
    await deleteDrafts(context, drafts);
  }
  if (json) await terminal.out(`${shownJson(reportOf(context, workedOut, read))}\n`);
  if (!quiet) terminal.err('Nothing was changed.');
  const { lists: open } = countsOf(workedOut.lists);
  if (read.some(({ lists: problems }) => problems.length > 0)) return exitCodes.someNotChanged;
  return options.detailedExitcode === true && open > 0 ? exitCodes.changesPlanned : exitCodes.done;
}

/** @returns the lists of a change on some devices, which may be gone */
async function listsOn(context: Context, id: string, device: readonly string[], options: UndoOptions) {
  return reading(context, options, async (reader) => {
    const { lists } = await reader.readChange(id);
    const chosen = await chooseAmong(reader, lists, { names: device }, `change ${id} changed`);
    return chosen.items.map(refOf);
  });
}

/** @returns what drafts would set, as the service has read it */
async function workedOutOf(
  context: Context,
  id: string,
  drafts: readonly Change[],
  options: UndoOptions,
): Promise<WorkedOut> {
  const lists = await reading(context, options, async (reader) => {
    const read: ListToSet[] = [];
    for (const draft of drafts) {
      const { lists: of } = await reader.readChange(draft.id);
      for (const list of of) {
        const known = list.problem === null ? knownLists(list) : undefined;
        if (known) read.push({ ...known, etag: '' });
      }
    }
    return read;
  });
  return { command: ['undo', id, ...(options.device ?? []).map((name) => `--device ${name}`)].join(' '), lists };
}
