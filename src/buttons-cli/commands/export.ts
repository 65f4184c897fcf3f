import { type ExportOf, PhoneProxyError } from '../../client/index.js';
import type { Delimiter } from '../../csv/write-csv.js';
import { groupsOf } from '../../domain/grouped.js';
import { orStop, withRetries } from '../connection/retries.js';
import { deviceKeyOf, type DeviceRef } from '../lists.js';
import { deviceName } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import { writePrivateFile } from '../private-files.js';
import { type ExitCode, exitCodes, interruptedEarly, Stop } from '../stop.js';
import { type Context, reading } from './context.js';
import { type DeviceOptions, findDevices, type FoundDevices, isEmpty, namedDevices, tellMissing } from './devices.js';
import { findButtons } from './look-up.js';

export interface ExportOptions extends DeviceOptions {
  /** Every device with a button to this number. */
  readonly number?: string;
  /** Every phone and device profile. */
  readonly all?: boolean;
  /** The file to write; standard output if left out. */
  readonly output?: string;
  readonly delimiter?: Delimiter;
}

/** Writes the buttons of devices as CSV, while the service reads them. */
export async function exportCsv(context: Context, given: readonly string[], options: ExportOptions): Promise<ExitCode> {
  const { number, all = false, output, delimiter = ',' } = options;
  const isNamed = !isEmpty(namedDevices(given, options)) || number !== undefined;
  if (isNamed && all) throw new Stop('--all is every phone and device profile; name no others');
  if (!isNamed && !all) throw new Stop('name devices, or give --number NUMBER, --search TEXT or --all');
  const { devices, missing } = isNamed ? await chosen(context, given, options) : { devices: [], missing: [] };
  const texts = all ? exported(context, { all: true }, delimiter) : exportedEach(context, devices, delimiter);
  if (output !== undefined) await writePrivateFile(output, texts);
  else await print(context, texts);
  return tellMissing(context, missing);
}

/** @returns the devices that are meant, each once */
function chosen(context: Context, given: readonly string[], options: ExportOptions): Promise<FoundDevices> {
  const { number } = options;
  return reading(context, async (reader) => {
    const { devices, missing } = await findDevices(reader, namedDevices(given, options));
    const pointing = number === undefined ? [] : await findButtons(reader, number);
    if (number !== undefined && pointing.length === 0) throw new Stop(`there is no button to ${shown(number)}`);
    return { devices: groupsOf([...devices, ...pointing], deviceKeyOf).map(([device]) => device), missing };
  });
}

/** The texts of one file with several devices. */
async function* exportedEach(
  context: Context,
  devices: readonly DeviceRef[],
  delimiter: Delimiter,
): AsyncGenerator<string> {
  for (const [place, device] of devices.entries()) {
    const { device: name, deviceKind } = device;
    const of = deviceKind === 'phone' ? { device: name } : { profile: name };
    let text = '';
    for await (const piece of exported(context, of, delimiter)) text += piece;
    const rows = text.slice(text.indexOf('\n') + 1);
    if (rows === '') context.terminal.err(`Note: ${deviceName(device)} has no buttons, so the file has no row for it`);
    yield place === 0 ? text : rows;
  }
}

/** @throws Stop if it cannot be read, or breaks off */
async function* exported(context: Context, of: ExportOf, delimiter: Delimiter): AsyncGenerator<string> {
  const { client, url, interruption, clock } = context;
  const signal = interruption.asked;
  const answered = await withRetries(() => client.exportCsv(of, { delimiter, signal }), { url, signal, clock });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  try {
    for await (const piece of orStop(answered, signal)) yield decoder.decode(piece, { stream: true });
  } catch (thrown) {
    if (signal.aborted) throw interruptedEarly();
    if (thrown instanceof Stop || thrown instanceof PhoneProxyError) throw thrown;
    const why = 'a device could not be read, or the connection broke';
    throw new Stop(`the export broke off before its end: ${why}. Try again`, exitCodes.error, true);
  }
}

/** Prints a file; on a terminal, in a form that is safe there. */
async function print({ terminal }: Context, texts: AsyncIterable<string>): Promise<void> {
  let rest = '';
  for await (const text of texts) {
    if (!terminal.isOutTerminal) {
      await terminal.out(text);
      continue;
    }
    const lines = (rest + text).replace(/^\uFEFF/, '').split('\r\n');
    rest = lines.pop() ?? '';
    await terminal.out(lines.map((line) => `${shown(line)}\n`).join(''));
  }
}
