import { type ChangeEntry, type ChangeList, listsToSet, type ListState } from '../../client/index.js';
import { counted } from '../../domain/counted.js';
import { rulesOf } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import { deviceKeyOf, type DeviceRef, type ListRef } from '../lists.js';
import { quoted, shown } from './shown.js';
import type { Colours } from './terminal.js';

/** @returns whether a list is, or was, to be set to something else */
export function hasChange({ difference }: Pick<ChangeList, 'difference'>): boolean {
  return difference !== null && Object.values(difference).some((entries) => entries.length > 0);
}

/**
 * @param note follows the list's name
 * @returns the changes of one list
 */
export function listText(
  { difference, ...list }: ListRef & Pick<ChangeList, 'difference'>,
  { bold, green, red, yellow }: Colours,
  note = '',
): string {
  const { added = [], removed = [], changed = [] } = difference ?? {};
  return [
    `${bold(listName(list))}${note}`,
    ...removed.map((entry) => red(`  - ${shown(entry.index)}  ${entryText(entry)}`)),
    ...changed.map(({ before, after }) =>
      yellow(`  ~ ${shown(before.index)}  ${entryText(before)} → ${changeText(before, after)}`),
    ),
    ...added.map((entry) => green(`  + ${shown(entry.index)}  ${entryText(entry)}`)),
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
function entryText(entry: ChangeEntry): string {
  return `${targetText(entry)} ${quoted(entry.label)}${pickupText(entry)}`;
}

/** The part of an entry that changes: `"Carlos"`. */
function changeText(before: ChangeEntry, after: ChangeEntry): string {
  const [was, is] = [targetText(before), targetText(after)];
  const parts = [
    ...(was === is ? [] : [is]),
    ...(before.label === after.label ? [] : [quoted(after.label)]),
    ...(pickupText(before) === pickupText(after) ? [] : [pickupText(after).trim() || 'no pickup']),
  ];
  return parts.join(' ');
}

function targetText({ dirn = '', partition = '', destination }: ChangeEntry): string {
  if (destination !== undefined) return `destination ${quoted(destination)}`;
  if (dirn === '') return 'nothing';
  return `${shown(dirn)}${partition === '' ? '' : ` in ${shown(partition)}`}`;
}

function pickupText({ pickup = false }: ChangeEntry): string {
  return pickup ? ' pickup' : '';
}

const toSet: ReadonlySet<ListState> = new Set(listsToSet);

/** How much is to be set, added up list by list. */
export class Sum {
  readonly #devices = new Set<string>();
  lists = 0;
  added = 0;
  removed = 0;
  changed = 0;
  /** Lists that are already as asked for. */
  already = 0;

  add(list: ChangeList): void {
    if (list.state === 'already') this.already += 1;
    if (!hasChange(list) || list.difference === null || !toSet.has(list.state)) return;
    this.#devices.add(deviceKeyOf(list));
    this.lists += 1;
    this.added += list.difference.added.length;
    this.removed += list.difference.removed.length;
    this.changed += list.difference.changed.length;
  }

  get devices(): number {
    return this.#devices.size;
  }

  /** `To change: 8 devices, 16 lists: 0 added, 0 removed, 16 changed` */
  get text(): string {
    const { devices, lists, added, removed, changed, already } = this;
    const change = `${counted(devices, 'device')}, ${counted(lists, 'list')}: ${added} added, ${removed} removed, ${changed} changed`;
    return [
      lists === 0 ? 'Nothing to change' : `To change: ${change}`,
      ...(already > 0 ? [`${counted(already, 'list')} already as asked for`] : []),
    ].join('; ');
  }

  /** `Change 8 devices: 16 buttons changed, 2 removed, 1 added` */
  get question(): string {
    const { devices, added, removed, changed } = this;
    return `Change ${counted(devices, 'device')}: ${counted(changed, 'button')} changed, ${removed} removed, ${added} added`;
  }
}
