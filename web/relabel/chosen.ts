import type { PointingButton } from '../../src/client/index.js';
import { canonicalIndex } from '../../src/domain/buttons.js';
import { dialledForm } from '../../src/domain/identifiers.js';
import type { Entry } from '../editing/entry.js';
import type { ListKey } from './lists.js';

/** The buttons of one list that are to get another label, as they were seen. */
export interface ChosenList extends ListKey {
  readonly description: string;
  readonly buttons: readonly PointingButton[];
}

/** @returns the buttons list by list, in the order in which they come */
export function chosenLists(buttons: readonly PointingButton[]): ChosenList[] {
  return grouped(buttons, ({ deviceKind, device, kind }) => `${deviceKind} ${device} ${kind}`).map((some) => {
    const [{ device, deviceKind, kind, description }] = some;
    return { device, deviceKind, kind, description, buttons: some };
  });
}

/** @returns the items in groups of one name each, in the order in which the groups begin */
export function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(nameOf(item));
    if (group) group.push(item);
    else groups.set(nameOf(item), [item]);
  }
  return [...groups.values()];
}

/** @returns one text for each device */
export function deviceIdOf({ deviceKind, device }: Pick<ListKey, 'device' | 'deviceKind'>): string {
  return `${deviceKind} ${device}`;
}

/**
 * How a list that was read now stands to the buttons as they were seen: they are as seen, or some have the label
 * already (`as-seen`), all have it (`already`), or one is another button now, or has another label.
 */
export function standingOf(
  entries: readonly Entry[],
  buttons: readonly PointingButton[],
  label: string,
): 'as-seen' | 'already' | 'changed-meanwhile' {
  const present = buttons.map((button) => ({ button, entry: entryOf(entries, button) }));
  if (present.every(({ entry }) => entry?.label === label)) return 'already';
  const isSeen = present.every(({ button, entry }) => entry && [button.label, label].includes(entry.label));
  return isSeen ? 'as-seen' : 'changed-meanwhile';
}

/** @returns the whole list with the new label on the buttons; everything else as it was */
export function withLabel(entries: readonly Entry[], buttons: readonly PointingButton[], label: string): Entry[] {
  const chosen = new Set(buttons.map((button) => entryOf(entries, button)));
  return entries.map((entry) => (chosen.has(entry) ? { ...entry, label } : entry));
}

/** @returns what stands at a button's index, where it points where the button did */
function entryOf(entries: readonly Entry[], { index, dirn, partition }: PointingButton): Entry | undefined {
  return entries.find(
    (entry) =>
      canonicalIndex(entry.index) === canonicalIndex(index) &&
      dialledForm('destination' in entry ? entry.destination : entry.dirn) === dialledForm(dirn) &&
      ('partition' in entry ? entry.partition : '') === partition,
  );
}
