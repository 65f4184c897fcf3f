import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { orStop, withRetries } from '../connection/retries.js';
import { listKeyOf } from '../lists.js';
import { counted, originText, planText } from '../output/plan-text.js';
import { shown } from '../output/shown.js';
import type { Guards } from '../plan/guards.js';
import { countsOf, type Plan, type PlannedList } from '../plan/plan.js';
import { revertLists } from '../plan/revert-lists.js';
import { Journal } from '../run/journal.js';
import { type JournalledList, type JournalRead, readJournal, workLeft } from '../run/read-journal.js';
import { settledAlready, withoutCall } from '../run/states.js';
import { type ExitCode, Stop } from '../stop.js';
import { beginRun, carryOut, type CarryOutOptions, checkLogin, confirm, tellRun } from './carry-out.js';
import { type CommonOptions, type Context, planNow, reading } from './context.js';
import { changesNothing } from './plan-only.js';
import { type PaceOptions, runWork, settingsOf } from './run-work.js';

export interface Forcible {
  /** Continues even if the journal is of another service, or was edited. */
  readonly force?: boolean;
}

type ResumeOptions = CommonOptions & PaceOptions & Forcible;

/** Continues a run that was interrupted. It asks no question, because the run was confirmed when it began. */
export async function resume(context: Context, file: string, options: ResumeOptions): Promise<ExitCode> {
  const read = await readJournal(file);
  try {
    return await goOn(context, read, options);
  } finally {
    await read.lock.release();
  }
}

async function goOn(context: Context, read: JournalRead, options: ResumeOptions): Promise<ExitCode> {
  const { plan, rolledBack, file } = read;
  checkService(context, read, options);
  if (rolledBack !== undefined) {
    throw new Stop(
      `${shown(file)} was rolled back by the run in ${shown(rolledBack)}; nothing was changed. ` +
        'To make the changes again, run the command or apply the plan again',
    );
  }
  const work = workLeft(read);
  const left = work.filter((one) => settledAlready(one) === undefined).length;
  if (!(options.quiet ?? false)) {
    const origin = originText(plan, Date.now());
    context.terminal.err(
      `${shown(plan.command)}, ${origin}: ${work.length - left} of ${counted(work.length, 'list')} done`,
    );
  }
  if (left > 0) await checkLogin(context, '');
  const run = await runToGoOnWith(context, read, left === 0, options);
  return runWork(context, plan, work, await Journal.goOn(read, run), {
    ...options,
    ...settingsOf(options, read.settings),
  });
}

/** The service's codes if it does not know a run, or keeps no runs. */
const noRun: ReadonlySet<string | undefined> = new Set(['run-not-found', 'history-off', 'not-found']);

/**
 * @param isSettled true if nothing is left to send. Then no run has to begin
 * @returns the run of the journal, if the service still knows it and it belongs to this login; otherwise a new one
 * @throws Stop if the run was undone in the history: then the rest of it must not be sent
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
    const answered = await withRetries(read, { url: proxy.url, signal, clock });
    if ('value' in answered || !(isSettled || noRun.has(answered.failure.code))) {
      const { user, undoneBy } = orStop(answered, signal);
      if (undoneBy.length > 0 && !force) {
        throw new Stop(
          `the run of ${shown(file)} was undone in the service's history (run ${shown(undoneBy.join(', '))}); nothing ` +
            'was changed. To continue anyway, add --force',
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
 * Reverts what a run has changed, if no one has changed it since. The journal of the run records that it was reverted.
 * If you run it again, it continues the reverting run, and retries what failed.
 */
export async function rollback(
  context: Context,
  file: string,
  options: CarryOutOptions & Forcible,
  guards: Guards,
): Promise<ExitCode> {
  const read = await readJournal(file);
  try {
    checkService(context, read, options);
    // If the journal of the revert was moved away, it cannot be continued. The lists are read to see what is left to
    // revert.
    const goesOn = read.rolledBack !== undefined && existsSync(read.rolledBack);
    const back = goesOn ? await readJournal(read.rolledBack) : undefined;
    if (back) return await rollbackFurther(context, read, back, options, guards);
    // Lists that the run has not sent stay as they are.
    const touched = read.lists.flatMap(({ planned, outcome, inDoubt }) =>
      outcome?.state === 'changed' || inDoubt ? [planned] : [],
    );
    const lists = await reading(context, options, (reader) => revertLists(reader, touched));
    return await carryOutRollback(context, rollbackPlan(context, read, lists), read, options, guards);
  } finally {
    await read.lock.release();
  }
}

