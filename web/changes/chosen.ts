import { groupsOf } from '../../src/domain/grouped.js';
import type { PointingButton } from '../../src/client/index.js';
import { canonicalIndex } from '../../src/domain/buttons.js';
import { dialledForm } from '../../src/domain/identifiers.js';
import { type Entry, targetField, targetOf } from '../editing/entry.js';
import type { ListKey } from './device-lists.js';

/** The edit of a button. Either some properties are set and the others stay, or the button is removed. */
export type ButtonEdit = { readonly set: ButtonPatch } | { readonly remove: true };

/** The properties that can be set; `dirn` is also the target of a free-form button. */
export type ButtonPatch = Partial<Pick<PointingButton, 'dirn' | 'partition' | 'label'>>;

/** A button as it was shown. */
export type SeenButton = Omit<PointingButton, 'uuid'>;

/** A selected button, and its edit. */
export interface ChosenButton extends SeenButton {
  readonly edit: ButtonEdit;
}

/** The selected buttons of one list. */
export interface ChosenList extends ListKey {
  readonly description: string;
  readonly buttons: readonly ChosenButton[];
}

/** @returns the buttons, all with the same edit */
export function withEdit(buttons: readonly SeenButton[], edit: ButtonEdit): ChosenButton[] {
  return buttons.map((button) => ({ ...button, edit }));
}

/** @returns the buttons list by list, in their order */
export function chosenLists(buttons: readonly ChosenButton[]): ChosenList[] {
  return groupsOf(buttons, ({ deviceKind, device, kind }) => `${deviceKind} ${device} ${kind}`).map((some) => {
    const [{ device, deviceKind, kind, description }] = some;
    return { device, deviceKind, kind, description, buttons: some };
  });
}

/** @returns one text for each device */
export function deviceIdOf({ deviceKind, device }: Pick<ListKey, 'device' | 'deviceKind'>): string {
  return `${deviceKind} ${device}`;
}

/** @returns how many devices the buttons are on */
export function devicesOf(buttons: readonly SeenButton[]): number {
  return new Set(buttons.map(deviceIdOf)).size;
}

/** @returns a button after its edit; undefined if it is removed */
export function buttonAfter({ edit, ...seen }: ChosenButton): SeenButton | undefined {
  return 'set' in edit ? { ...seen, ...edit.set } : undefined;
}

/**
 * The result of comparing a list that was just read with the buttons as they were shown. `as-seen`: the buttons are
 * unchanged, or only some of them are changed already. `already`: all of them are changed already. In any other case, a
 * button was replaced or has another label.
 */
export function standingOf(
  entries: readonly Entry[],
  buttons: readonly ChosenButton[],
): 'as-seen' | 'already' | 'changed-meanwhile' {
  const isDone = (button: ChosenButton): boolean => isChanged(entries, button);
  if (buttons.every(isDone)) return 'already';
  const isSeen = buttons.every((button) => isDone(button) || isButton(entryAt(entries, button.index), button));
  return isSeen ? 'as-seen' : 'changed-meanwhile';
}

/** @returns the whole list with the buttons changed; all other entries stay */
export function withChanges(entries: readonly Entry[], buttons: readonly ChosenButton[]): Entry[] {
  const edits = new Map<Entry | undefined, ButtonEdit>();
  for (const button of buttons) {
    if (!isChanged(entries, button)) edits.set(entryAt(entries, button.index), button.edit);
  }
  return entries.flatMap((entry) => {
    const edit = edits.get(entry);
    if (edit === undefined) return [entry];
    return 'set' in edit ? [patched(entry, edit.set)] : [];
  });
}

function isChanged(entries: readonly Entry[], button: ChosenButton): boolean {
  const after = buttonAfter(button);
  const entry = entryAt(entries, button.index);
  if (after === undefined || entry === undefined) return after === entry;
  return isButton(entry, 'partition' in entry ? after : { ...after, partition: '' });
}

function entryAt(entries: readonly Entry[], index: string): Entry | undefined {
  return entries.find((entry) => canonicalIndex(entry.index) === canonicalIndex(index));
}

/** Whether an entry has the target and the label of a button. */
function isButton(entry: Entry | undefined, { dirn, partition, label }: SeenButton): boolean {
  return (
    entry !== undefined &&
    dialledForm(targetOf(entry)) === dialledForm(dirn) &&
    ('partition' in entry ? entry.partition : '') === partition &&
    entry.label === label
  );
}

/** Sets the properties that the entry has. Other properties, such as the partition of a speed dial, are not set. */
function patched(entry: Entry, { dirn, partition, label }: ButtonPatch): Entry {
  return {
    ...entry,
    ...(dirn !== undefined && { [targetField(entry)]: dirn }),
    ...(partition !== undefined && 'partition' in entry && { partition }),
    ...(label !== undefined && { label }),
  };
}
