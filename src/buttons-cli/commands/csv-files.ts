import { groupsOf } from '../../domain/grouped.js';
import { buttonKinds } from '../../domain/button-kinds.js';
import { readCsv, type WantedList } from '../../csv/rows.js';
import { csvHead, csvLines, type Delimiter } from '../../csv/write-csv.js';
import { deviceKeyOf } from '../lists.js';
import { deviceName } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import { writePrivateFile } from '../private-files.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import { type Context, reading } from './context.js';
import { type DeviceOptions, findDevices, isEmpty, namedDevices, readDevices, tellMissing } from './devices.js';
import { inputName, readInput } from './inputs.js';
import { findButtons } from './look-up.js';

export interface ExportOptions extends DeviceOptions {
  /** Every device with a button to this number. */
  readonly number?: string;
  /** The file to write; standard output if left out. */
  readonly output?: string;
  readonly delimiter?: Delimiter;
}

/** Writes the buttons of devices as CSV. */
export async function exportCsv(context: Context, given: readonly string[], options: ExportOptions): Promise<ExitCode> {
  const { number, output, delimiter = ',' } = options;
  const named = namedDevices(given, options);
  if (isEmpty(named) && number === undefined) throw new Stop('name devices, or give --number NUMBER');
  const { terminal } = context;
  const { devices, missing } = await reading(context, async (reader) => {
    const chosen = await findDevices(reader, named);
    const pointing = number === undefined ? [] : await findButtons(reader, number);
    if (number !== undefined && pointing.length === 0) throw new Stop(`there is no button to ${shown(number)}`);
    const all = groupsOf([...chosen.devices, ...pointing], deviceKeyOf).map(([device]) => device);
    return { devices: await readDevices(reader, all), missing: chosen.missing };
  });
  const lines = devices.flatMap(({ lists, ...of }) =>
    buttonKinds.map((kind) => csvLines({ ...of, kind, entries: lists[kind] }, delimiter)),
  );
  const text = csvHead(delimiter) + lines.join('');
  if (output !== undefined) await writePrivateFile(output, text);
  else if (terminal.isOutTerminal) await terminal.out(`${text.slice(1, -2).split('\r\n').map(shown).join('\n')}\n`);
  else await terminal.out(text);
  for (const device of devices) {
    if (buttonKinds.some((kind) => device.lists[kind].length > 0)) continue;
    terminal.err(`Note: ${deviceName(device)} has no buttons, so the file has no row for it`);
  }
  return tellMissing(context, missing);
}

/** Sets the lists that a file describes. */
export async function importCsv(context: Context, file: string, options: CarryOutOptions): Promise<ExitCode> {
  const lists = wantedLists(inputName(file), readInput(file)).map(({ device, deviceKind, kind, rows }) => {
    return { device, deviceKind, kind, entries: rows.map(({ entry }) => entry) };
  });
  return carryOut(context, { lists }, options);
}

/**
 * @returns the lists in a file
 * @throws Stop with everything that is wrong in the file itself
 */
export function wantedLists(name: string, text: string): readonly WantedList[] {
  const { lists, faults } = readCsv(text);
  if (faults.length === 0) return lists;
  const lines = faults.map(({ line, problem }) => `  line ${line}: ${problem}`);
  const title = faults.length === 1 ? 'one problem' : `${faults.length} problems`;
  throw new Stop(
    `${shown(name)} has ${title}; nothing was changed:\n${lines.join('\n')}`,
    exitCodes.error,
    false,
    faults,
  );
}
