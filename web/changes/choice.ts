import type { ButtonsMeant, DeviceToFind, NumberInPartition, PointingButton } from '../../src/client/index.js';
import { rulesOf } from '../../src/domain/button-kinds.js';
import { deviceId } from '../../src/domain/device.js';
import { groupsOf } from '../../src/domain/grouped.js';

/** A button to a number. */
export type SeenButton = Omit<PointingButton, 'uuid'>;

/** Which of the buttons to a number are shown; an undefined property does not restrict them. */
export interface Narrowing {
  readonly kind: SeenButton['kind'] | undefined;
  /** The label that they have now. */
  readonly label: string | undefined;
  /** Only busy lamp fields that watch the number in this partition. */
  readonly partition: string | undefined;
}

/** @returns one text for each button */
export function idOf(button: SeenButton): string {
  return `${deviceIdOf(button)} ${button.kind} ${button.index}`;
}

function deviceIdOf({ deviceKind: kind, device: name }: SeenButton): string {
  return deviceId({ kind, name });
}

/** @returns how many devices the buttons are on */
export function devicesOf(buttons: readonly SeenButton[]): number {
  return new Set(buttons.map(deviceIdOf)).size;
}

/** @returns the selected ids after some were selected or deselected */
export function rechosen(chosen: Iterable<string>, ids: readonly string[], isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * The partitions of a number, if busy lamp fields watch it in several partitions. The number may belong to two people,
 * so the user must choose.
 * @param numbers the number in each partition, as the call manager knows it
 * @returns several partitions in order, or none
 */
export function partitionsToChoose(
  buttons: readonly SeenButton[],
  numbers: readonly NumberInPartition[],
): readonly string[] {
  const watched = buttons.flatMap((button) => partitionOf(button, numbers) ?? []);
  const partitions = new Set([...watched, ...numbers.map(({ partition }) => partition)]);
  return watched.length > 0 && partitions.size > 1 ? [...partitions].sort() : [];
}

/**
 * @returns the partition in which a busy lamp field watches its number; undefined for speed dials and free-form busy
 * lamp fields, which have no partition
 */
function partitionOf({ kind, partition }: SeenButton, numbers: readonly NumberInPartition[]): string | undefined {
  if (!rulesOf(kind).columns.includes('partition')) return undefined;
  // A busy lamp field without a partition watches a number without a partition, or is free-form.
  return partition !== '' || numbers.some((known) => known.partition === '') ? partition : undefined;
}

/** @returns the selected buttons, as an intent names them: those of one kind, label and partition together */
export function buttonsMeant(
  buttons: readonly SeenButton[],
  numbers: readonly NumberInPartition[],
): readonly ButtonsMeant[] {
  return groupsOf(buttons, ({ kind, label, partition }) => JSON.stringify([kind, label, partition])).map((some) => {
    const [first] = some;
    return {
      ...{ kinds: [first.kind], oldLabel: first.label, partition: partitionOf(first, numbers) },
      devices: groupsOf(some, deviceIdOf).map(([one]) => deviceToFind(one.deviceKind, one.device)),
    };
  });
}

/** @returns a device, as an intent names it */
export function deviceToFind(kind: SeenButton['deviceKind'], name: string): DeviceToFind {
  return kind === 'phone' ? name : { profile: name };
}

/** @returns the buttons that match */
export function narrowed<Button extends SeenButton>(
  buttons: readonly Button[],
  { kind, label, partition }: Narrowing,
): Button[] {
  return buttons.filter(
    (button) =>
      (kind === undefined || button.kind === kind) &&
      (label === undefined || button.label === label) &&
      (partition === undefined || button.partition === partition),
  );
}

/** @returns the values of a property of the buttons, the most frequent first, and how many buttons have each */
export function presentValues<Name extends 'kind' | 'label' | 'partition'>(
  buttons: readonly SeenButton[],
  name: Name,
): readonly { readonly value: SeenButton[Name]; readonly count: number }[] {
  return groupsOf(buttons, (button) => button[name])
    .map((some) => ({ value: some[0][name], count: some.length }))
    .sort((one, other) => other.count - one.count);
}
