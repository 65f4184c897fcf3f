import type { FindingKind, ListedFinding } from '../domain/finding.js';
import type { Asker } from '../use-cases/fair-turns.js';
import type { AskedInventory } from './asked-inventory.js';

/** How many findings are read at once, and by how many ids at once. */
const atOnce = 500;

/** Findings by their ids, or all of a kind. */
type Wanted = { readonly ids: readonly string[] } | { readonly kind: FindingKind };

/**
 * @returns what reads all findings that are wanted and that no one has dismissed
 * @throws ServiceError like `AskedInventory.findings`
 */
export function undismissed(
  inventory: Pick<AskedInventory, 'findings'>,
): (wanted: Wanted, asker: Asker) => Promise<readonly ListedFinding[]> {
  const all = async (filter: Wanted, asker: Asker): Promise<ListedFinding[]> => {
    const found: ListedFinding[] = [];
    for (let after: ListedFinding | undefined; ;) {
      const page = await inventory.findings({ ...filter, dismissed: false, after }, atOnce, asker);
      found.push(...page.listed);
      after = page.listed.at(-1);
      if (!page.hasMore) return found;
    }
  };
  return async (wanted, asker) => {
    if ('kind' in wanted) return all(wanted, asker);
    const found: ListedFinding[] = [];
    for (let from = 0; from < wanted.ids.length; from += atOnce) {
      found.push(...(await all({ ids: wanted.ids.slice(from, from + atOnce) }, asker)));
    }
    return found;
  };
}
