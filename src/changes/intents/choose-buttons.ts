import { type ButtonKind, buttonKinds, hasProperty, type PointingButton } from '../../domain/button-kinds.js';
import { type DeviceKey, deviceId, type NumberSummary } from '../../domain/device.js';
import { groupsOf } from '../../domain/grouped.js';
import type { DeviceName, DirectoryNumber } from '../../domain/identifiers.js';
import { devicesNamed } from '../../domain/sought.js';
import type { Finder } from './finder.js';
import { type ButtonFilter, type DeviceToFind, NothingFound } from './intent.js';
import type { ButtonEdit } from './list-edits.js';

/** The edit of the buttons to a number, and which of them are meant. */
export interface NumberEdit extends ButtonFilter {
  readonly dirn: DirectoryNumber;
  readonly edit: ButtonEdit;
}

/** The lists with the buttons that are meant; or why there are none, as the start of a sentence. */
export type ChosenButtons =
  | {
      readonly lists: readonly { readonly device: DeviceKey; readonly kind: ButtonKind }[];
      /** How many buttons are left alone because they name no partition. */
      readonly skipped: number;
      /** The devices of the filter that have such a button. */
      readonly devices: readonly DeviceToFind[];
    }
  | { readonly name: string; readonly why: string };

/**
 * @returns the lists that have buttons to a number
 * @throws NothingFound if the number may belong to several people, and no partition is named
 */
export async function chooseButtons(edit: NumberEdit, finder: Finder): Promise<ChosenButtons> {
  const { dirn: name, kinds = buttonKinds, oldLabel, partition } = edit;
  const all = await finder.buttons(name);
  const carried = all.length === 0 || partition !== undefined ? await finder.numbers(name) : [];
  if (all.length === 0) {
    const why = carried.length === 0 ? 'No device has the number, and no button leads to it' : 'No button leads to it';
    return { name, why };
  }
  const unknown = partition === undefined ? undefined : notInPartition(partition, carried, all);
  if (unknown !== undefined) return { name, why: unknown };
  const isOn = await deviceFilter(edit, finder);
  const near = all.filter(
    (button) => kinds.includes(button.kind) && isOn(button) && (oldLabel === undefined || button.label === oldLabel),
  );
  const isIn = ({ kind, partition: of }: PointingButton): boolean =>
    partition === undefined || (hasProperty(kind, 'partition') && of === partition);
  const buttons = near.filter(isIn);
  if (buttons.length === 0) {
    return { name, why: 'Buttons lead to it, but none of this kind or label, on these devices or in this partition' };
  }
  if (partition === undefined) await refuseSeveralPartitions(name, buttons, finder);
  const lists = groupsOf(
    buttons,
    ({ deviceKind, device, kind }) => `${deviceId({ kind: deviceKind, name: device })} ${kind}`,
  );
  const ids = new Set(lists.map(([{ deviceKind: kind, device: of }]) => deviceId({ kind, name: of })));
  return {
    devices: (edit.devices ?? []).filter((device) => idsOf(device).some((id) => ids.has(id))),
    skipped: near.length - buttons.length,
    lists: lists.map(([{ device, deviceKind, kind }]) => ({
      kind,
      device: { kind: deviceKind, name: device as DeviceName },
    })),
  };
}

/** @returns whether a button is on one of the devices that the filter names or its search finds */
async function deviceFilter(
  { devices, search }: ButtonFilter,
  finder: Finder,
): Promise<(button: Pick<PointingButton, 'device' | 'deviceKind'>) => boolean> {
  if (devices === undefined && search === undefined) return () => true;
  const found = search === undefined ? new Set<string>() : idsIn(await finder.search(search));
  const named = new Set((devices ?? []).flatMap(idsOf));
  return ({ device: name, deviceKind: kind }) => {
    const id = deviceId({ kind, name });
    return named.has(id) || found.has(id);
  };
}

/** The ids of found devices, made once: many items of an intent may have the same search. */
const known = new WeakMap<readonly DeviceKey[], ReadonlySet<string>>();

function idsIn(devices: readonly DeviceKey[]): ReadonlySet<string> {
  const ids = known.get(devices) ?? new Set(devices.map(deviceId));
  known.set(devices, ids);
  return ids;
}

/** @returns the ids of the devices that a name may be of */
function idsOf(device: DeviceToFind): string[] {
  if (typeof device !== 'string') return [deviceId({ kind: 'profile', name: device.profile })];
  return devicesNamed(device).map(deviceId);
}

/** @returns why a partition cannot be meant: the number is not in it. Letter case counts */
function notInPartition(
  partition: string,
  carried: readonly NumberSummary[],
  found: readonly PointingButton[],
): string | undefined {
  const inside = carried.map((one) => one.partition);
  const watched = found.filter(({ kind }) => hasProperty(kind, 'partition')).map((button) => button.partition);
  if (inside.includes(partition) || watched.includes(partition)) return undefined;
  // A button without a partition is free-form or a speed dial. So it does not prove that the number has no partition.
  const known = [...new Set([...inside, ...watched.filter((name) => name !== '')])].sort().map(partitionName);
  const isIn = known.length === 0 ? 'whose partition is not known' : `but in ${known.join(', ')}`;
  return `Not in the partition ${partitionName(partition)}, ${isIn}`;
}

/** Refuses a number in several partitions, because it may belong to several people. */
async function refuseSeveralPartitions(
  dirn: DirectoryNumber,
  buttons: readonly PointingButton[],
  finder: Finder,
): Promise<void> {
  const watched = buttons.filter(({ kind }) => hasProperty(kind, 'partition')).map(({ partition }) => partition);
  if (watched.length === 0) return;
  const carried = (await finder.numbers(dirn)).map(({ partition }) => partition);
  // A button without a partition watches a number without one, or is free-form.
  const known = watched.filter((partition) => partition !== '' || carried.includes(''));
  const partitions = [...new Set([...known, ...carried])].sort();
  if (known.length > 0 && partitions.length > 1) throw severalPartitions(dirn, partitions);
}

/** The error for a number that may belong to several people. */
export function severalPartitions(dirn: string, partitions: readonly string[]): NothingFound {
  const names = partitions.map(partitionName).join(', ');
  return new NothingFound(
    `${dirn} is in several partitions, so it can belong to several people: ${names}. Choose one with partition.`,
  );
}

/** The name of a partition, for people. */
export function partitionName(partition: string): string {
  return partition === '' ? '(none)' : partition;
}
