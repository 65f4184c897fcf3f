import { buttonRules, type Entry } from '../domain/button-kinds.js';
import type { ButtonRules } from '../domain/buttons.js';
import type { Change, Outcome } from '../history/change.js';
import type { InventoryStore, SweepPosition } from './store/inventory-store.js';
import { foldedName, formerLabel, type Relabelling } from './store/kept-former-labels.js';

/** Where the history is read on for what became of labels. */
export interface ChangeLog {
  /**
   * @param after the id of the change behind which to begin; `0` is the beginning
   * @param limit how many at most
   * @returns the oldest of them first; undefined if no such id was ever given
   * @throws ServiceError `history-unavailable`
   */
  changesAfter(after: string, limit: number): Promise<readonly Change[] | undefined>;
}

/** How many changes are read in one step: few, so that no one waits for long. */
const changesAtOnce = 100;
/** How long a change may still get its outcome, or a change with a lower id may still appear, in milliseconds. */
const settledMs = 10 * 60_000;
const beginning = '0';

/**
 * Reads on in the history behind what the last sweep has read of it, and keeps which labels buttons to a number had
 * before. A history of which nothing was read yet is read from its beginning; what it has deleted is forgotten.
 * @param isAnother whether the sweep is of another cluster than the last: of its numbers no change says anything
 * @throws ServiceError `history-unavailable`, InventoryUnavailable; what was kept stays, and it goes on there
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
  await store.forgetFormerLabels(sweep, isSameHistory ? oldest?.id : undefined);
  let readTo = isSameHistory ? kept : beginning;
  let last = readTo;
  let isSettled = true;
  for (let after: string | undefined = readTo; after !== undefined;) {
    const changes: readonly Change[] = (await log.changesAfter(after, changesAtOnce)) ?? [];
    for (const { id, time } of changes) {
      // From the first change on of which more may be heard, the next sweep reads all once more.
      isSettled &&= time <= settled;
      if (isSettled) readTo = id;
    }
    await store.keepRelabellings(sweep, changes.filter(isCarriedOut).flatMap(relabellingsIn), readTo);
    last = changes.at(-1)?.id ?? last;
    after = changes.length < changesAtOnce ? undefined : last;
  }
  if (!isAnother) return;
  await store.forgetFormerLabels(sweep, undefined);
  await store.keepRelabellings(sweep, [], last);
}

const carriedOut: ReadonlySet<Outcome> = new Set(['replaced', 'confirmed-by-reading', 'seen']);

function isCarriedOut({ outcome, foundLater }: Change): boolean {
  return carriedOut.has(outcome) || foundLater?.list === 'after';
}

/** @returns in no order: a change does not take a label from a number's buttons and give it to them */
export function relabellingsIn({ id, kind, before, after }: Change): Relabelling[] {
  const [had, has] = [labelsByTarget(kind, before ?? []), labelsByTarget(kind, after ?? [])];
  return [...has].flatMap(([target, labels]) => {
    const earlier = had.get(target) ?? new Set();
    const given = [...labels].filter((label) => !earlier.has(label));
    // A button that is gone, while others stay as they are, was not relabelled.
    const replaced = given.length === 0 ? [] : [...earlier].filter((label) => label !== '' && !labels.has(label));
    const key = (label: string): string => formerLabel(label, ...(JSON.parse(target) as [string, string | null]));
    return [
      ...given.map((label) => ({ label: key(label), by: id, isGiven: true })),
      ...replaced.map((label) => ({ label: key(label), by: id, isGiven: false })),
    ];
  });
}

/** @returns the labels of the buttons to each number, folded; the number is written as JSON, with its partition or null */
function labelsByTarget(kind: Change['kind'], entries: readonly Entry[]): ReadonlyMap<string, ReadonlySet<string>> {
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
