import { differenceOf, type Entry, groupedBy, listId, type ListKey, pluralOf } from '../lists.js';
import { countsOf, hasChange, type Plan, type PlannedList } from '../plan/plan.js';
import { quoted, shown } from './shown.js';
import type { Colours } from './terminal.js';

/** @returns what a plan changes, device by device, and the summary */
export function planText(plan: Plan, colours: Colours): string {
  const changing = groupedBy(plan.lists.filter(hasChange), listId).flat();
  return [...changing.map((list) => listText(list, colours)), summaryOf(plan)].join('\n');
}

function listText(list: PlannedList, { bold, green, red, yellow }: Colours): string {
  const { added, removed, changed } = differenceOf(list.before, list.after);
  return [
    bold(listName(list)),
    ...removed.map((entry) => red(`  - ${entry.index}  ${entryText(entry)}`)),
    ...changed.map(({ before, after }) => yellow(`  ~ ${before.index}  ${entryText(before)} → ${entryText(after)}`)),
    ...added.map((entry) => green(`  + ${entry.index}  ${entryText(entry)}`)),
    '',
  ].join('\n');
}

/** `SEP00A1B2C30011: speed dials` */
export function listName({ device, deviceKind, kind }: ListKey): string {
  return `${deviceKind === 'profile' ? 'device profile ' : ''}${shown(device)}: ${pluralOf[kind]}`;
}

/** `4019 in PT-Internal "Carlos" pickup` */
function entryText(entry: Entry): string {
  const target = 'destination' in entry ? `destination ${quoted(entry.destination)}` : shown(entry.dirn);
  const partition = 'partition' in entry && entry.partition !== '' ? ` in ${shown(entry.partition)}` : '';
  const pickup = 'pickup' in entry && entry.pickup ? ' pickup' : '';
  return `${target}${partition} ${quoted(entry.label)}${pickup}`;
}

function summaryOf(plan: Plan): string {
  const { devices, lists, added, removed, changed, alreadyOk } = countsOf(plan);
  const left = plan.lists.filter(({ leave }) => leave !== undefined).length;
  const also = [
    ...(alreadyOk > 0 ? [`${counted(alreadyOk, 'list')} already as wanted`] : []),
    ...(left > 0 ? [`${counted(left, 'list')} left alone`] : []),
  ];
  const change = `${counted(devices, 'device')}, ${counted(lists, 'list')}: ${added} added, ${removed} removed, ${changed} changed`;
  return [lists === 0 ? 'Nothing to change' : `To change: ${change}`, ...also].join('; ');
}

/** `1 list`, `2 lists` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
