import { differenceOf, type Entry, targetOf } from '../lists.js';
import { counted, deviceName } from '../output/plan-text.js';
import { quoted, shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { countsOf, hasChange, type Plan, type PlannedList } from './plan.js';

/** What a plan may do without being asked twice. */
export interface Guards {
  readonly maxDevices: number;
  readonly allowRemovals: boolean;
  readonly allowUnknownTarget: boolean;
}

/** How many devices a plan may change unless it is told otherwise. */
export const usualMaxDevices = 50;

/** What a plan may do where nothing is said of it. */
export const usualGuards: Guards = { maxDevices: usualMaxDevices, allowRemovals: false, allowUnknownTarget: false };

/** @returns what a plan does that needs an option, and that option */
function refusals(plan: Plan, { maxDevices, allowRemovals, allowUnknownTarget }: Guards) {
  if (plan.isRollback) return [];
  const { devices, removed, lists } = countsOf(plan);
  const buttons = `removes ${removed} ${removed === 1 ? 'button' : 'buttons'}`;
  return [
    ...(devices > maxDevices ? [{ does: `changes ${devices} devices`, option: `--max-devices ${devices}` }] : []),
    ...(removed > 0 && !allowRemovals ? [{ does: buttons, option: '--allow-removals' }] : []),
    ...(lists > 0 && (plan.unknownTargets ?? []).length > 0 && !allowUnknownTarget
      ? [{ does: 'points at a number that the call manager does not know', option: '--allow-unknown-target' }]
      : []),
  ];
}

/** @returns the options without which a plan is not carried out; empty if it may be */
export function missingOptions(plan: Plan, guards: Guards): string[] {
  return refusals(plan, guards).map(({ option }) => option);
}

/** @throws Stop if the plan does what needs an option that was not given */
export function checkGuards(plan: Plan, guards: Guards): void {
  const found = refusals(plan, guards);
  if (found.length === 0) return;
  const reasons = found.map(({ does }) => does).join(' and ');
  const options = found.map(({ option }) => option).join(' ');
  throw new Stop(`this plan ${reasons}; nothing was changed. If you want that, add ${options}`);
}

/** Above this, an index is more often a mistake than meant. */
const highIndex = 500;

/** What the published rules of numbers know, with the commas of newer releases; a stored plus may have a backslash. */
const knownNumber = /^\\?[0-9*#+,]*$/;

/** What is sent all the same, and may be a mistake: the call manager decides. */
const doubts: readonly { readonly holds: (entry: Entry, number: string) => boolean; readonly text: string }[] = [
  { holds: ({ index }) => Number(index) > highIndex, text: `with an index above ${highIndex}` },
  {
    holds: (entry, number) => !('destination' in entry) && !knownNumber.test(number),
    text: 'to a number with characters that no published rule allows',
  },
];

/** @returns what is worth a second look in what a plan sets, a line for each doubt, with the first example */
export function warningsOf(lists: readonly PlannedList[]): string[] {
  const set = lists.filter(hasChange).flatMap((list) => {
    const { added, changed } = differenceOf(list.kind, list.before, list.after);
    return [...added, ...changed.map(({ after }) => after)].map((entry) => ({ list, entry }));
  });
  return doubts.flatMap(({ holds, text }) => {
    const found = set.filter(({ list, entry }) => holds(entry, targetOf(list.kind, entry)));
    const [first] = found;
    if (!first) return [];
    const example = `${deviceName(first.list)}, index ${shown(first.entry.index)}: ${quoted(targetOf(first.list.kind, first.entry))}`;
    return [`${counted(found.length, 'button')} ${text}, sent anyway (${example})`];
  });
}
