import type { ChangeFilter, ChangePage, ChangeWithLists } from '../../../src/client/index.js';
import { mergedPages } from '../../changes/pages.js';
import { sinceTime, untilTime } from '../../changes/since.js';
import type { Part } from '../../components/paged.js';
import type { ChangesFilter } from '../../state/route.js';
import { client } from '../../state/session.js';

/** The requested changes. */
export interface Asked {
  /** The service's filters. A device of either kind needs two. */
  readonly filters: readonly ChangeFilter[];
  /** The filter by the kind of device, which the service does not have. */
  readonly isMeant: (change: ChangeWithLists) => boolean;
}

/** How many pages are searched at once for a kind of device. This is needed because the service cannot filter by it. */
const mostPages = 10;

/**
 * Reads pages until there is something to show, because a page of the service may be empty and still have a next one.
 * @param before where the changes begin, from the previous page
 */
export async function readChanges(
  filter: ChangesFilter,
  before?: string,
  signal?: AbortSignal,
): Promise<Part<ChangeWithLists>> {
  const { filters, isMeant } = askedFor(filter);
  let next = before;
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(filters, next, signal);
    const items = page.changes.filter(isMeant);
    next = page.next;
    const isEnough = items.length > 0 || next === undefined || (pages >= mostPages && page.changes.length > 0);
    if (isEnough) return { items, next };
  }
}

/** @returns the proposed changes that the user may approve, the newest ones */
export async function readWaiting(signal: AbortSignal): Promise<readonly ChangeWithLists[]> {
  const { changes } = await client().listChanges({ state: 'proposed' }, { signal });
  return changes.filter(({ may }) => may.includes('approve'));
}

async function readPage(filters: readonly ChangeFilter[], before?: string, signal?: AbortSignal): Promise<ChangePage> {
  const pages = filters.map((filter) => client().listChanges({ ...filter, before }, { signal }));
  return mergedPages(await Promise.all(pages));
}

/** @returns the service's filters, and which of its answers match */
export function askedFor(filter: ChangesFilter): Asked {
  const { phone, profile, device, deviceKind, since, until, ...others } = filter;
  const of = { ...others, since: since && sinceTime(since), until: until && untilTime(until) };
  const either = device === undefined ? undefined : [device, { profile: device }];
  const devices = phone !== undefined ? [phone] : profile !== undefined ? [{ profile }] : (either ?? [undefined]);
  return {
    filters: devices.map((one) => ({ ...of, of: one })),
    isMeant: ({ lists }) => deviceKind === undefined || lists.some((list) => list.deviceKind === deviceKind),
  };
}
