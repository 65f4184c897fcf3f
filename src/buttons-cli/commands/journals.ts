import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { orStop, patiently } from '../connection/patience.js';
import { refOf, sameLists } from '../lists.js';
import { counted, originText } from '../output/plan-text.js';
import { shown } from '../output/shown.js';
import type { Guards } from '../plan/guards.js';
import type { Plan, PlannedList } from '../plan/plan.js';
import type { Reader } from '../plan/reader.js';
import { Journal } from '../run/journal.js';
import { type JournalledList, type JournalRead, readJournal, workLeft } from '../run/read-journal.js';
import { settledAlready } from '../run/states.js';
import { type ExitCode, Stop } from '../stop.js';
import { beginRun, carryOut, type CarryOutOptions, checkLogin, tellRun } from './carry-out.js';
import { type CommonOptions, type Context, planNow, reading } from './context.js';
import { type PaceOptions, runWork, settingsOf } from './run-work.js';

export interface Forcible {
  /** Does it, although it may be of another service, or was edited. */
  readonly force?: boolean;
}

type ResumeOptions = CommonOptions & PaceOptions & Forcible;

/** Goes on with a run that was cut off. Nobody is asked: the run was confirmed when it began. */
export async function resume(context: Context, file: string, options: ResumeOptions): Promise<ExitCode> {
  return goOn(context, await readJournal(file), options);
}

async function goOn(context: Context, read: JournalRead, options: ResumeOptions): Promise<ExitCode> {
  const { plan, rolledBack, file } = read;
  checkService(context, read, options);
  if (rolledBack !== undefined) {
    throw new Stop(
      `${shown(file)} was rolled back by the run of ${shown(rolledBack)}; nothing was changed. ` +
        'To make the changes after all, give the command or apply the plan again',
    );
  }
  const work = workLeft(read);
  const left = work.filter((one) => settledAlready(one) === undefined).length;
  if (!(options.quiet ?? false)) {
    const origin = originText(plan, Date.now());
    context.terminal.err(
      `${shown(plan.command)}, ${origin}: ${work.length - left} of ${counted(work.length, 'list')} are settled`,
    );
  }
  if (left > 0) await checkLogin(context);
  const run = await runToGoOnWith(context, read, left === 0, options);
  return runWork(context, plan, work, await Journal.goOn(read, run), {
    ...options,
    ...settingsOf(options, read.settings),
  });
}

/** What the service says of a run that it does not know, or keeps none of. */
const noRun: ReadonlySet<string | undefined> = new Set(['run-not-found', 'history-off', 'not-found']);

/**
 * @param isSettled whether nothing is left to be sent, so that no run has to begin
 * @returns the run of the journal, where the service still knows it and it is of this login; else one that begins now
 * @throws Stop where the run was undone in the history: what is left of it is not meant any more
 */
async function runToGoOnWith(
  context: Context,
  { run, plan, file }: JournalRead,
  isSettled: boolean,
  { force = false, ...options }: ResumeOptions,
): Promise<string | undefined> {
  const { proxy, interruption, clock, login } = context;
  const signal = interruption.asked;
  if (run !== undefined) {
    const read = () => proxy.history.readRun(run, { signal });
    const answered = await patiently(read, { url: proxy.url, signal, clock });
    if ('value' in answered || !(isSettled || noRun.has(answered.failure.code))) {
      const { user, undoneBy } = orStop(answered, signal);
      if (undoneBy.length > 0 && !force) {
        throw new Stop(
          `the run of ${shown(file)} was undone in the service's history (run ${shown(undoneBy.join(', '))}); nothing ` +
            'was changed. To go on all the same, add --force',
        );
      }
      if (user === login) return run;
    }
  }
  if (isSettled) return run;
  const begun = await beginRun(context, plan.command);
  tellRun(context, begun, options);
  return begun;
}

/**
 * Sets back what a run has changed and nobody has changed since. The journal of the run says so from then on; once more,
 * it goes on with the run that sets back.
 */
export async function rollback(
  context: Context,
  file: string,
  options: CarryOutOptions & Forcible,
  guards: Guards,
): Promise<ExitCode> {
  const read = await readJournal(file);
  checkService(context, read, options);
  // A journal that was put away cannot be gone on with; what it left is found out by reading.
  const goesOn = read.rolledBack !== undefined && existsSync(read.rolledBack);
  const back = goesOn ? await readJournal(read.rolledBack) : undefined;
  if (back && options.plan === undefined && options.dryRun !== true) {
    if (!(options.quiet ?? false)) context.terminal.err(`Its rollback goes on: ${shown(back.file)}`);
    return goOn(context, back, options);
  }
  const lists = await reading(context, options, (reader) => listsToSetBack(reader, read.lists));
  const plan = planNow(context, `rollback ${file}`, lists, { isRollback: true, rollsBack: resolve(file) });
  return carryOutRollback(context, plan, read, options, guards);
}

/**
 * Carries out a plan that sets a run back.
 * @param read the journal of that run, which says so from then on
 * @param isPart whether it sets back a part of the run, which the journal does not say: the rest can still be set back
 */
export async function carryOutRollback(
  context: Context,
  plan: Plan,
  read: JournalRead,
  options: CarryOutOptions,
  guards: Guards,
  isPart = false,
): Promise<ExitCode> {
  try {
    return await carryOut(context, plan, options, guards, {
      title: `Rollback of ${read.plan.command}`,
      ...(!isPart && { onBegin: (journal: Journal) => Journal.tellRolledBack(read, resolve(journal.file)) }),
    });
  } finally {
    await read.lock.release();
  }
}

/** @throws Stop where a journal is of another service: its lists are not those of this one */
function checkService({ url }: Context, { plan, file }: JournalRead, { force = false }: Forcible): void {
  if (plan.url === url || force) return;
  throw new Stop(
    `${shown(file)} is of ${shown(plan.url)}, and PHONE_PROXY_URL is ${shown(url)}; nothing was changed. ` +
      'Where both lead to the same service, add --force',
  );
}

/**
 * Plans that what a run has changed becomes what it was, where a device still has what the run left.
 * @param lists what the journal of the run says: what it has not sent is not its doing, and stays as it is
 */
async function listsToSetBack(reader: Reader, lists: readonly JournalledList[]): Promise<readonly PlannedList[]> {
  const touched = lists.flatMap(({ planned, outcome, inDoubt }) =>
    outcome?.state === 'changed' || inDoubt ? [planned] : [],
  );
  const found = await reader.listsOrMissing(touched);
  return found.map((one): PlannedList => {
    const { kind, before, after } = one.key;
    const key = refOf(one.key);
    if ('missing' in one) return { ...key, etag: '', before: after, after: before, leave: one.missing.detail };
    const { entries, etag } = one.list;
    const isOurs = sameLists(kind, entries, after);
    if (isOurs || sameLists(kind, entries, before)) return { ...key, etag, before: entries, after: before };
    return { ...key, etag, before: entries, after: before, leave: 'It is no longer as this run left it.' };
  });
}
