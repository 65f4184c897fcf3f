import { computed, signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import type { PhoneProxyError } from '../../src/client/index.js';
import { type ChangeEntry, type ChangeWithDifference, failureOf, type Undone } from '../../src/client/index.js';
import { listsOf } from '../runs/lists.js';
import { client, clearWithUser } from './session.js';

/** What became of an undo. */
export type UndoOutcome =
  | { readonly is: 'undone'; readonly undone: Undone }
  | { readonly is: 'refused'; readonly error: PhoneProxyError }
  | UnknownOutcome;

/** Nobody knows whether the undo was made, unless what the device has says so. */
export interface UnknownOutcome {
  readonly is: 'unknown';
  /** What the device had when it was read since. */
  readonly present: readonly ChangeEntry[] | undefined;
  /** Why it could not be read, or was not undone when that was tried once more. */
  readonly error: PhoneProxyError | undefined;
}

/** An undo that was sent; without an outcome as long as its answer is awaited. */
export interface SentUndo {
  /** Whether it sets back only the entries that the change touched. */
  readonly isOfEntries: boolean;
  readonly outcome: UndoOutcome | undefined;
}

/** By the change that is undone; in memory alone. */
const sent = signal<ReadonlyMap<string, SentUndo>>(new Map());

/** The changes with an undo that is under way, or of which nobody knows yet whether it was made. */
export const unsettledUndos = computed(() =>
  [...sent.value].filter(([, { outcome }]) => !isSettled(outcome)).map(([id]) => id),
);

/** @returns the undo of a change, where one was sent and nobody has seen what became of it */
export function undoOf(id: string): SentUndo | undefined {
  return sent.value.get(id);
}

/**
 * Takes a change back. What becomes of that is kept, whatever the page shows by then.
 * @param isOfEntries sets back only the entries that the change touched
 * @param run the id of the run that the undo belongs to, as soon as it is begun; nothing is sent if that fails
 */
export async function undo(id: string, isOfEntries = false, run?: Promise<string | undefined>): Promise<void> {
  const before = sent.peek().get(id)?.outcome;
  const begun: SentUndo = { isOfEntries, outcome: undefined };
  put(id, begun);
  const calls = client();
  const outcome = await Promise.resolve(run).then(
    (begunRun) =>
      calls
        .undoChange(id, { ...(isOfEntries && { scope: 'entries' }), run: begunRun })
        .then((undone): UndoOutcome => ({ is: 'undone', undone }), failedAfter(before)),
    (thrown: unknown): UndoOutcome => ({ is: 'refused', error: failedCall(thrown) }),
  );
  // Another user may be here by now.
  if (sent.peek().get(id) === begun) put(id, { isOfEntries, outcome });
}

/** Reads what the device has, where nobody knows whether an undo was made. */
export async function readAfterUndo(change: ChangeWithDifference): Promise<void> {
  const asked = sent.peek().get(change.id);
  if (asked?.outcome?.is !== 'unknown') return;
  const { outcome: before } = asked;
  const outcome = await listsOf(client())
    .read(change)
    .then(
      ({ entries }): UnknownOutcome => ({ is: 'unknown', present: entries, error: undefined }),
      (error: unknown): UnknownOutcome => ({ ...before, error: failedCall(error) }),
    );
  // It may have been tried once more by now.
  if (sent.peek().get(change.id) === asked) put(change.id, { ...asked, outcome });
}

/** Drops an outcome that was seen; one that nobody knows is shown again. */
export function leaveUndo(id: string): void {
  const outcome = sent.peek().get(id)?.outcome;
  if (isSettled(outcome)) put(id, undefined);
}

/** @param before what became of the same undo when it was tried before */
function failedAfter(before: UndoOutcome | undefined) {
  return (thrown: unknown): UndoOutcome => {
    const error = failedCall(thrown);
    const { means } = failureOf(error);
    if (means === 'unknown') return { is: 'unknown', present: undefined, error: undefined };
    // A refusal does not tell whether the one before was made; a list that somebody has changed since is known.
    const isHidden = before?.is === 'unknown' && !isSettled(before) && means !== 'changed';
    return isHidden ? { ...before, error } : { is: 'refused', error };
  };
}

function isSettled(outcome: UndoOutcome | undefined): boolean {
  return outcome !== undefined && (outcome.is !== 'unknown' || outcome.present !== undefined);
}

function put(id: string, undoing: SentUndo | undefined): void {
  const others = [...sent.peek()].filter(([other]) => other !== id);
  sent.value = new Map(undoing ? [...others, [id, undoing]] : others);
}

clearWithUser(() => {
  sent.value = new Map();
});
