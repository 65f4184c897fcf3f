import { keyOf, sameLists } from '../lists.js';
import type { JournalledList } from './read-journal.js';
import type { PlannedList } from '../plan/plan.js';
import type { Reader } from '../plan/reader.js';

/**
 * Plans that what a run has changed becomes what it was, where a device still has what the run left.
 * @param lists what the journal of the run says
 */
export async function rollBack(reader: Reader, lists: readonly JournalledList[]): Promise<readonly PlannedList[]> {
  const touched = lists.flatMap(({ planned, outcome, inDoubt }) =>
    outcome?.state === 'changed' || inDoubt ? [planned] : [],
  );
  const found = await reader.listsOrMissing(touched);
  return found.map((one): PlannedList => {
    const { before, after } = one.key;
    const key = keyOf(one.key);
    if ('missing' in one) return { ...key, etag: '', before: after, after: before, leave: one.missing.detail };
    const { entries, etag } = one.list;
    const isOurs = sameLists(entries, after);
    if (isOurs || sameLists(entries, before)) return { ...key, etag, before: entries, after: before };
    return { ...key, etag, before: entries, after: before, leave: 'It is no longer as this run left it.' };
  });
}
