import { computed, signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import type { PhoneProxyError } from '../../src/client/index.js';
import { type ChangeEntry, failureOf, type Undone } from '../../src/client/index.js';
import { readList } from '../calls/lists.js';
import type { ListView } from '../changes/list-view.js';
import { client, clearWithUser } from './session.js';

/** The result of an undo. */
export type UndoOutcome =
  | { readonly is: 'undone'; readonly undone: Undone }
  | { readonly is: 'refused'; readonly error: PhoneProxyError }
  | UnknownOutcome;

/** It is not known whether the undo was made, unless the device's list shows it. */
export interface UnknownOutcome {
  readonly is: 'unknown';
  /** The list on the device, if it was read since. */
  readonly present: readonly ChangeEntry[] | undefined;
  /** Why it could not be read, or why a second try did not undo it. */
  readonly error: PhoneProxyError | undefined;
}

/** An undo that was sent. It has no outcome until its answer comes. */
export interface SentUndo {
  /** Whether it restores only the entries that the change touched. */
  readonly isOfEntries: boolean;
  readonly outcome: UndoOutcome | undefined;
}

/** By the undone change; only in memory. */
const sent = signal<ReadonlyMap<string, SentUndo>>(new Map());

/** The changes with a running undo, or with one whose result is not known. */
export const unsettledUndos = computed(() =>
  [...sent.value].filter(([, { outcome }]) => !isSettled(outcome)).map(([id]) => id),
);

/** @returns the undo of a change, if one was sent and the user has not closed its result */
export function undoOf(id: string): SentUndo | undefined {
  return sent.value.get(id);
}

/**
 * Undoes a change. The result is kept, regardless of the page.
 * @param isOfEntries restores only the entries that the change touched
 */
export async function undo(id: string, isOfEntries = false): Promise<void> {
  const before = sent.peek().get(id)?.outcome;
  const begun: SentUndo = { isOfEntries, outcome: undefined };
  put(id, begun);
  const outcome = await client()
    .undoChange(id, isOfEntries ? { scope: 'entries' } : {})
    .then((undone): UndoOutcome => ({ is: 'undone', undone }), failedAfter(before));
  // Another user may be signed in now.
  if (sent.peek().get(id) === begun) put(id, { isOfEntries, outcome });
}

/** Reads the device's list to find out whether an undo was made. */
export async function readAfterUndo(change: ListView): Promise<void> {
  const asked = sent.peek().get(change.id);
  if (asked?.outcome?.is !== 'unknown') return;
  const { outcome: before } = asked;
  const { device: name, deviceKind, kind } = change;
  const outcome = await readList(client(), { device: { kind: deviceKind, name }, kind }).then(
    ({ entries }): UnknownOutcome => ({ is: 'unknown', present: entries, error: undefined }),
    (error: unknown): UnknownOutcome => ({ ...before, error: failedCall(error) }),
  );
  // It may have been tried again by now.
  if (sent.peek().get(change.id) === asked) put(change.id, { ...asked, outcome });
}

/** Drops a result that the user has seen. An unknown result is kept, and shown again. */
export function leaveUndo(id: string): void {
  const outcome = sent.peek().get(id)?.outcome;
  if (isSettled(outcome)) put(id, undefined);
}

/** @param before the result of an earlier try of the same undo */
function failedAfter(before: UndoOutcome | undefined) {
  return (thrown: unknown): UndoOutcome => {
    const error = failedCall(thrown);
    const { means } = failureOf(error);
    if (means === 'unknown') return { is: 'unknown', present: undefined, error: undefined };
    // A refusal does not show whether the earlier undo was made. But a list that someone has changed since shows it.
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
