import type { ChangeFilter, ChangeWithLists } from '../../client/index.js';
import { changeOptions, filterFrom, type GivenBy } from '../filter-options.js';
import { shown, shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import type { Reader } from '../connection/reader.js';
import { countsText, listLines, stateText, whoText } from './change-text.js';
import { type Context, reading } from './context.js';
import { deviceNamed, findDevice, nameText } from './devices.js';
import { changesOf, listChanges, newestFirst } from './last-lists.js';

export interface ChangesOptions extends GivenBy<typeof changeOptions> {
  readonly device?: readonly string[];
  /** How many at most. */
  readonly limit?: number;
}

const usualLimit = 50;

/** Shows changes, newest first: those of this service, and those at the call manager itself. */
export async function changes(context: Context, options: ChangesOptions): Promise<ExitCode> {
  const { limit = usualLimit } = options;
  const { state: states = [undefined], ...filter } = filterFrom(changeOptions, options);
  // One change more than requested shows whether there are others.
  const found = await reading(context, async (reader) => {
    const all: ChangeWithLists[] = [];
    for (const state of states) all.push(...(await changesFor(reader, { ...filter, state }, options, limit + 1)));
    return newestFirst(all);
  });
  const { terminal } = context;
  const shownChanges = found.slice(0, limit);
  if (context.json) await terminal.out(`${shownJson(shownChanges)}\n`);
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
  if (device.length === 0) return listChanges(reader, filter, most);
  const found: ChangeWithLists[] = [];
  for (const name of device.map(deviceNamed)) {
    const ofDevice = await changesOf(reader, name, filter, most);
    if (ofDevice.length === 0 && !(await findDevice(reader, name))) {
      throw new Stop(`there is no device ${nameText(name)}, and the history has no such change of one`);
    }
    found.push(...ofDevice);
  }
  return newestFirst(found).slice(0, most);
}
