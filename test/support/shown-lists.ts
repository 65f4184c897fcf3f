/** Converts lists of the interface, the audit file and the simulator into one form. */

/**
 * A list of buttons: at each index everything that is shown of the button, as one text. Equal lists are equal as JSON.
 */
export type List = Readonly<Record<string, string>>;

export type KindName = 'speeddial' | 'busylampfield';
export const kindNames: readonly KindName[] = ['speeddial', 'busylampfield'];

/** An entry as the interface shows it. */
export interface ShownEntry {
  readonly index: string;
  readonly dirn?: string;
  readonly partition?: string;
  readonly destination?: string;
  readonly label: string;
  readonly pickup?: boolean;
}

/** An entry as the simulator shows it. */
export interface SimulatedEntry {
  readonly index: number;
  readonly dirn: string;
  readonly routePartition?: string;
  readonly destination?: string;
  readonly label: string;
  readonly pickup?: boolean;
}

/** A button as one text. A call manager may store a plus with a backslash; it is the same number. */
function textOf({
  dirn = '',
  partition = '',
  destination = '',
  label,
  pickup = false,
}: Omit<ShownEntry, 'index'>): string {
  const dialled = (number: string): string => number.replace(/^\\\+/, '+');
  return JSON.stringify([dialled(dirn), partition, dialled(destination), label, pickup]);
}

export function shownButton(entry: Omit<ShownEntry, 'index'>): string {
  return textOf(entry);
}

export function shownList(entries: readonly ShownEntry[]): List {
  return inOrder(entries.map((entry) => [entry.index, textOf(entry)]));
}

export function simulatedList(entries: readonly SimulatedEntry[]): List {
  return inOrder(
    entries.map(({ index, routePartition = '', ...entry }) => [
      String(index),
      textOf({ ...entry, partition: routePartition }),
    ]),
  );
}

/** By index: an object has its integer keys in numeric order, regardless of the order in which they were added. */
function inOrder(buttons: readonly (readonly [index: string, text: string])[]): List {
  return Object.fromEntries(buttons);
}
