import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ButtonList, listId } from '../calls/lists.js';
import { type Draft, isChanged, type ListRead, startDraft } from '../editing/draft.js';
import { withRead } from '../editing/merge.js';
import { isUnknown, type Saved, stillHolds } from '../editing/saved.js';
import { forgetWithUser } from './session.js';

/** Why a list is not to be forgotten: it is being saved, nobody knows whether it was, or it is changed and not saved. */
export type Unsettled = 'saving' | 'unknown' | 'changed';

/** A list that is shown, or is not settled, with its draft and what became of it when it was sent; in memory alone. */
export class OpenList {
  readonly list: ButtonList;
  readonly draft: Signal<Draft>;
  /** Its saving, or its reading to find out what became of that, to the end. */
  readonly work = signal<Promise<Saved> | undefined>(undefined);
  /** What became of it the last time. */
  readonly outcome = signal<Saved | undefined>(undefined);
  readonly unsettled: ReadonlySignal<Unsettled | undefined> = computed(() => {
    if (isUnknown(this.outcome.value)) return 'unknown';
    if (this.work.value !== undefined) return 'saving';
    return isChanged(this.draft.value) ? 'changed' : undefined;
  });

  constructor(list: ButtonList, draft: Draft) {
    this.list = list;
    this.draft = signal(draft);
    effect(() => {
      this.#forgetPastFailure();
    });
  }

  /** That changes were not saved is not said of others, which are made when those are gone. */
  #forgetPastFailure(): void {
    const { value: outcome } = this.outcome;
    if (outcome && outcome.is !== 'set' && !stillHolds(outcome, this.draft.value)) this.outcome.value = undefined;
  }
}

export const openLists = signal<readonly OpenList[]>([]);

/** In which list something was changed last: Ctrl+Z outside of all lists is for that one. */
let editedLast: string | undefined;

/** @returns a list with its draft, undefined before it was read */
export function openList(list: ButtonList): OpenList | undefined {
  const id = listId(list);
  return openLists.value.find((open) => listId(open.list) === id);
}

/** Puts what was just read beside what is kept. */
export function received(list: ButtonList, read: ListRead): void {
  const open = openList(list);
  if (open) open.draft.value = withRead(open.draft.peek(), read);
  else openLists.value = [...openLists.peek(), new OpenList(list, startDraft(read))];
}

/** Makes a step of editing. @returns whether there was anything to do */
export function edit(list: ButtonList, change: (draft: Draft) => Draft): boolean {
  const open = openList(list);
  if (open === undefined) return false;
  const draft = open.draft.peek();
  const changed = change(draft);
  if (changed === draft) return false;
  editedLast = listId(list);
  open.draft.value = changed;
  return true;
}

export function wasEditedLast(list: ButtonList): boolean {
  return editedLast === listId(list);
}

/** A list that is no longer shown is kept only where it is not settled. */
export function leave(list: ButtonList): void {
  const open = openList(list);
  if (open?.unsettled.peek() === undefined) openLists.value = openLists.peek().filter((one) => one !== open);
}

/** Drops what was changed in a list, and what became of it when it was sent. */
export function dropChanges({ draft, outcome }: OpenList): void {
  batch(() => {
    draft.value = startDraft(draft.peek().newer ?? draft.peek());
    outcome.value = undefined;
  });
}

forgetWithUser(() => {
  openLists.value = [];
  editedLast = undefined;
});
