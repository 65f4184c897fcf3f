import { type Signal, signal } from '@preact/signals';
import { type Draft, isChanged, type ListRead } from '../editing/draft.js';
import { withRead } from '../editing/merge.js';
import { type ButtonList, listId } from '../calls/lists.js';
import { forgetWithUser } from './session.js';
import { unsavedCount } from './unsaved.js';

/** The lists that are shown, and those that were changed and not saved; in memory alone. */
const drafts = new Map<string, Signal<Draft | undefined>>();

/** In which list something was changed last: Ctrl+Z outside of all lists is for that one. */
let editedLast: string | undefined;

/** @returns the draft of a list, undefined before it was read */
export function draftOf(list: ButtonList): Signal<Draft | undefined> {
  const id = listId(list);
  const known = drafts.get(id) ?? signal<Draft | undefined>(undefined);
  drafts.set(id, known);
  return known;
}

export function keep(list: ButtonList, draft: Draft): void {
  draftOf(list).value = draft;
  count();
}

/** Puts what was just read beside what is kept. */
export function received(list: ButtonList, read: ListRead): void {
  keep(list, withRead(draftOf(list).peek(), read));
}

/** Makes a step of editing. */
export function edit(list: ButtonList, change: (draft: Draft) => Draft): void {
  const draft = draftOf(list).peek();
  if (draft === undefined) return;
  const changed = change(draft);
  if (changed === draft) return;
  editedLast = listId(list);
  keep(list, changed);
}

export function wasEditedLast(list: ButtonList): boolean {
  return editedLast === listId(list);
}

/** A list that is no longer shown is kept only where something in it was changed. */
export function leave(list: ButtonList): void {
  const draft = draftOf(list).peek();
  if (draft === undefined || !isChanged(draft)) drafts.delete(listId(list));
}

function count(): void {
  unsavedCount.value = [...drafts.values()].filter(({ value }) => value !== undefined && isChanged(value)).length;
}

forgetWithUser(() => {
  for (const draft of drafts.values()) draft.value = undefined;
  drafts.clear();
  count();
});
