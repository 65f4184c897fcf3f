import { relative } from 'node:path';
import { deviceKeyOf, differenceOf, listKeyOf, refOf } from '../lists.js';
import { counted, listName } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import type { Colours } from '../output/terminal.js';
import type { Plan } from '../plan/plan.js';
import type { Journal } from '../run/journal.js';
import type { RunResult } from '../run/runner.js';
import { type ListOutcome, type RunEnd, stateFacts, withoutCall } from '../run/states.js';
import { type ExitCode, exitCodes } from '../stop.js';
import type { CommonOptions, Context } from './context.js';

/** @returns the expected outcome of each list of a plan */
export function planOutcomes({ lists }: Plan): ListOutcome[] {
  return lists.map((list) => ({ key: refOf(list), ...(withoutCall(list) ?? { state: 'planned' }) }));
}

/** @returns a plan and its outcomes, for machines */
export function reportOf({ command, login, made, leftOut, lists }: Plan, outcomes: readonly ListOutcome[]) {
  const planned = new Map(lists.map((list) => [listKeyOf(list), list] as const));
  return {
    ...{ command, login, made },
    states: stateCounts(outcomes),
    ...(leftOut && { leftOut: leftOut.names }),
    lists: outcomes.map(({ key, state, detail }) => {
      const { before = [], after = [] } = planned.get(listKeyOf(key)) ?? {};
      return { ...key, state, ...(detail !== undefined && { detail }), ...differenceOf(key.kind, before, after) };
    }),
  };
}

/**
 * Prints the result of a plan, and how to continue.
 * @param journal undefined if nothing had to be changed
 * @returns the exit code
 */
export async function tellResult(
  { terminal }: Context,
  plan: Plan,
  { outcomes, ended, detail }: Partial<RunResult> & Pick<RunResult, 'outcomes'>,
  journal: Pick<Journal, 'file' | 'run'> | undefined,
  { json = false, quiet = false }: CommonOptions,
): Promise<ExitCode> {
  const open = openText(outcomes, terminal.colours);
  if (json) {
    const report = {
      journal: journal?.file ?? null,
      run: journal?.run ?? null,
      ended: ended ?? null,
      reason: detail ?? null,
      ...reportOf(plan, outcomes),
    };
    await terminal.out(`${shownJson(report)}\n`, { isNeeded: true });
  } else {
    const summary = quiet || journal === undefined ? [] : [countsText(outcomes)];
    const text = [...open, ...summary].map((line) => `${line}\n`).join('');
    if (text !== '') await terminal.out(text, { isNeeded: true });
  }
  if (journal !== undefined && (open.length > 0 || ended !== undefined)) {
    for (const line of nextTexts(plan, outcomes, journal, ended)) terminal.err(line);
  }
  // Print the reason for the end last, because people look for it at the end of a log.
  if (ended !== undefined) terminal.err(endedText(ended, detail));
  return exitCodeOf(ended, outcomes);
}

/** What can be done after a run that has not done everything. */
function nextTexts(
  { rollsBack }: Plan,
  outcomes: readonly ListOutcome[],
  { file }: Pick<Journal, 'file'>,
  ended: RunEnd | undefined,
): string[] {
  const command = 'axl-phone-proxy buttons';
  const mayGoOn =
    ended === 'journal' || outcomes.some(({ state }) => stateFacts[state].isOpen && !stateFacts[state].isFinal);
  const wasTouched = outcomes.some(({ state }) => state === 'changed' || state === 'uncertain');
  const goOn =
    rollsBack === undefined
      ? { isMeant: mayGoOn, text: `To continue: ${command} resume ${shown(file)}` }
      : {
          isMeant: outcomes.some(isOpen),
          text: `To retry what was not reverted: ${command} rollback ${shown(nearName(rollsBack))}`,
        };
  return [
    ...(goOn.isMeant ? [goOn.text] : []),
    ...(wasTouched ? [`To revert what was changed: ${command} rollback ${shown(file)}`] : []),
  ];
}

/** @returns the name of a file relative to the working directory, if the file is in it */
function nearName(file: string): string {
  const near = relative('', file);
  return near.startsWith('..') ? file : near;
}

/** @returns why a run ended early */
export function endedText(ended: RunEnd, detail: string | undefined): string {
  if (ended === 'interrupted') return 'The run was interrupted.';
  return `The run ended early${detail === undefined ? '.' : `: ${shown(detail)}`}`;
}

/** The exit code after a run that ended early. */
const exitCodeOfEnd: Readonly<Record<RunEnd, ExitCode>> = {
  interrupted: exitCodes.interrupted,
  'refused-login': exitCodes.refusedLogin,
  journal: exitCodes.error,
  failures: exitCodes.someNotChanged,
};

/** @returns the exit code after a run */
export function exitCodeOf(ended: RunEnd | undefined, outcomes: readonly ListOutcome[]): ExitCode {
  if (ended !== undefined) return exitCodeOfEnd[ended];
  return outcomes.some(isOpen) ? exitCodes.someNotChanged : exitCodes.done;
}

/** @returns whether someone still has to look at a list */
export function isOpen({ state }: ListOutcome): boolean {
  return stateFacts[state].isOpen;
}

/**
 * @returns a line for each list that is not as wanted, with the reason. All lists that were not reached share one line
 */
export function openText(outcomes: readonly ListOutcome[], { red, yellow }: Colours): string[] {
  const open = outcomes.filter(isOpen);
  const tried = open.filter(({ state }) => state !== 'not-reached').map((outcome) => red(outcomeText(outcome)));
  const rest = open.filter(({ state }) => state === 'not-reached');
  const [first, ...others] = rest;
  if (first === undefined) return tried;
  if (others.length === 0) return [...tried, yellow(outcomeText(first))];
  const devices = new Set(rest.map(({ key }) => deviceKeyOf(key))).size;
  const text = `not-reached  ${counted(rest.length, 'list')} on ${counted(devices, 'device')}`;
  return [...tried, yellow(`${text}; the first is ${listName(first.key)}`)];
}

function outcomeText({ key, state, detail }: ListOutcome): string {
  return `${state}  ${listName(key)}${detail === undefined ? '' : `: ${shown(detail)}`}`;
}

/** `1 list: 1 changed` */
export function countsText(outcomes: readonly ListOutcome[]): string {
  const counts = stateCounts(outcomes);
  const parts = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
  return `${counted(outcomes.length, 'list')}: ${parts.join(', ')}`;
}

/** @returns how many lists are in each state that occurs */
export function stateCounts(outcomes: readonly ListOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of outcomes) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
