import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { isServiceError } from '../../domain/errors.js';
import type { AskedInventory, InventoryState } from '../../inventory/asked-inventory.js';

/** @returns the inventory's state as callers see it */
export function inventoryJson({ state, reason, kept, progress }: InventoryState) {
  const { asOf, phones, profiles, numbers, buttons } = kept;
  const time = asOf === undefined ? null : new Date(asOf).toISOString();
  const others = { asOf: time, phones, profiles, numbers, buttons };
  return { state, reason: reason ?? null, ...others, progress: progress ?? null };
}

/** How long an answer about something else waits for the inventory's store, in milliseconds. */
const longestWaitMs = 500;

/** @returns its state as callers see it, null if its store cannot be read now; undefined if there is no inventory */
export async function shownInventory(inventory: Pick<AskedInventory, 'state'> | undefined) {
  if (!inventory) return undefined;
  const shown = inventory.state().then(inventoryJson, (thrown: unknown) => {
    if (isServiceError(thrown)) return null;
    throw thrown;
  });
  return Promise.race([shown, delay(longestWaitMs, null, { ref: false })]);
}

// The response is made from checked values: this schema only describes it.

const count = z.int().min(0);

export const inventorySchema = z
  .object({
    state: z.enum(['filling', 'whole', 'resting']).meta({
      description:
        '`filling`: the whole cluster has not been read yet. `whole`: it has. `resting`: the last sweep failed; ' +
        'the earlier data is still there, and the service retries.',
    }),
    reason: z.union([z.string(), z.null()]).meta({ description: 'Why it is `resting`.' }),
    asOf: z
      .union([z.iso.datetime(), z.null()])
      .meta({ description: 'When the last whole sweep began: no data is older.' }),
    phones: count,
    profiles: count,
    numbers: count,
    buttons: count,
    progress: z
      .union([z.object({ tables: count, of: count, rows: count }), z.null()])
      .meta({ description: 'How many tables and rows the current sweep has read so far.' }),
  })
  .meta({ description: 'The state of the inventory.' });

export const inventoryExample = {
  ...{ state: 'whole', reason: null, asOf: '2026-03-04T05:06:07.089Z' },
  ...{ phones: 104, profiles: 6, numbers: 148, buttons: 266, progress: null },
};
