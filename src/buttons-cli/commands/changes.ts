import type { ChangeFilter, ChangeWithLists } from '../../client/index.js';
import { changeOptions, filterFrom, type GivenBy } from '../filter-options.js';
import { shown, shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { namesOf } from '../work-out/devices.js';
import { changesOf } from '../work-out/last-lists.js';
import type { Reader } from '../work-out/reader.js';
import { countsText, listLines, stateText, whoText } from './change-text.js';
import { type CommonOptions, type Context, reading } from './context.js';

export interface ChangesOptions extends CommonOptions, GivenBy<typeof changeOptions> {
  readonly device?: readonly string[];
  /** How many at most. */
  readonly limit?: number;
}

const usualLimit = 50;

/** Shows changes, newest first: those of this service, and those at the call manager itself. */
export async function changes(context: Context, options: ChangesOptions): Promise<ExitCode> {
  const { limit = usualLimit, json = false } = options;
  const { state: states = [undefined], ...filter } = filterFrom(changeOptions, options);
  // One change more than requested shows whether there are others.
  const found = await reading(context, options, async (reader) => {
    const all: ChangeWithLists[] = [];
    for (const state of states) all.push(...(await changesFor(reader, { ...filter, state }, options, limit + 1)));
    return newestFirst(all);
  });
  const { terminal } = context;
  const shownChanges = found.slice(0, limit);
  if (json) await terminal.out(`${shownJson(shownChanges)}\n`);
  else if (found.length === 0) {
    const { device = [], state = [] } = options;
    const isNarrowed = Object.values(filter).some((value) => value !== undefined) || device.length + state.length > 0;
    await terminal.out(isNarrowed ? 'The service has no matching change.\n' : 'The service has no change.\n');
  } else {
    await terminal.out(shownChanges.map((change) => textOf(change, context)).join('\n'));
  }
  if (found.length > limit) terminal.err('Note: there are older changes; --limit N shows more');
  return exitCodes.done;
}

/** The lists of a change with more lists than this are not shown. */
const mostShown = 2;

function textOf(change: ChangeWithLists, { terminal }: Context): string {
  const { id, title, counts, undone, may, lists } = change;
  const parts = [
    stateText(change),
    countsText(counts),
    ...(undone === 'none' ? [] : [undone === 'whole' ? 'undone' : 'undone in part']),
    ...(may.length === 0 ? [] : [`you can: ${may.join(', ')}`]),
  ];
  const head = [
    `${terminal.colours.bold(shown(id))}  ${shown(title)}`,
    `  ${whoText(change)}; ${parts.join('; ')}`,
    '',
  ];
  const each = counts.total > mostShown ? [] : lists.flatMap((list) => listLines(list, terminal.colours));
  return [...head, ...each].join('\n');
}

/** @returns at most this many changes, newest first */
async function changesFor(
  reader: Reader,
  filter: ChangeFilter,
  { device = [] }: ChangesOptions,
  most: number,
): Promise<readonly ChangeWithLists[]> {
  if (device.length === 0) return reader.listChanges(filter, most);
  const found = new Map<string, ChangeWithLists>();
  for (const argument of device) {
    const ofDevice = await changesOf(reader, argument, filter, most);
    if (ofDevice.length === 0) await checkThere(reader, argument);
    for (const change of ofDevice) found.set(change.id, change);
  }
  return newestFirst([...found.values()]).slice(0, most);
}

function newestFirst(changes: readonly ChangeWithLists[]): ChangeWithLists[] {
  return changes.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
}

/** @throws Stop if the device does not exist and there is no change of it */
async function checkThere(reader: Reader, argument: string): Promise<void> {
  const { kinds, name, ofMac } = namesOf(argument);
  if (ofMac !== undefined && (await reader.findDevice('phone', ofMac))) return;
  for (const kind of kinds) if (await reader.findDevice(kind, name)) return;
  if ((await changesOf(reader, argument, {}, 1)).length > 0) return;
  throw new Stop(`there is no device ${shown(name)}, and the history has no change of one`);
}
