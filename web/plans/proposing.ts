import { runLimits, withRetries } from '../../src/client/engine/retries.js';
import type { ChangeToPropose, FieldProblem } from '../../src/client/index.js';
import { failedCallOf } from '../runs/change-list.js';
import { type ChosenList, standingOf, withChanges } from '../runs/chosen.js';
import type { ListKey, Lists } from '../runs/lists.js';
import { type Clock, Pace } from '../runs/pace.js';

/** The changes to propose. */
export interface Prepared {
  readonly changes: readonly ChangeToPropose[];
  /** The lists that are left out, because their buttons are not as the page shows them. */
  readonly leftOut: readonly ListKey[];
}

export interface PrepareParts {
  readonly lists: Pick<Lists, 'read'>;
  readonly clock: Clock;
  /** Cancels it. */
  readonly stop: AbortSignal;
  /** Called with the number of lists read so far. */
  readonly onRead: (count: number) => void;
}

/**
 * Reads the current lists, and makes the changes that a plan proposes. A list that is already as wanted needs no
 * change.
 * @throws PhoneProxyError if a list cannot be read, after several tries
 */
export async function prepare(
  chosen: readonly ChosenList[],
  { lists, clock, stop, onRead }: PrepareParts,
): Promise<Prepared> {
  const changes: (ChangeToPropose | undefined)[] = [];
  const leftOut: ListKey[] = [];
  const pace = new Pace(clock, stop, () => undefined);
  const waiting = chosen.entries();
  let read = 0;
  const one = async (at: number, list: ChosenList): Promise<void> => {
    const answered = await withRetries(
      () => lists.read(list),
      failedCallOf,
      (seconds) => {
        pace.pause(seconds);
        return pace.rest();
      },
    );
    stop.throwIfAborted();
    if (!('value' in answered)) throw answered.failure.error;
    const { entries, etag } = answered.value;
    const standing = standingOf(entries, list.buttons);
    const { device, deviceKind, kind } = list;
    if (standing === 'changed-meanwhile') leftOut.push({ device, deviceKind, kind });
    if (standing === 'as-seen')
      changes[at] = { device, deviceKind, list: kind, ifMatch: etag, entries: withChanges(entries, list.buttons) };
    read += 1;
    onRead(read);
  };
  const worker = async (): Promise<void> => {
    for (const [at, list] of waiting) await one(at, list);
  };
  await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
  return { changes: changes.flatMap((change) => change ?? []), leftOut };
}

/** The place of a fault that the service found in a plan. */
export interface FaultPlace {
  readonly change: ChangeToPropose;
  /** The index of the entry, if the fault is in an entry. */
  readonly index: string | undefined;
}

/** @returns the list and entry that a field of a problem names: `body.changes[3].entries[0].label` */
export function placeOf({ field }: FieldProblem, changes: readonly ChangeToPropose[]): FaultPlace | undefined {
  const [, at, entry] = /^body\.changes\[(\d+)\](?:\.entries\[(\d+)\])?/.exec(field) ?? [];
  const change = at === undefined ? undefined : changes[Number(at)];
  return change && { change, index: entry === undefined ? undefined : change.entries[Number(entry)]?.index };
}
