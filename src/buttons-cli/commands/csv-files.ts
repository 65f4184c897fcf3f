import { writeCsv } from '../csv/write-csv.js';
import { NotUtf8, readText } from '../../files/text-files.js';
import { deviceId, groupedBy } from '../lists.js';
import { shown } from '../output/shown.js';
import { findDevices, listsOfDevices } from '../plan/devices.js';
import type { Guards } from '../plan/guards.js';
import { importButtons } from '../plan/import-buttons.js';
import { writePrivateFile } from '../private-files.js';
import { cannotBe, type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import { type CommonOptions, type Context, planNow, reading } from './context.js';

export interface ExportOptions extends CommonOptions {
  /** Every device with a button to this number. */
  readonly number?: string;
  /** The file to write; standard output where it is left out. */
  readonly output?: string;
  readonly delimiter?: string;
}

/** Writes the buttons of devices as CSV. */
export async function exportCsv(context: Context, names: readonly string[], options: ExportOptions): Promise<ExitCode> {
  const { number, output, delimiter = ',' } = options;
  if (names.length === 0 && number === undefined) throw new Stop('name devices, or give --number NUMBER');
  const { terminal } = context;
  const lists = await reading(context, options, async (reader) => {
    const named = await findDevices(reader, names);
    const pointing = number === undefined ? [] : await reader.findButtons(number);
    const devices = groupedBy([...named, ...pointing], deviceId).flatMap(([device]) => (device ? [device] : []));
    return reader.lists(listsOfDevices(devices));
  });
  const text = writeCsv(
    lists.map(({ key, list }) => ({ ...key, entries: list.entries })),
    delimiter,
  );
  if (output !== undefined) await writePrivateFile(output, text);
  else if (terminal.isOutTerminal) await terminal.out(`${text.slice(1, -2).split('\r\n').map(shown).join('\n')}\n`);
  else await terminal.out(text);
  const empty = groupedBy(lists, ({ key }) => deviceId(key)).filter((ofDevice) =>
    ofDevice.every(({ list }) => list.entries.length === 0),
  );
  for (const [one] of empty) terminal.err(`Note: ${shown(one?.key.device ?? '')} has no buttons, so it has no row`);
  return exitCodes.done;
}

/** Makes the lists that a file names what it says. */
export async function importCsv(
  context: Context,
  file: string,
  options: CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  const text = readCsvFile(file);
  const lists = await reading(context, options, (reader) => importButtons(reader, file, text));
  return carryOut(context, planNow(context, `import ${file}`, lists), options, guards);
}

function readCsvFile(file: string): string {
  try {
    return readText(file);
  } catch (thrown) {
    if (thrown instanceof NotUtf8) throw new Stop(`${shown(file)} ${thrown.message}; save it as "CSV UTF-8"`);
    throw cannotBe(shown(file), 'read', thrown);
  }
}
