import { z } from 'zod';
import { plannedListSchema } from '../plan/plan.js';
import { states } from './states.js';

/**
 * The lines of a journal, one JSON value each: the head, the lists of the plan, `begun`, and then, for each list, an
 * intention before its first write and an outcome after.
 */
export const journalFormat = 'axl-phone-proxy journal';
export const journalVersion = 1;

export const headSchema = z.strictObject({
  format: z.literal(journalFormat),
  version: z.literal(journalVersion),
  command: z.string(),
  url: z.string(),
  made: z.string(),
  /** How many lists follow. */
  lists: z.number(),
});

export const listLineSchema = z.strictObject({ list: z.number(), planned: plannedListSchema });

export const lineSchema = z.union([
  z.strictObject({ begun: z.string() }),
  z.strictObject({ resumed: z.string() }),
  z.strictObject({ intention: z.number(), time: z.string() }),
  z.strictObject({ outcome: z.number(), state: z.enum(states), detail: z.string().optional(), time: z.string() }),
]);

export type JournalLine = z.infer<typeof lineSchema>;
