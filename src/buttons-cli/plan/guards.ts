import { differenceOf, type Entry, targetOf } from '../lists.js';
import { counted, deviceName } from '../output/plan-text.js';
import { quoted, shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { countsOf, hasChange, type Plan, type PlannedList } from './plan.js';

/** What a plan may do without a further option. */
export interface Guards {
  readonly maxDevices: number;
  readonly allowRemovals: boolean;
  readonly allowUnknownTarget: boolean;
}

/** How many devices a plan may change by default. */
export const usualMaxDevices = 50;

/** What a plan may do by default. */
export const usualGuards: Guards = { maxDevices: usualMaxDevices, allowRemovals: false, allowUnknownTarget: false };

/** @returns what in a plan needs an option, and that option */
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

/** @returns the options that a plan needs and does not have; empty if it may be carried out */
export function missingOptions(plan: Plan, guards: Guards): string[] {
  return refusals(plan, guards).map(({ option }) => option);
}

/** @throws Stop if the plan needs an option that was not given */
export function checkGuards(plan: Plan, guards: Guards): void {
  const found = refusals(plan, guards);
  if (found.length === 0) return;
  const reasons = found.map(({ does }) => does).join(' and ');
  const options = found.map(({ option }) => option).join(' ');
  throw new Stop(`this plan ${reasons}; nothing was changed. If you want that, add ${options}`);
}

/** A higher index is more often a mistake than intended. */
const highIndex = 500;

/**
 * The characters that the published rules allow in numbers, and the comma, which newer releases allow. A stored plus
 * may have a backslash. An address (`name@example.com`) is seen on live systems.
 */
const knownTarget = /^(?:\\?[0-9*#+,]*|[^\s@]+@[^\s@]+)$/;

/** Values that may be a mistake. They are sent anyway, and the call manager decides. */
const doubts: readonly { readonly holds: (entry: Entry, number: string) => boolean; readonly text: string }[] = [
  { holds: ({ index }) => Number(index) > highIndex, text: `with an index above ${highIndex}` },
  {
    holds: (entry, number) => !('destination' in entry) && !knownTarget.test(number),
    text: 'to a number with characters that no published rule allows',
  },
];

/** @returns warnings about what a plan sets, one line for each kind of warning, with the first example */
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
