import { differenceOf, keyOf, listId } from '../lists.js';
import { countsText, isOpen, openText, stateCounts } from '../output/result-text.js';
import { shown, shownJson } from '../output/shown.js';
import type { Plan } from '../plan/plan.js';
import type { RunResult } from '../run/runner.js';
import { withoutCall } from '../run/without-call.js';
import type { ListOutcome, RunEnd } from '../run/states.js';
import { type ExitCode, exitCodes } from '../stop.js';
import type { CommonOptions, Context } from './context.js';

/** @returns what would become of each list of a plan */
export function planOutcomes({ lists }: Plan): ListOutcome[] {
  return lists.map((list) => {
    return { key: keyOf(list), ...(withoutCall(list) ?? { state: 'planned' }) };
  });
}

/** @returns what is said of a plan and its outcomes to a machine */
export function reportOf({ command, lists }: Plan, outcomes: readonly ListOutcome[]) {
  const planned = new Map(lists.map((list) => [listId(list), list] as const));
  return {
    command,
    states: stateCounts(outcomes),
    lists: outcomes.map(({ key, state, detail }) => {
      const { before = [], after = [] } = planned.get(listId(key)) ?? {};
      return { ...key, state, ...(detail !== undefined && { detail }), ...differenceOf(before, after) };
    }),
  };
}

/**
 * Tells what became of a plan, and how to go on.
 * @param journal undefined where nothing had to be changed
 * @returns the exit code
 */
export async function tellResult(
  { terminal }: Context,
  plan: Plan,
  { outcomes, ended, detail }: Partial<RunResult> & Pick<RunResult, 'outcomes'>,
  journal: string | undefined,
  { json = false, quiet = false }: CommonOptions,
): Promise<ExitCode> {
  const open = openText(outcomes, terminal.colours);
  if (json) {
    const report = { journal: journal ?? null, ended: ended ?? null, ...reportOf(plan, outcomes) };
    await terminal.out(`${shownJson(report)}\n`);
  } else {
    const summary = quiet || journal === undefined ? [] : [countsText(outcomes)];
    const text = [...open, ...summary].map((line) => `${line}\n`).join('');
    if (text !== '') await terminal.out(text);
  }
  if (ended !== undefined) terminal.err(endedText(ended, detail));
  if (journal !== undefined && (open.length > 0 || ended !== undefined)) {
    terminal.err(`To go on: axl-phone-proxy buttons resume ${shown(journal)}`);
    terminal.err(`To set back what was changed: axl-phone-proxy buttons rollback ${shown(journal)}`);
  }
  return exitCodeOf(ended, outcomes);
}

function endedText(ended: RunEnd, detail: string | undefined): string {
  if (ended === 'interrupted') return 'The run was interrupted.';
  return `The run ended early${detail === undefined ? '.' : `: ${shown(detail)}`}`;
}

function exitCodeOf(ended: RunEnd | undefined, outcomes: readonly ListOutcome[]): ExitCode {
  if (ended === 'interrupted') return exitCodes.interrupted;
  if (ended === 'refused-login') return exitCodes.refusedLogin;
  if (ended === 'journal') return exitCodes.error;
  return outcomes.some(isOpen) ? exitCodes.someNotChanged : exitCodes.done;
}
