import { callLimits, changeBounds, type FieldProblem, type ListToAsk, withRetries } from '../../src/client/index.js';
import { failedCallOf } from '../calls/failed-call.js';
import { type ChosenList, standingOf, withChanges } from './chosen.js';
import type { ListKey, ReadListOf } from './device-lists.js';

/** The lists to ask for. */
export interface WorkedOut {
  readonly lists: readonly ListToAsk[];
  /** The lists that are left out, because their buttons are not as the page shows them. */
  readonly leftOut: readonly ListKey[];
}

export interface WorkOutParts {
  readonly read: ReadListOf;
  /** Cancels it. */
  readonly stop: AbortSignal;
  /** Called with the number of lists read so far. */
  readonly onRead: (count: number) => void;
}

/**
 * Reads the current lists, and works out the lists that a change sets. A list that is already as wanted needs no change.
 * @throws PhoneProxyError if a list cannot be read, after several tries
 */
export async function workOut(chosen: readonly ChosenList[], { read, stop, onRead }: WorkOutParts): Promise<WorkedOut> {
  const lists: (ListToAsk | undefined)[] = [];
  const leftOut: ListKey[] = [];
  const waiting = chosen.entries();
  let count = 0;
  const one = async (at: number, list: ChosenList): Promise<void> => {
    const answered = await withRetries(
      () => read(list),
      failedCallOf,
      (seconds) => waited(seconds * 1_000, stop),
    );
    stop.throwIfAborted();
    if (!('value' in answered)) throw answered.failure.error;
    const { entries, etag } = answered.value;
    const standing = standingOf(entries, list.buttons);
    const { device, deviceKind, kind } = list;
    if (standing === 'changed-meanwhile') leftOut.push({ device, deviceKind, kind });
    if (standing === 'as-seen')
      lists[at] = { device, deviceKind, kind, ifMatch: etag, entries: withChanges(entries, list.buttons) };
    count += 1;
    onRead(count);
  };
  const worker = async (): Promise<void> => {
    for (const [at, list] of waiting) await one(at, list);
  };
  await Promise.all(Array.from({ length: callLimits.atOnce }, worker));
  return { lists: lists.flatMap((list) => list ?? []), leftOut };
}

/** Room in a body for the title, the reason and the rest. */
const [otherBytes, otherValues] = [16_384, 100];

/** Whether the service takes these lists in one change. */
export function fitsOneChange(lists: readonly ListToAsk[]): boolean {
  let values = otherValues;
  const text = JSON.stringify(lists, (_key, value: unknown) => {
    values += 1;
    return value;
  });
  const bytes = new TextEncoder().encode(text).length + otherBytes;
  return lists.length <= changeBounds.lists && bytes <= changeBounds.bodyBytes && values <= changeBounds.bodyValues;
}

/** Waits for some milliseconds. @returns false if it was stopped */
function waited(ms: number, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve(!stop.aborted);
    };
    const timer = setTimeout(end, ms);
    if (stop.aborted) end();
    else stop.addEventListener('abort', end);
  });
}

/** The place of a fault that the service found in a change. */
export interface FaultPlace {
  readonly list: ListToAsk;
  /** The index of the entry, if the fault is in an entry. */
  readonly index: string | undefined;
}

/** @returns the list and entry that a field of a problem names: `body.lists[3].entries[0].label` */
export function placeOf({ field }: FieldProblem, lists: readonly ListToAsk[]): FaultPlace | undefined {
  const [, at, entry] = /^body\.lists\[(\d+)\](?:\.entries\[(\d+)\])?/.exec(field) ?? [];
  const list = at === undefined ? undefined : lists[Number(at)];
  return list && { list, index: entry === undefined ? undefined : list.entries[Number(entry)]?.index };
}
