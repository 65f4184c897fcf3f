import { groupsOf } from '../../domain/grouped.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import { deviceKeyOf, entriesIn, type Entry } from '../lists.js';
import { deviceName } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import { copyButtons, giveButtons } from '../work-out/copy-buttons.js';
import { chooseDevices, isNoChoice } from '../work-out/devices.js';
import { type Guards, warningsOf } from '../work-out/guards.js';
import { wantedLists } from '../work-out/import-buttons.js';
import { type LastLists, lastLists } from '../work-out/last-lists.js';
import type { Reader } from '../work-out/reader.js';
import { type ExitCode, Stop } from '../stop.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { type Context, reading } from './context.js';
import { choiceText, deviceChoice, type DeviceOptions, inputName, readInput } from './inputs.js';
import { carryOutFound, leftOutNames } from './left-out.js';

export interface CopyOptions extends CarryOutOptions, DeviceOptions {
  /** A file that `export` has written. It must contain one device, which may not exist any more. */
  readonly fromExport?: string;
  /**
   * A change in the service's history, whose list is copied; or the name of a device, whose last lists in the history
   * are copied. The device may no longer exist.
   */
  readonly fromChange?: string;
  /** With fromChange, the list before the change. */
  readonly before?: boolean;
}

/** Replaces the buttons of devices by those of another device, of a file or of a change. */
export async function copy(
  context: Context,
  given: readonly string[],
  options: CopyOptions,
  guards: Guards,
): Promise<ExitCode> {
  const { fromExport, fromChange, before = false } = options;
  if (fromExport !== undefined && fromChange !== undefined) {
    throw new Stop('give --from-export or --from-change, not both');
  }
  if (before && fromChange === undefined) throw new Stop('--before needs --from-change ID');
  const isElsewhere = fromExport !== undefined || fromChange !== undefined;
  const source = isElsewhere ? undefined : given[0];
  const choice = deviceChoice(isElsewhere ? given : given.slice(1), options);
  if ((source === undefined && !isElsewhere) || isNoChoice(choice)) {
    throw new Stop('name the device to copy from and then the others, or give --from-export FILE or --from-change ID');
  }
  const {
    lists,
    leftOut,
    notes = [],
  } = await reading(context, options, async (reader) => {
    if (source !== undefined) return copyButtons(reader, source, choice);
    const { model, notes } =
      fromExport === undefined ? await ofHistory(reader, fromChange ?? '', before) : ofExport(fromExport);
    const chosen = await chooseDevices(reader, choice);
    return { lists: await giveButtons(reader, model, chosen.devices), leftOut: chosen.leftOut, notes };
  });
  if (!(options.quiet ?? false)) {
    for (const note of [...notes, ...warningsOf(lists)]) context.terminal.err(`Note: ${note}`);
  }
  const from =
    source ?? (fromExport === undefined ? `--from-change ${fromChange ?? ''}` : `--from-export ${fromExport}`);
  const command = `copy ${from}${before ? ' --before' : ''} ${choiceText(choice.names, options)}`;
  return carryOutFound(context, { command, lists, leftOut: leftOutNames(leftOut, options) }, options, guards);
}

/** The lists of the single device in a file. */
function ofExport(file: string): LastLists {
  const lists = wantedLists(inputName(file), readInput(file));
  const devices = groupsOf(lists, deviceKeyOf);
  const [device] = devices;
  if (!device) throw new Stop(`${inputName(file)} names no device; nothing was changed`);
  if (devices.length > 1) {
    const names = devices.map(([one]) => deviceName(one)).join(', ');
    throw new Stop(`${inputName(file)} names several devices (${names}); keep the rows of one. Nothing was changed`);
  }
  return { model: new Map(device.map(({ kind, rows }) => [kind, rows.map(({ entry }) => entry)])), notes: [] };
}

/** Reads the lists after or before a change of one device; for a device, the lists of its last changes. */
async function ofHistory(reader: Reader, id: string, before: boolean): Promise<LastLists> {
  if (!/^\d+$/.test(id)) return lastLists(reader, id, before);
  const { lists } = await reader.readChange(id);
  const devices = new Set(lists.map(deviceKeyOf)).size;
  if (devices > 1) {
    throw new Stop(
      `change ${shown(id)} has lists of ${devices} devices; nothing was changed. Name one: --from-change DEVICE`,
    );
  }
  const model = new Map<ButtonKind, readonly Entry[]>();
  for (const { kind, ...list } of lists) {
    const present = before ? list.before : list.after;
    const entries = present && entriesIn(kind, present);
    if (entries) model.set(kind, entries);
    else if (present) {
      throw new Stop(`change ${shown(id)} has a button that this command does not know; nothing was changed`);
    }
  }
  if (model.size > 0) return { model, notes: [] };
  throw new Stop(
    `the history does not know the list ${before ? 'before' : 'after'} change ${shown(id)}; nothing was changed`,
  );
}
