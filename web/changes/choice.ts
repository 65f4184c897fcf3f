import { rulesOf } from '../../src/domain/button-kinds.js';
import type { NumberInPartition } from '../../src/client/index.js';
import { deviceIdOf, type SeenButton } from './chosen.js';

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
 * so the user must choose a partition.
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

/**
 * @returns whether a button may be selected. If its number may belong to several people, the user must choose a
 * partition first
 */
export function isChoosable(
  button: SeenButton,
  numbers: readonly NumberInPartition[],
  partitions: readonly string[],
  chosenPartition: string | undefined,
): boolean {
  const partition = partitionOf(button, numbers);
  return partitions.length === 0 || partition === undefined || partition === chosenPartition;
}

/** @returns the restrictions, without the values that no button has any more */
export function stillMeant(
  narrowing: Narrowing,
  buttons: readonly SeenButton[],
  partitions: readonly string[],
): Narrowing {
  const { label, partition } = narrowing;
  return {
    ...narrowing,
    label: buttons.some((button) => button.label === label) ? label : undefined,
    partition: partition !== undefined && partitions.includes(partition) ? partition : undefined,
  };
}

/** @returns the buttons that match */
export function narrowed<Button extends SeenButton>(buttons: readonly Button[], { kind, label }: Narrowing): Button[] {
  return buttons.filter(
    (button) => (kind === undefined || button.kind === kind) && (label === undefined || button.label === label),
  );
}

/** @returns the present labels of the buttons, the most frequent first, and how many buttons have each */
export function presentLabels(
  buttons: readonly SeenButton[],
): readonly { readonly label: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { label } of buttons) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => ({ label, count })).sort((one, other) => other.count - one.count);
}
