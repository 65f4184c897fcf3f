import type { Hash } from 'node:crypto';
import { setImmediate as immediately } from 'node:timers/promises';
import type { z } from 'zod';
import { changeBounds } from '../../../changes/change.js';
import type { FieldProblem } from '../../../domain/errors.js';
import { problemsIn } from '../body.js';

/** How many faults of one body are named. */
export const mostFaults = 500;

/** What the items of a body are read for. */
export interface Reading {
  readonly problems: FieldProblem[];
  /** Takes each item as it was sent. */
  readonly hash: Hash;
}

/**
 * Reads items one by one, and other requests are served in between. What is too long is not read.
 * @param field of the items: `body.lists`; of a single item that is no array, its own
 */
export async function readEach<Schema extends z.ZodType, Read>(
  sent: unknown,
  schema: Schema,
  field: string,
  { problems, hash }: Reading,
  read: (item: z.output<Schema>, field: string, at: number) => Read,
): Promise<Read[]> {
  const items: Read[] = [];
  const all: readonly unknown[] = Array.isArray(sent) ? sent : sent === undefined ? [] : [sent];
  if (all.length > changeBounds.lists) return items;
  for (const [at, one] of all.entries()) {
    if (problems.length >= mostFaults) break;
    await immediately();
    hash.update(JSON.stringify(one));
    const place = Array.isArray(sent) ? `${field}[${at}]` : field;
    const item = schema.safeParse(one);
    problems.push(...problemsIn(item.error, place));
    if (item.success) items.push(read(item.data, place, at));
  }
  return items;
}
