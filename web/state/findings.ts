import { groupsOf } from '../../src/domain/grouped.js';
import { signal } from '@preact/signals';
import type { Finding } from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import { inventory } from './inventory.js';
import { clearWithUser, session } from './session.js';

/** How many buttons must be fixed, by kind of finding. */
export interface FindingCounts {
  readonly all: number;
  readonly byKind: ReadonlyMap<Finding['kind'], number>;
  /** Whether there are more than were counted. */
  readonly hasMore: boolean;
}

/** The last counts; undefined until they are known, and without an inventory. */
export const findingCounts = signal<FindingCounts | undefined>(undefined);

/** How many are counted when the user signs in, in one request; the page To fix reads and counts more. */
const mostCounted = 500;

/** Counts findings that were read. */
export function countFindings(findings: readonly Finding[], hasMore: boolean): void {
  const byKind = new Map(
    groupsOf(findings, ({ kind }) => kind).map(([{ kind }, ...more]) => [kind, more.length + 1] as const),
  );
  findingCounts.value = { all: findings.length, byKind, hasMore };
}

// Once for a session, as soon as the inventory has a complete sweep.
inventory.subscribe((kept) => {
  const now = session.peek();
  if (now === undefined || kept?.asOf == null || findingCounts.peek() !== undefined) return;
  now.client.listFindings({ limit: mostCounted }).then(
    ({ findings, next }) => {
      if (session.peek() === now && findingCounts.peek() === undefined) countFindings(findings, next !== undefined);
    },
    (error: unknown) => {
      // The count is only a hint; the page To fix shows what is wrong.
      failedCall(error);
    },
  );
});
clearWithUser(() => {
  findingCounts.value = undefined;
});
