import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { isServiceError } from '../../domain/errors.js';
import { type FindingCounts, type FindingKind, findingKinds, noFindings } from '../../domain/finding.js';
import type { Asker } from '../../use-cases/fair-turns.js';
import type { AskedInventory, InventoryState } from '../../inventory/asked-inventory.js';

/** @returns the inventory's state as callers see it. @param findings undefined if the answer is about something else */
export function inventoryJson({ state, reason, kept, progress }: InventoryState, findings?: FindingCounts | null) {
  const { asOf, phones, profiles, numbers, buttons, listsToCheck } = kept;
  const time = asOf === undefined ? null : new Date(asOf).toISOString();
  const others = { asOf: time, phones, profiles, numbers, buttons, listsToCheck };
  return { state, reason: reason ?? null, ...others, findings, progress: progress ?? null };
}

/** How long an answer waits for the number of findings, in milliseconds: long reads of others may be before it. */
const longestCountMs = 2_000;

/**
 * @returns the state, and the number of findings; null instead of the number if it is not known in time
 * @throws ServiceError if the state cannot be read
 */
export async function countedInventory(inventory: Pick<AskedInventory, 'state' | 'findingCounts'>, asker: Asker) {
  const signal = AbortSignal.any([asker.signal, AbortSignal.timeout(longestCountMs)]);
  const [state, counts] = await Promise.all([
    inventory.state(asker),
    inventory.findingCounts({ user: asker.user, signal }).catch((thrown: unknown) => {
      if (isServiceError(thrown)) return null;
      throw thrown;
    }),
  ]);
  return inventoryJson(state, counts ?? null);
}

/** How long an answer about something else waits for the inventory's store, in milliseconds. */
const longestWaitMs = 500;

/** @returns its state as callers see it, null if its store cannot be read now; undefined if there is no inventory */
export async function shownInventory(inventory: Pick<AskedInventory, 'state'> | undefined) {
  if (!inventory) return undefined;
  const shown = inventory.state().then(
    (state) => inventoryJson(state),
    (thrown: unknown) => {
      if (isServiceError(thrown)) return null;
      throw thrown;
    },
  );
  return Promise.race([shown, delay(longestWaitMs, null, { ref: false })]);
}

// The response is made from checked values: this schema only describes it.

const count = z.int().min(0);
const byKind = Object.fromEntries(findingKinds.map((kind) => [kind, count])) as Record<FindingKind, typeof count>;

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
    listsToCheck: count.meta({
      description:
        'How many lists were changed since a sweep read them, as far as the service knows. They have no findings before the next sweep.',
    }),
    findings: z
      .union([z.object(byKind), z.null()])
      .optional()
      .meta({
        description:
          'How many findings of each kind `GET /findings` lists if you give no filter; null before the first whole sweep, ' +
          'and if they cannot be counted now; left out in `GET /status`.',
      }),
    progress: z
      .union([z.object({ tables: count, of: count, rows: count }), z.null()])
      .meta({ description: 'How many tables and rows the current sweep has read so far.' }),
  })
  .meta({ description: 'The state of the inventory.' });

const example = {
  ...{ state: 'whole', reason: null, asOf: '2026-03-04T05:06:07.089Z' },
  ...{ phones: 104, profiles: 6, numbers: 148, buttons: 266, listsToCheck: 0 },
};
export const inventoryExample = {
  ...example,
  findings: { ...noFindings, 'nobody-there': 1, 'old-name': 4, twice: 2 },
  progress: null,
};
export const inventoryInStatusExample = { ...example, progress: null };
