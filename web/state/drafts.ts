import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ButtonList, listId } from '../calls/lists.js';
import { type Draft, isChanged, type ListRead, startDraft } from '../editing/draft.js';
import { countFaults, faultsOf } from '../editing/faults.js';
import { withRead } from '../editing/merge.js';
import { isUnknown, type Saved, stillHolds } from '../editing/saved.js';
import * as steps from '../editing/steps.js';
import { knownPartitions } from './known-numbers.js';
import { clearWithUser } from './session.js';

/** Why a list must not be dropped: it is being saved, the result of saving is not known, or it has unsaved changes. */
export type Unsettled = 'saving' | 'unknown' | 'changed';

/** A list that is shown or is not settled, with its draft and the result of its last save. It is only in memory. */
export class OpenList {
  readonly list: ButtonList;
  readonly draft: Signal<Draft>;
  /** The running save, or the read that finds out its result. */
  readonly work = signal<Promise<Saved> | undefined>(undefined);
  /** The result of the last save. */
  readonly outcome = signal<Saved | undefined>(undefined);
  /** When it was last read, in milliseconds since 1970. */
  readonly readAt = signal(Date.now());
  readonly unsettled: ReadonlySignal<Unsettled | undefined> = computed(() => {
    if (isUnknown(this.outcome.value)) return 'unknown';
    if (this.work.value !== undefined) return 'saving';
    return isChanged(this.draft.value) ? 'changed' : undefined;
  });

  /** What is wrong with its rows, by their keys. */
  readonly faults = computed(() => faultsOf(this.draft.value, knownPartitions.value));
  /** How many fields are wrong. */
  readonly faultCount = computed(() => countFaults(this.faults.value));

  constructor(list: ButtonList, draft: Draft) {
    this.list = list;
    this.draft = signal(draft);
    effect(() => {
      this.#dropPastFailure();
    });
  }

  /**
   * When the changes of a failed save are gone, the failure is forgotten. It does not apply to changes that are made
   * later.
   */
  #dropPastFailure(): void {
    const { value: outcome } = this.outcome;
    if (outcome && !stillHolds(outcome, this.draft.value)) this.outcome.value = undefined;
  }
}

export const openLists = signal<readonly OpenList[]>([]);

/** The lists in which each step was made, the last one at the end. */
let edited: readonly (readonly string[])[] = [];

/** @returns a list with its draft; undefined until it was read */
export function openList(list: ButtonList): OpenList | undefined {
  const id = listId(list);
  return openLists.value.find((open) => listId(open.list) === id);
}

/** Combines a list that was just read with its draft. @param ageMs how old it is, if it is from the inventory */
export function received(list: ButtonList, read: ListRead, ageMs = 0): void {
  const open = openList(list) ?? new OpenList(list, startDraft(read));
  if (openLists.peek().includes(open)) open.draft.value = withRead(open.draft.peek(), read);
  else openLists.value = [...openLists.peek(), open];
  open.readAt.value = Date.now() - ageMs;
}

/** Makes an editing step. @returns whether there was anything to do */
export function edit(list: ButtonList, change: (draft: Draft) => Draft): boolean {
  return editTogether([{ list, change }]);
}

/** Makes one editing step in several lists. @returns whether there was anything to do */
export function editTogether(
  edits: readonly { readonly list: ButtonList; readonly change: (draft: Draft) => Draft }[],
): boolean {
  const changes = edits.flatMap(({ list, change }) => {
    const open = openList(list);
    if (open === undefined) return [];
    const draft = open.draft.peek();
    const changed = change(draft);
    return changed === draft ? [] : [{ open, changed, isStep: changed.past.length > draft.past.length }];
  });
  const stepped = changes.filter(({ isStep }) => isStep).map(({ open }) => listId(open.list));
  if (stepped.length > 0) edited = [...edited, stepped];
  batch(() => {
    for (const { open, changed } of changes) open.draft.value = changed;
  });
  return changes.length > 0;
}

/** Undoes the last step in any of these lists. @returns a list that it was made in */
export function undoLastStep(lists: readonly OpenList[]): OpenList | undefined {
  const undoable = lists.filter(({ draft }) => draft.peek().past.length > 0);
  const inStep = (step: readonly string[]) => undoable.filter(({ list }) => step.includes(listId(list)));
  const at = edited.findLastIndex((step) => inStep(step).length > 0);
  const undone = inStep(edited[at] ?? []);
  edited = edited.filter((_step, position) => position !== at);
  editTogether(undone.map(({ list }) => ({ list, change: steps.undo })));
  return undone[0];
}

/**
 * Drops a list that is no longer shown. It is kept only if it is not settled, or if the user has not closed the message
 * that it was saved.
 */
export function leave(list: ButtonList): void {
  const open = openList(list);
  if (open?.unsettled.peek() === undefined && open?.outcome.peek() === undefined)
    openLists.value = openLists.peek().filter((one) => one !== open);
}

/** Drops the changes of a list, and the result of its last save. */
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
