import { z } from 'zod';
import { plannedListSchema } from '../plan/plan.js';
import { type State, states } from './states.js';

/**
 * The lines of a journal, one JSON value each: the head, the lists of the plan, `begun`, and then, for each list, an
 * intention before its first write and an outcome after.
 */
export const journalFormat = 'axl-phone-proxy journal';
export const journalVersion = 2;

export const headSchema = z.strictObject({
  format: z.literal(journalFormat),
  version: z.literal(journalVersion),
  /** Under which a process takes the journal for itself. */
  id: z.string(),
  command: z.string(),
  url: z.string(),
  login: z.string(),
  made: z.string(),
  /** The run in the service's history; undefined if that keeps none. */
  run: z.string().optional(),
  perHour: z.number(),
  keepGoing: z.boolean(),
  /** How many lists follow. */
  lists: z.number(),
});

export const listLineSchema = z.strictObject({ list: z.number(), planned: plannedListSchema });

export const lineSchema = z.union([
  z.strictObject({ begun: z.string() }),
  /** With the run in the service's history, where it is another one from then on. */
  z.strictObject({ resumed: z.string(), run: z.string().optional() }),
  z.strictObject({ intention: z.number(), time: z.string() }),
  z.strictObject({
    outcome: z.number(),
    state: z.enum(states as [State, ...State[]]),
    detail: z.string().optional(),
    time: z.string(),
  }),
  /** What a run that goes on makes of a list that it has not changed, in place of what was planned. */
  z.strictObject({ replanned: z.number(), planned: plannedListSchema }),
  /** The journal of the run that sets this one back, as a whole path. */
  z.strictObject({ rolledBack: z.string(), time: z.string() }),
]);

export type JournalLine = z.infer<typeof lineSchema>;

/** What a run keeps to, and goes on with. */
export interface RunSettings {
  /** How many writes go out in an hour; 0 for no bound. */
  readonly perHour: number;
  /** Goes on, however many lists cannot be changed. */
  readonly keepGoing: boolean;
}
