import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ButtonList, listId } from '../calls/lists.js';
import { type Draft, isChanged, type ListRead, startDraft } from '../editing/draft.js';
import { countFaults, faultsOf } from '../editing/faults.js';
import { withRead } from '../editing/merge.js';
import { isUnknown, type Saved, stillHolds } from '../editing/saved.js';
import * as steps from '../editing/steps.js';
import { knownPartitions } from './known-numbers.js';
import { clearWithUser } from './session.js';

/** Why a list is not to be dropped: it is being saved, nobody knows whether it was, or it is changed and not saved. */
export type Unsettled = 'saving' | 'unknown' | 'changed';

/** A list that is shown, or is not settled, with its draft and what became of it when it was sent; in memory alone. */
export class OpenList {
  readonly list: ButtonList;
  readonly draft: Signal<Draft>;
  /** Its saving, or its reading to find out what became of that, to the end. */
  readonly work = signal<Promise<Saved> | undefined>(undefined);
  /** What became of it the last time. */
  readonly outcome = signal<Saved | undefined>(undefined);
  /** When it was read last, in milliseconds since 1970. */
  readonly readAt = signal(Date.now());
  readonly unsettled: ReadonlySignal<Unsettled | undefined> = computed(() => {
    if (isUnknown(this.outcome.value)) return 'unknown';
    if (this.work.value !== undefined) return 'saving';
    return isChanged(this.draft.value) ? 'changed' : undefined;
  });

  /** What is wrong with its rows, by their keys. */
  readonly faults = computed(() => faultsOf(this.draft.value, knownPartitions.value));
  /** In how many fields something is wrong. */
  readonly faultCount = computed(() => countFaults(this.faults.value));

  constructor(list: ButtonList, draft: Draft) {
    this.list = list;
    this.draft = signal(draft);
    effect(() => {
      this.#dropPastFailure();
    });
  }

  /** That changes were not saved is not said of others, which are made when those are gone. */
  #dropPastFailure(): void {
    const { value: outcome } = this.outcome;
    if (outcome && !stillHolds(outcome, this.draft.value)) this.outcome.value = undefined;
  }
}

export const openLists = signal<readonly OpenList[]>([]);

/** The lists in which steps were made, the last one at the end. */
let edited: readonly string[] = [];

/** @returns a list with its draft, undefined before it was read */
export function openList(list: ButtonList): OpenList | undefined {
  const id = listId(list);
  return openLists.value.find((open) => listId(open.list) === id);
}

/** Puts what was just read beside what is kept. */
export function received(list: ButtonList, read: ListRead): void {
  const open = openList(list);
  if (open) {
    open.draft.value = withRead(open.draft.peek(), read);
    open.readAt.value = Date.now();
  } else openLists.value = [...openLists.peek(), new OpenList(list, startDraft(read))];
}

/** Makes a step of editing. @returns whether there was anything to do */
export function edit(list: ButtonList, change: (draft: Draft) => Draft): boolean {
  const open = openList(list);
  if (open === undefined) return false;
  const draft = open.draft.peek();
  const changed = change(draft);
  if (changed === draft) return false;
  if (changed.past.length > draft.past.length) edited = [...edited, listId(list)];
  open.draft.value = changed;
  return true;
}

/** Takes back the last step that was made in any of these lists. @returns the list that it was made in */
export function undoLastStep(lists: readonly OpenList[]): OpenList | undefined {
  const undoable = lists.filter(({ draft }) => draft.peek().past.length > 0);
  const last = edited.findLast((id) => undoable.some(({ list }) => listId(list) === id));
  const open = undoable.find(({ list }) => listId(list) === last);
  if (open === undefined) return undefined;
  const at = edited.lastIndexOf(listId(open.list));
  edited = edited.filter((_id, position) => position !== at);
  edit(open.list, steps.undo);
  return open;
}

/** A list that is no longer shown is kept only where it is not settled, or where nobody has closed that it was saved. */
export function leave(list: ButtonList): void {
  const open = openList(list);
  if (open?.unsettled.peek() === undefined && open?.outcome.peek() === undefined)
    openLists.value = openLists.peek().filter((one) => one !== open);
}

/** Drops what was changed in a list, and what became of it when it was sent. */
export function dropChanges({ draft, outcome }: OpenList): void {
  batch(() => {
    draft.value = startDraft(draft.peek().newer ?? draft.peek());
    outcome.value = undefined;
  });
}

clearWithUser(() => {
  openLists.value = [];
  edited = [];
});
