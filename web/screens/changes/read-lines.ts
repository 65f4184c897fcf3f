import type { Change, ChangeFilter, ChangePage, RunFilter, RunPage } from '../../../src/client/index.js';
import { type Line, type LineCursors, linesOf, mergedPages } from '../../changes/lines.js';
import { sinceTime, untilTime } from '../../changes/since.js';
import type { Part } from '../../components/paged.js';
import type { ChangesFilter } from '../../state/route.js';
import { client } from '../../state/session.js';

/** The requested changes. */
export interface Asked {
  /** The service's filters. A device of either kind needs two. */
  readonly filters: readonly ChangeFilter[];
  /** The filter by the kind of device, which the service does not have. */
  readonly isMeant: (change: Change) => boolean;
}

/** How many pages are searched at once for a kind of device. This is needed because the service cannot filter by it. */
const mostPages = 10;

/** The filters that also apply to runs. */
const ofRuns: ReadonlySet<string> = new Set<keyof ChangesFilter>(['user', 'since', 'until', 'source']);

/** @param next the start of the lines, from the previous page */
export async function readLines(filter: ChangesFilter, next?: string, signal?: AbortSignal): Promise<Part<Line>> {
  const { user } = filter;
  // Every run was made by this service.
  if (Object.keys(filter).some((part) => !ofRuns.has(part)) || filter.source === 'elsewhere')
    return readChangeLines(filter, next, signal);
  const from = next === undefined ? { changes: undefined, runs: undefined } : (JSON.parse(next) as LineCursors);
  const [changes, runs] = await Promise.all([
    from.changes === null
      ? { changes: [], next: undefined }
      : readOn(askedFor({ ...filter, run: 'none' }), from.changes, signal),
    from.runs === null
      ? { runs: [], next: undefined }
      : readRuns({ user, ...timesOf(filter), before: from.runs }, signal),
  ]);
  const page = linesOf(changes, runs, from);
  return { items: page.lines, next: page.next && JSON.stringify(page.next) };
}

function readRuns(filter: RunFilter, signal: AbortSignal | undefined): Promise<RunPage> {
  return client().listRuns(filter, { signal });
}

function timesOf({ since, until }: ChangesFilter): Pick<ChangeFilter, 'since' | 'until'> {
  return { since: since && sinceTime(since), until: until && untilTime(until) };
}

async function readChangeLines(filter: ChangesFilter, next?: string, signal?: AbortSignal): Promise<Part<Line>> {
  const page = await readOn(askedFor(filter), next, signal);
  return { items: page.changes.map((change) => ({ change })), next: page.next };
}

/**
 * Reads pages until there is something to show, because a page of the service may be empty and still have a next one.
 */
async function readOn(
  { filters, isMeant }: Asked,
  before: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ChangePage> {
  let next = before;
  for (let pages = 1; ; pages += 1) {
    const page = await readChanges(filters, next, signal);
    const changes = page.changes.filter(isMeant);
    next = page.next;
    const isEnough = changes.length > 0 || next === undefined || (pages >= mostPages && page.changes.length > 0);
    if (isEnough) return { changes, next };
  }
}

async function readChanges(
  filters: readonly ChangeFilter[],
  before?: string,
  signal?: AbortSignal,
): Promise<ChangePage> {
  const pages = filters.map((filter) => client().listChanges({ ...filter, before }, { signal }));
  return mergedPages(await Promise.all(pages));
}

/** @returns the service's filters, and which of its answers match */
export function askedFor(filter: ChangesFilter): Asked {
  const { phone, profile, device, deviceKind, ...others } = filter;
  const of = { ...others, ...timesOf(filter) };
  const either = device === undefined ? undefined : [device, { profile: device }];
  const devices = phone !== undefined ? [phone] : profile !== undefined ? [{ profile }] : (either ?? [undefined]);
  return {
    filters: devices.map((one) => ({ ...of, of: one })),
    isMeant: (change) => deviceKind === undefined || change.deviceKind === deviceKind,
  };
}
