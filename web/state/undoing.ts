import { signal } from '@preact/signals';
import { PhoneProxyError, type Undone } from '../../src/client/index.js';
import { isOutcomeUnknown } from '../calls/failures.js';
import { client, forgetWithUser } from './session.js';

/** What became of an undo. */
export type UndoOutcome = { readonly undone: Undone } | { readonly error: PhoneProxyError };

/** An undo that was sent; without an outcome as long as its answer is awaited. */
export interface SentUndo {
  readonly outcome: UndoOutcome | undefined;
}

/** By the change that is undone; in memory alone. */
const sent = signal<ReadonlyMap<string, SentUndo>>(new Map());

/** @returns the undo of a change, where one was sent and nobody has seen what became of it */
export function undoOf(id: string): SentUndo | undefined {
  return sent.value.get(id);
}

/** Takes a change back. What becomes of that is kept, whatever the page shows by then. */
export async function undo(id: string): Promise<void> {
  const begun: SentUndo = { outcome: undefined };
  put(id, begun);
  const outcome = await client()
    .undoChange(id)
    .then(
      (undone) => ({ undone }),
      (error: unknown) => {
        if (error instanceof PhoneProxyError) return { error };
        throw error;
      },
    );
  // Another user may be here by now.
  if (sent.peek().get(id) === begun) put(id, { outcome });
}

/** Forgets an outcome that was seen; one that nobody knows is shown again. */
export function leaveUndo(id: string): void {
  const outcome = sent.peek().get(id)?.outcome;
  if (outcome && !('error' in outcome && isOutcomeUnknown(outcome.error))) put(id, undefined);
}

function put(id: string, undoing: SentUndo | undefined): void {
  const others = [...sent.peek()].filter(([other]) => other !== id);
  sent.value = new Map(undoing ? [...others, [id, undoing]] : others);
}

forgetWithUser(() => {
  sent.value = new Map();
});
