import type { ChangeList, ChangeWithLists } from '../../src/client/index.js';

/** A list of a change, with what is known of the change: who, when, and what it undoes. */
export interface ListView extends ChangeList, Pick<ChangeWithLists, 'id' | 'source' | 'undoes'> {
  /** When it was sent; if it was not, when its change was asked for. */
  readonly time: string;
  readonly user: string | null;
  readonly requestId: string | null;
  readonly seenAfter: string | null;
}

/** @returns the lists of a change that an answer has */
export function listViews({ id, source, undoes, time, user, lists }: ChangeWithLists): ListView[] {
  return lists.map((list) => ({
    ...list,
    ...{ id, source, undoes, time: list.sent?.time ?? time },
    ...{ user: list.sent?.user ?? user, requestId: list.sent?.requestId ?? null },
    seenAfter: list.sent?.seenAfter ?? null,
  }));
}

/** @returns the list of a change that has only one; undefined if it has several, or its list was never sent */
export function onlyList(change: ChangeWithLists): ListView | undefined {
  const [list] = change.counts.total === 1 ? listViews(change) : [];
  return list?.sent ? list : undefined;
}
