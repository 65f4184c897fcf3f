import { sequencesBefore, type Store } from '../../store/sql.js';
import type { StateOfWork } from '../change.js';
import { holderText } from './beginning.js';
import { inOpenIndex } from './change-rows.js';
import type { Holder } from './change-store.js';
import { texts } from './rows.js';

/** How long a claim on a change lasts without an extension, in milliseconds. */
export const heldMs = 20_000;

/** Each turn with this number, the oldest change of all has it. */
const turnOfOldest = 4;

/**
 * Takes the change whose turn it is: of the user whose last turn is longest ago, the one with the fewest lists left.
 * Released ones come last, and of a user's the one that was released first.
 */
export async function take(
  { instance, name }: Holder,
  states: readonly StateOfWork[],
  store: Store,
): Promise<string | undefined> {
  const { clock, lock } = store.dialect;
  const { isToDo, ours } = toDo(instance, states, store);
  if (!(await isAnyFree(instance, states, store))) return undefined;
  const ofUser = `(SELECT turn FROM history_turn AS turn WHERE turn.state = change.state AND turn.user_name = change.user_name)`;
  const newest = `(SELECT max(turn) FROM history_turn AS turn WHERE turn.state = change.state)`;
  const isOldest = `coalesce(${newest}, 0) % ${turnOfOldest} = ${turnOfOldest - 1}`;
  const isReleased = `CASE WHEN change.holder IS NULL AND change.held_until IS NOT NULL THEN 1 ELSE 0 END`;
  const [, [taken] = []] = await store.transact<{ sequence: number }>([
    { text: lock('turns'), values: [] },
    {
      text: `UPDATE history_change SET holder = ?, held_until = ${clock} + ${heldMs} WHERE sequence =
          (SELECT change.sequence FROM history_change AS change WHERE ${isToDo}
           ORDER BY ${isReleased}, CASE WHEN ${isOldest} THEN change.sequence ELSE 0 END, coalesce(${ofUser}, 0),
             CASE WHEN ${isReleased} = 1 THEN change.held_until ELSE 0 END, change.to_set, change.sequence LIMIT 1)
        RETURNING sequence`,
      values: [holderText({ instance, name }), ...ours],
    },
    {
      text: `INSERT INTO history_turn (state, user_name, turn)
        SELECT change.state, change.user_name, coalesce(${newest}, 0) + 1 FROM history_change AS change
        WHERE change.sequence IN (SELECT CAST(value AS bigint) FROM ${store.dialect.textsIn('?')})
        ON CONFLICT (state, user_name) DO UPDATE SET turn = excluded.turn`,
      values: [sequencesBefore],
    },
  ]);
  return taken && String(taken.sequence);
}

/** @returns whether a change waits for a worker; with `id`, whether this one does */
export async function isAnyFree(
  instance: string,
  states: readonly StateOfWork[],
  store: Store,
  id?: string,
): Promise<boolean> {
  const { isToDo, ours } = toDo(instance, states, store);
  const [isThis, ids] = id === undefined ? ['', []] : ['AND change.sequence = ?', [id]];
  const text = `SELECT 1 AS found FROM history_change AS change WHERE ${isToDo} ${isThis} LIMIT 1`;
  return (await store.all(text, [...ours, ...ids])).length > 0;
}

/** @returns the condition that `history_change AS change` waits for a worker, with its values */
function toDo(instance: string, states: readonly StateOfWork[], { dialect: { clock, isAlone } }: Store) {
  // Where only one process uses the store, what other instances hold is free.
  const isFree = `(change.holder IS NULL OR change.held_until <= ${clock} ${isAlone ? 'OR change.holder NOT LIKE ?' : ''})`;
  const isToDo = `${inOpenIndex} AND change.state IN (${texts(states)}) AND ${isFree}
    AND (change.state <> 'reading' OR change.expires > ${clock})
    AND (change.state <> 'running' OR change.stopping = 1 OR coalesce(change.not_before, 0) <= ${clock})`;
  return { isToDo, ours: isAlone ? [`${instance}/%`] : [] };
}
