import { groupsOf } from '../../domain/grouped.js';
import { csvHead, csvLines, type Delimiter } from '../../csv/write-csv.js';
import { deviceKeyOf } from '../lists.js';
import { deviceName } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import { chooseDevices, isNoChoice, listsOfDevices } from '../work-out/devices.js';
import { type Guards, warningsOf } from '../work-out/guards.js';
import { importButtons, lostZeros } from '../work-out/import-buttons.js';
import { missingZeros } from '../work-out/lost-zeros.js';
import { writePrivateFile } from '../private-files.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut } from './carry-out.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { deviceChoice, type DeviceOptions, inputName, readInput } from './inputs.js';
import { leftOutNames, tellLeftOut } from './left-out.js';

export interface ExportOptions extends CommonOptions, DeviceOptions {
  /** Every device with a button to this number. */
  readonly number?: string;
  /** The file to write; standard output if left out. */
  readonly output?: string;
  readonly delimiter?: Delimiter;
}

/** Writes the buttons of devices as CSV. */
export async function exportCsv(context: Context, given: readonly string[], options: ExportOptions): Promise<ExitCode> {
  const { number, output, delimiter = ',' } = options;
  const choice = deviceChoice(given, options);
  if (isNoChoice(choice) && number === undefined) throw new Stop('name devices, or give --number NUMBER');
  const { terminal } = context;
  const { lists, leftOut } = await reading(context, options, async (reader) => {
    const named = await chooseDevices(reader, choice);
    const pointing = number === undefined ? [] : await reader.findButtons(number);
    if (number !== undefined && pointing.length === 0) throw new Stop(`there is no button to ${shown(number)}`);
    const devices = groupsOf([...named.devices, ...pointing], deviceKeyOf).map(([device]) => device);
    return { lists: await reader.lists(listsOfDevices(devices)), leftOut: named.leftOut };
  });
  const lines = lists.map(({ key, list: { entries } }) => csvLines({ ...key, entries }, delimiter));
  const text = csvHead(delimiter) + lines.join('');
  if (output !== undefined) await writePrivateFile(output, text);
  else if (terminal.isOutTerminal) await terminal.out(`${text.slice(1, -2).split('\r\n').map(shown).join('\n')}\n`);
  else await terminal.out(text);
  for (const ofDevice of groupsOf(lists, ({ key }) => deviceKeyOf(key))) {
    if (ofDevice.some(({ list }) => list.entries.length > 0)) continue;
    terminal.err(`Note: ${deviceName(ofDevice[0].key)} has no buttons, so the file has no row for it`);
  }
  return tellLeftOut(context, leftOutNames(leftOut, options), options, exitCodes.done);
}

/** Sets the lists that a file describes. */
export async function importCsv(
  context: Context,
  file: string,
  options: CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  const text = readInput(file);
  const { lists, lacking } = await reading(context, options, async (reader) => {
    const read = await importButtons(reader, inputName(file), text);
    return { lists: read, lacking: await missingZeros(reader, read) };
  });
  for (const zeros of [lostZeros(lists), lacking]) if (zeros !== undefined) context.terminal.err(`Warning: ${zeros}`);
  if (!(options.quiet ?? false)) for (const note of warningsOf(lists)) context.terminal.err(`Note: ${note}`);
  return carryOut(context, { command: `import ${file}`, lists }, options, guards);
}
