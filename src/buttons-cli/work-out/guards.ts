import { differenceOf, type Entry, targetOf } from '../lists.js';
import { counted, deviceName } from '../output/list-text.js';
import { quoted, shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { countsOf, hasChange, type ListToSet, type WorkedOut } from './worked-out.js';

/** What a change may do without a further option. */
export interface Guards {
  readonly maxDevices: number;
  readonly allowRemovals: boolean;
  readonly allowUnknownTarget: boolean;
}

/** How many devices a change may change by default. */
export const usualMaxDevices = 50;

interface Refused {
  readonly does: string;
  /** The option that allows it. */
  readonly option: string;
  /** Whether the option is needed only if no question is asked. */
  readonly isOfYes: boolean;
}

/** @returns what needs an option that was not given */
function refusals(
  { lists, unknownTargets = [] }: WorkedOut,
  { maxDevices, allowRemovals, allowUnknownTarget }: Guards,
): Refused[] {
  const { devices, removed, lists: changing } = countsOf(lists);
  const of = { does: `changes ${counted(devices, 'device')}`, option: `--max-devices ${devices}`, isOfYes: true };
  const removes = { does: `removes ${counted(removed, 'button')}`, option: '--allow-removals', isOfYes: true };
  const does = 'points at a number that the call manager does not know';
  return [
    ...(devices > maxDevices ? [of] : []),
    ...(removed > 0 && !allowRemovals ? [removes] : []),
    ...(changing > 0 && unknownTargets.length > 0 && !allowUnknownTarget
      ? [{ does, option: '--allow-unknown-target', isOfYes: false }]
      : []),
  ];
}

/** @returns the options that --yes needs besides those that were given; empty if it needs none */
export function missingOptions(workedOut: WorkedOut, guards: Guards): string[] {
  return refusals(workedOut, guards).map(({ option }) => option);
}

/**
 * @param isAsked whether a question is asked before anything is changed
 * @throws Stop if an option is needed that was not given
 */
export function checkGuards(workedOut: WorkedOut, guards: Guards, isAsked: boolean): void {
  const found = refusals(workedOut, guards).filter(({ isOfYes }) => !isOfYes || !isAsked);
  if (found.length === 0) return;
  const reasons = found.map(({ does }) => does).join(' and ');
  const options = found.map(({ option }) => option).join(' ');
  throw new Stop(`this change ${reasons}; nothing was changed. If you want that, add ${options}`);
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

/** @returns warnings about what is set, one line for each kind of warning, with the first example */
export function warningsOf(lists: readonly ListToSet[]): string[] {
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
