import type { Change, ChangeFilter } from '../../client/index.js';
import { changeOptions, filterFrom, type GivenBy } from '../filter-options.js';
import { deviceKeyOf, type DeviceRef } from '../lists.js';
import { listText } from '../output/plan-text.js';
import { shown, shownJson } from '../output/shown.js';
import { chooseDevices, namesOf } from '../plan/devices.js';
import { changesOf } from '../plan/last-lists.js';
import type { Reader } from '../plan/reader.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { localTime } from '../times.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { changeText, shownLists } from './runs.js';

export interface ChangesOptions extends CommonOptions, GivenBy<typeof changeOptions> {
  readonly device?: readonly string[];
  readonly search?: readonly string[];
  /** How many at most. */
  readonly limit?: number;
}

const usualLimit = 50;

/** Up to this number of devices, the changes of each device are requested separately. */
const mostAskedFor = 200;

/** Shows changes, newest first: by runs, by single calls, and at the call manager itself. */
export async function changes(context: Context, options: ChangesOptions): Promise<ExitCode> {
  const { limit = usualLimit, json = false } = options;
  const filter = filterFrom(changeOptions, options);
  // One change more than requested shows whether there are others.
  const found = await reading(context, options, (reader) => changesFor(reader, filter, options, limit + 1));
  const { terminal } = context;
  const shownChanges = found.slice(0, limit);
  if (json) await terminal.out(`${shownJson(shownChanges)}\n`);
  else if (found.length === 0) {
    const isNarrowed = Object.values(filter).some((value) => value !== undefined) || isOfDevices(options);
    await terminal.out(isNarrowed ? 'The history has no matching change.\n' : 'The history has no change.\n');
  } else {
    const texts = shownChanges.map((change) =>
      listText(
        shownLists(change),
        terminal.colours,
        `  (${whoText(change)}; ${changeText(change)}${unknownText(change)})`,
      ),
    );
    await terminal.out(texts.join('\n'));
  }
  if (found.length > limit) terminal.err('Note: there are older changes; --limit N shows more');
  return exitCodes.done;
}

function isOfDevices({ device = [], search = [] }: ChangesOptions): boolean {
  return device.length + search.length > 0;
}

/** @returns at most this many changes, newest first */
async function changesFor(
  reader: Reader,
  filter: ChangeFilter,
  options: ChangesOptions,
  most: number,
): Promise<readonly Change[]> {
  if (!isOfDevices(options)) return reader.listChanges(filter, most);
  const found = new Map<string, Change>();
  for (const argument of options.device ?? []) {
    const ofDevice = await changesOf(reader, argument, filter, most);
    if (ofDevice.length === 0) await checkThere(reader, argument);
    for (const change of ofDevice) found.set(change.id, change);
  }
  const { devices } = await chooseDevices(reader, { names: [], searched: options.search });
  for (const change of await changesOfAll(reader, devices, filter, most)) found.set(change.id, change);
  return [...found.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)).slice(0, most);
}

/** @returns the changes of many devices. For more than a few hundred devices, it filters all changes */
async function changesOfAll(
  reader: Reader,
  devices: readonly DeviceRef[],
  filter: ChangeFilter,
  most: number,
): Promise<readonly Change[]> {
  if (devices.length > mostAskedFor) {
    const among = new Set(devices.map(deviceKeyOf));
    return reader.listChanges(filter, most, (change) => among.has(deviceKeyOf(change)));
  }
  const each = await reader.each(devices, ({ device, deviceKind }) =>
    changesOf(reader, `${deviceKind}:${device}`, filter, most),
  );
  return each.flat();
}

/** @throws Stop if the device does not exist and the history has no change of it */
async function checkThere(reader: Reader, argument: string): Promise<void> {
  const { kinds, name, ofMac } = namesOf(argument);
  if (ofMac !== undefined && (await reader.findDevice('phone', ofMac))) return;
  for (const kind of kinds) if (await reader.findDevice(kind, name)) return;
  if ((await changesOf(reader, argument, {}, 1)).length > 0) return;
  throw new Stop(`there is no device ${shown(name)}, and the history has no change of one`);
}

/** `2026-03-04 05:06:07Z by ingrid`; for a change made elsewhere, between which times */
function whoText({ time, user, source, seenAfter }: Change): string {
  if (source === 'service') return `${localTime(time)} by ${shown(user ?? 'an unknown user')}`;
  return `seen ${localTime(time)}, changed elsewhere${seenAfter === null ? '' : ` after ${localTime(seenAfter)}`}`;
}

/** Why a part of a change cannot be shown. */
function unknownText({ before, after }: Change): string {
  if (after === null) return '; the list is gone or cannot be read';
  return before === null ? '; the list before is not known' : '';
}
