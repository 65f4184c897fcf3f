import { refOf, sameLists } from '../lists.js';
import type { PlannedList } from './plan.js';
import type { Reader } from './reader.js';

/**
 * Plans to revert the lists that a run has changed, if a device still has what the run left.
 * @param changed the lists as that run had planned them
 * @returns a plan for each list, based on what is there now
 */
export async function revertLists(reader: Reader, changed: readonly PlannedList[]): Promise<readonly PlannedList[]> {
  const found = await reader.listsOrMissing(changed);
  return found.map((one): PlannedList => {
    const { kind, before, after } = one.key;
    const key = refOf(one.key);
    if ('missing' in one) return { ...key, etag: '', before: after, after: before, leave: one.missing.detail };
    const { entries, etag } = one.list;
    const isOurs = sameLists(kind, entries, after);
    if (isOurs || sameLists(kind, entries, before)) return { ...key, etag, before: entries, after: before };
    return { ...key, etag, before: entries, after: before, leave: 'It has changed since the run.' };
  });
}
