import type { ChangePage, ChangeWithLists } from '../../src/client/index.js';

/**
 * Makes one page from several pages that start at the same change. The new page covers only what all of them cover.
 * @returns the changes, newest first, each once
 */
export function mergedPages(pages: readonly ChangePage[]): ChangePage {
  const next = pages
    .flatMap((page) => page.next ?? [])
    .reduce<string | undefined>(
      (latest, one) => (latest === undefined || isLater(one, latest) ? one : latest),
      undefined,
    );
  const isKnown = ({ id }: ChangeWithLists): boolean => next === undefined || !isLater(next, id);
  const changes = new Map(pages.flatMap((page) => page.changes.filter(isKnown)).map((change) => [change.id, change]));
  return { changes: [...changes.values()].sort((one, other) => (isLater(one.id, other.id) ? -1 : 1)), next };
}

/** Later changes have higher numbers, of any length. */
function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}
