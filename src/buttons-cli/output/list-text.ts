import { groupsOf } from '../../domain/grouped.js';
import { type ButtonKind, rulesOf } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import { type DeviceRef, differenceOf, type Entry, listKeyOf, type ListRef } from '../lists.js';
import { countsOf, hasChange, type ListToSet, type WorkedOut } from '../work-out/worked-out.js';
import { quoted, shown } from './shown.js';
import type { Colours } from './terminal.js';

/** @returns what is changed, device by device, and the summary */
export function differenceText(workedOut: WorkedOut, colours: Colours): string {
  const changing = groupsOf(workedOut.lists.filter(hasChange), listKeyOf).flat();
  return [...changing.map((list) => listText(list, colours)), summaryOf(workedOut, colours)].join('\n');
}

/**
 * @param note follows the list's name
 * @returns the changes of one list
 */
export function listText(list: Omit<ListToSet, 'etag'>, { bold, green, red, yellow }: Colours, note = ''): string {
  const { kind } = list;
  const { added, removed, changed } = differenceOf(kind, list.before, list.after);
  return [
    `${bold(listName(list))}${note}`,
    ...removed.map((entry) => red(`  - ${entry.index}  ${entryText(kind, entry)}`)),
    ...changed.map(({ before, after }) =>
      yellow(`  ~ ${before.index}  ${entryText(kind, before)} → ${changeText(kind, before, after)}`),
    ),
    ...added.map((entry) => green(`  + ${entry.index}  ${entryText(kind, entry)}`)),
    '',
  ].join('\n');
}

/** `SEP00A1B2C30011: speed dials` */
export function listName({ device, deviceKind, kind }: ListRef): string {
  return `${deviceName({ device, deviceKind })}: ${rulesOf(kind).plural}`;
}

/** `SEP00A1B2C30011`, `device profile UDP_NIGHT` */
export function deviceName({ device, deviceKind }: DeviceRef): string {
  return `${kindPrefix[deviceKind]}${shown(device)}`;
}

/** Phones get no prefix, because most devices are phones. */
const kindPrefix: Readonly<Record<DeviceKind, string>> = { phone: '', profile: 'device profile ' };

/** `4019 in PT-Internal "Carlos" pickup` */
function entryText(kind: ButtonKind, entry: Entry): string {
  return `${targetText(kind, entry)} ${quoted(entry.label)}${pickupText(entry)}`;
}

/** The part of an entry that changes: `"Carlos"`. */
function changeText(kind: ButtonKind, before: Entry, after: Entry): string {
  const [was, is] = [targetText(kind, before), targetText(kind, after)];
  const parts = [
    ...(was === is ? [] : [is]),
    ...(before.label === after.label ? [] : [quoted(after.label)]),
    ...(pickupText(before) === pickupText(after) ? [] : [pickupText(after).trim() || 'no pickup']),
  ];
  return parts.join(' ');
}

function targetText(kind: ButtonKind, entry: Entry): string {
  const target = rulesOf(kind).targetOf(entry);
  if (!target) return 'nothing';
  if (target.property === 'destination') return `destination ${quoted(target.number)}`;
  return `${shown(target.number)}${target.partition ? ` in ${shown(target.partition)}` : ''}`;
}

function pickupText(entry: Entry): string {
  return 'pickup' in entry && entry.pickup ? ' pickup' : '';
}

/** @returns how much is changed, and which targets are not known, in one paragraph */
export function summaryOf(
  {
    lists: all,
    unknownTargets = [],
    leftOut,
  }: Omit<WorkedOut, 'command' | 'lists'> & {
    readonly lists: readonly Omit<ListToSet, 'etag'>[];
  },
  { yellow }: Colours,
): string {
  const { devices, lists, added, removed, changed, already } = countsOf(all);
  const also = [
    ...(already > 0 ? [`${counted(already, 'list')} already as asked for`] : []),
    ...(leftOut ? [`${counted(leftOut.names.length, 'name')} in the file left out`] : []),
  ];
  const change = `${counted(devices, 'device')}, ${counted(lists, 'list')}: ${added} added, ${removed} removed, ${changed} changed`;
  const summary = [lists === 0 ? 'Nothing to change' : `To change: ${change}`, ...also].join('; ');
  return [summary, ...unknownTargets.map((text) => yellow(text))].join('\n');
}

/** `1 list`, `2 lists` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
