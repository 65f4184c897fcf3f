import { sameLists } from '../lists.js';
import type { Plan, PlannedList } from './plan.js';
import type { Reader } from './reader.js';

/** Why a plan skips a list that has changed since. */
export const notAsPlanned = 'It has changed since the plan was made.';

/**
 * Compares a plan with what the devices have now.
 * @returns what the plan would do now. A list that is already as planned needs nothing. A list that has changed in
 * another way is skipped
 */
export async function comparedPlan(reader: Reader, plan: Plan): Promise<Plan> {
  const found = await reader.listsOrMissing(plan.lists);
  const lists = found.map((one): PlannedList => {
    const { key: list } = one;
    if (list.leave !== undefined) return list;
    if ('missing' in one) return { ...list, leave: one.missing.detail };
    const { kind, before, after } = list;
    const { entries, etag } = one.list;
    if (sameLists(kind, entries, before)) return list;
    if (sameLists(kind, entries, after)) return { ...list, etag, before: after };
    // The plan skips this list anyway, even if it has changed.
    if (sameLists(kind, before, after)) return list;
    return { ...list, etag, before: entries, leave: notAsPlanned };
  });
  return { ...plan, lists };
}
