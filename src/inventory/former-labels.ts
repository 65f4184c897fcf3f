import { buttonRules, type Entry } from '../domain/button-kinds.js';
import type { ButtonRules } from '../domain/buttons.js';
import { isCarriedOut, type SentList } from '../changes/change.js';
import type { SweepPosition } from './store/inventory-store.js';
import type { InventoryStore } from './store/whole-store.js';
import { foldedName, formerLabel, type Relabelling } from './store/kept-former-labels.js';

/** The part of the history that is used to find the former labels. */
export interface ChangeLog {
  /**
   * @param after the number of the sent list after which to begin; `0` at the beginning
   * @param limit how many at most
   * @returns the sent lists, oldest first; undefined if the number was never used
   * @throws ServiceError `history-unavailable`
   */
  changesAfter(after: string, limit: number): Promise<readonly SentList[] | undefined>;
}

/** How many changes are read in one step. There are few, so that no one waits for long. */
const changesAtOnce = 100;
/** After this time, in milliseconds, a change has its outcome, and no change with a lower id can appear any more. */
const settledMs = 10 * 60_000;
const beginning = '0';

/**
 * Reads the history, and stores which labels the buttons to a number had before. It begins where the last sweep
 * stopped, or else at the beginning of the history. If the history has deleted a change, the labels from that change
 * are forgotten.
 * @param isAnother true if the last sweep read another cluster. Earlier changes then say nothing about the numbers
 * @throws ServiceError `history-unavailable`, StoreUnavailable; what was stored stays, and the next call continues
 * there
 */
export async function readFormerLabels(
  log: ChangeLog,
  store: InventoryStore,
  sweep: SweepPosition,
  isAnother: boolean,
): Promise<void> {
  const settled = new Date(Date.now() - settledMs);
  const kept = await store.historyReadTo();
  const isSameHistory = (await log.changesAfter(kept, 1)) !== undefined;
  const [oldest] = (await log.changesAfter(beginning, 1)) ?? [];
  await store.forgetFormerLabels(sweep, isSameHistory ? oldest?.sent.number : undefined);
  let readTo = isSameHistory ? kept : beginning;
  let last = readTo;
  let isSettled = true;
  for (let after: string | undefined = readTo; after !== undefined;) {
    const changes: readonly SentList[] = (await log.changesAfter(after, changesAtOnce)) ?? [];
    for (const { sent } of changes) {
      // The first change that may still be updated, and all after it, are read again by the next sweep.
      isSettled &&= sent.time <= settled;
      if (isSettled) readTo = sent.number;
    }
    await store.keepRelabellings(sweep, changes.filter(isSet).flatMap(relabellingsIn), readTo);
    last = changes.at(-1)?.sent.number ?? last;
    after = changes.length < changesAtOnce ? undefined : last;
  }
  if (!isAnother) return;
  await store.forgetFormerLabels(sweep, undefined);
  await store.keepRelabellings(sweep, [], last);
}

function isSet({ state, foundLater }: SentList): boolean {
  return isCarriedOut({ state }) || foundLater?.list === 'after';
}

/**
 * @returns what the change did to labels. The order does not matter, because one change never both replaces and gives
 * the same label of a number
 */
export function relabellingsIn({ sent: { number: id }, kind, before, after }: SentList): Relabelling[] {
  const [had, has] = [labelsByTarget(kind, before ?? []), labelsByTarget(kind, after ?? [])];
  return [...has].flatMap(([target, labels]) => {
    const earlier = had.get(target) ?? new Set();
    const given = [...labels].filter((label) => !earlier.has(label));
    // If buttons are only removed, no label was replaced.
    const replaced = given.length === 0 ? [] : [...earlier].filter((label) => label !== '' && !labels.has(label));
    const key = (label: string): string => formerLabel(label, ...(JSON.parse(target) as [string, string | null]));
    return [
      ...given.map((label) => ({ label: key(label), by: id, isGiven: true })),
      ...replaced.map((label) => ({ label: key(label), by: id, isGiven: false })),
    ];
  });
}

/**
 * @returns the labels of the buttons to each number, folded. The key is the number as JSON, with its partition or null
 */
function labelsByTarget(kind: SentList['kind'], entries: readonly Entry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const { targetOf } = buttonRules[kind] as ButtonRules<Entry>;
  const labels = new Map<string, Set<string>>();
  for (const entry of entries) {
    const target = targetOf(entry);
    if (!target) continue;
    const key = JSON.stringify([target.number, target.partition ?? null]);
    labels.set(key, (labels.get(key) ?? new Set()).add(foldedName(entry.label)));
  }
  return labels;
}
