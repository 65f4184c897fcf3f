import { z } from 'zod';
import { plannedListSchema } from '../plan/plan.js';
import { type State, states } from './states.js';

/**
 * The lines of a journal, one JSON value each. First come the head, the lists of the plan, and `begun`. Then, for each
 * list, there is an intention before its first write, and an outcome after its last write.
 */
export const journalFormat = 'axl-phone-proxy journal';
export const journalVersion = 2;

export const headSchema = z.strictObject({
  format: z.literal(journalFormat),
  version: z.literal(journalVersion),
  /** The name by which a process locks the journal. */
  id: z.string(),
  command: z.string(),
  url: z.string(),
  login: z.string(),
  made: z.string(),
  /** The run in the service's history; undefined if it keeps no history. */
  run: z.string().optional(),
  perHour: z.number(),
  keepGoing: z.boolean(),
  /** How many lists follow. */
  lists: z.number(),
});

export const listLineSchema = z.strictObject({ list: z.number(), planned: plannedListSchema });

export const lineSchema = z.union([
  z.strictObject({ begun: z.string() }),
  /** The run continues; `run` is the new run in the service's history, if there is another one. */
  z.strictObject({ resumed: z.string(), run: z.string().optional() }),
  z.strictObject({ intention: z.number(), time: z.string() }),
  z.strictObject({
    outcome: z.number(),
    state: z.enum(states as [State, ...State[]]),
    detail: z.string().optional(),
    time: z.string(),
  }),
  /** A new plan for a list that the run has not changed, from a run that continues. */
  z.strictObject({ replanned: z.number(), planned: plannedListSchema }),
  /** The journal of the run that reverts this one, as an absolute path. */
  z.strictObject({ rolledBack: z.string(), time: z.string() }),
]);

export type JournalLine = z.infer<typeof lineSchema>;

/** The settings of a run, which also hold when it continues. */
export interface RunSettings {
  /** How many writes are sent in an hour; 0 for no limit. */
  readonly perHour: number;
  /** Continues, regardless of how many lists cannot be changed. */
  readonly keepGoing: boolean;
}