function rollbackPlan(context: Context, { file }: JournalRead, lists: readonly PlannedList[]): Plan {
  return planNow(context, `rollback ${file}`, lists, { isRollback: true, rollsBack: resolve(file) });
}

/**
 * Continues a run that reverts another one. Lists that were not reverted are planned again, from what is there now.
 * Lists that were reverted already stay as they are.
 */
async function rollbackFurther(
  context: Context,
  read: JournalRead,
  back: JournalRead,
  options: CarryOutOptions & Forcible,
  guards: Guards,
): Promise<ExitCode> {
  const { terminal } = context;
  const { quiet = false, json = false } = options;
  const changed = new Map(read.lists.map(({ planned }) => [listKeyOf(planned), planned] as const));
  try {
    checkService(context, back, options);
    const left = back.lists.flatMap((one, position) => {
      const planned = isSettled(one) ? undefined : changed.get(listKeyOf(one.planned));
      return planned ? [{ ...one, position, planned }] : [];
    });
    const lists = await reading(context, options, (reader) =>
      revertLists(
        reader,
        left.map(({ planned }) => planned),
      ),
    );
    const plan = rollbackPlan(context, read, lists);
    const done = back.lists.length - left.length;
    if (!quiet) {
      terminal.err(`Continuing its rollback: ${shown(back.file)}`);
      if (done > 0) terminal.err(`${done} of ${counted(back.lists.length, 'list')} done`);
    }
    if (changesNothing(options)) return await carryOut(context, plan, options, guards);
    if (!json && !quiet)
      await terminal.out(`${planText(plan, terminal.colours)}
`);
    const isNothingLeft = countsOf(plan).lists === 0;
    if (!isNothingLeft) {
      await checkLogin(context);
      await confirm(context, plan, options);
    }
    const run = await runToGoOnWith(context, back, isNothingLeft, options);
    const journal = await Journal.goOn(back, run);
    const work = workLeft(back);
    for (const [at, { position, inDoubt }] of left.entries()) {
      const planned = lists[at];
      // A list in doubt is read and compared with what was sent.
      if (inDoubt || planned === undefined) continue;
      await journal.replan(position, planned);
      work[position] = { planned, inDoubt: false };
    }
    const whole = { ...plan, lists: work.map(({ planned }) => planned) };
    return await runWork(context, whole, work, journal, { ...options, ...settingsOf(options, back.settings) });
  } finally {
    await back.lock.release();
  }
}

/** @returns whether a list needs nothing more, because it was changed, or was already as wanted */
function isSettled({ planned, outcome, inDoubt }: JournalledList): boolean {
  if (inDoubt) return false;
  const { state } = outcome ?? withoutCall(planned) ?? { state: 'planned' };
  return state === 'changed' || state === 'already-ok';
}

/**
 * Carries out a plan that reverts a run.
 * @param read the journal of that run, which records the revert
 * @param isPart true if it reverts only a part of the run. The journal does not record that, so the rest can still be
 * reverted
 */
export async function carryOutRollback(
  context: Context,
  plan: Plan,
  read: JournalRead,
  options: CarryOutOptions,
  guards: Guards,
  isPart = false,
): Promise<ExitCode> {
  return carryOut(context, plan, options, guards, {
    title: `Rollback of ${read.plan.command}`,
    ...(!isPart && { onBegin: (journal: Journal) => Journal.tellRolledBack(read, resolve(journal.file)) }),
  });
}

/** @throws Stop if a journal belongs to another service, which has other lists */
function checkService({ url }: Context, { plan, file }: JournalRead, { force = false }: Forcible): void {
  if (plan.url === url || force) return;
  throw new Stop(
    `${shown(file)} was made with ${shown(plan.url)}, and PHONE_PROXY_URL is ${shown(url)}; nothing was changed. ` +
      'If both are the same service, add --force',
  );
}
