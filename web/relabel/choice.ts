import type { NumberInPartition, PointingButton } from '../../src/client/index.js';

/** Which of the buttons to a number are shown; what is undefined narrows nothing. */
export interface Narrowing {
  readonly kind: PointingButton['kind'] | undefined;
  /** The label that they have now. */
  readonly label: string | undefined;
  /** Of the busy lamp fields that watch the number in some partition, those of this one. */
  readonly partition: string | undefined;
}

/** @returns one text for each button */
export function idOf({ uuid, kind, index }: PointingButton): string {
  return `${uuid} ${kind} ${index}`;
}

/**
 * In which partitions a number is, where busy lamp fields watch it: two partitions are two people, so one of them has
 * to be named then.
 * @param numbers those of the number that the call manager knows
 * @returns several partitions in order, or none
 */
export function partitionsToChoose(
  buttons: readonly PointingButton[],
  numbers: readonly NumberInPartition[],
): readonly string[] {
  const watched = buttons.flatMap((button) => partitionOf(button, numbers) ?? []);
  const partitions = new Set([...watched, ...numbers.map(({ partition }) => partition)]);
  return watched.length > 0 && partitions.size > 1 ? [...partitions].sort() : [];
}

/**
 * @returns the partition in which a busy lamp field watches its number; undefined for speed dials and for free-form
 * ones, which have none
 */
function partitionOf({ kind, partition }: PointingButton, numbers: readonly NumberInPartition[]): string | undefined {
  if (kind === 'speeddial') return undefined;
  // Without a partition, it watches a number that is in none, or it is free-form.
  return partition !== '' || numbers.some((known) => known.partition === '') ? partition : undefined;
}

/** @returns whether a button may be chosen: not one of several people, as long as nobody has said who is meant */
export function isChoosable(
  button: PointingButton,
  numbers: readonly NumberInPartition[],
  partitions: readonly string[],
  chosenPartition: string | undefined,
): boolean {
  const partition = partitionOf(button, numbers);
  return partitions.length === 0 || partition === undefined || partition === chosenPartition;
}

/** @returns the buttons that are left */
export function narrowed(buttons: readonly PointingButton[], { kind, label }: Narrowing): PointingButton[] {
  return buttons.filter(
    (button) => (kind === undefined || button.kind === kind) && (label === undefined || button.label === label),
  );
}

/** @returns the labels that the buttons have now, the most frequent first, and how many have each */
export function presentLabels(
  buttons: readonly PointingButton[],
): readonly { readonly label: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { label } of buttons) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => ({ label, count })).sort((one, other) => other.count - one.count);
}
