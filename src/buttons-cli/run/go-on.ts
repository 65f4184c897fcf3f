import type { JournalRead } from './read-journal.js';
import type { Work } from './runner.js';
import type { State } from './states.js';

/** What an earlier part of a run has settled for good. */
const final: ReadonlySet<State> = new Set(['changed', 'already-ok', 'changed-meanwhile']);

/** @returns what is left of a run, beside what is settled: what was refused is tried again, what is in doubt is read */
export function workLeft({ lists }: JournalRead): Work[] {
  return lists.map(({ planned, outcome, inDoubt }) => ({
    planned,
    outcome: outcome && final.has(outcome.state) ? outcome : undefined,
    inDoubt,
  }));
}
