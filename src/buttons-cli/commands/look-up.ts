import { groupsOf } from '../../domain/grouped.js';
import type { Device, NumberInPartition, Phone, PointingButton } from '../../client/index.js';
import { rulesOf } from '../../domain/button-kinds.js';
import { dialledForm, longestText, unfitText } from '../../domain/identifiers.js';
import { keptSearch, macDigits, soughtIn } from '../../domain/sought.js';
import { onlyNumberIn } from '../../domain/suggestion.js';
import { entryColumns } from '../../csv/cells.js';
import { deviceKeyOf } from '../lists.js';
import { deviceName } from '../output/list-text.js';
import { shown, shownJson } from '../output/shown.js';
import { tableText } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { chooseDevices, isNoChoice, listsOfDevices } from '../work-out/devices.js';
import { partitionName } from '../work-out/edit-buttons.js';
import type { Reader } from '../work-out/reader.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { deviceChoice, type DeviceOptions } from './inputs.js';
import { leftOutNames, tellLeftOut } from './left-out.js';

interface FoundNumber {
  /** The number, or another target of buttons: an address, or a number with pauses. */
  readonly number: string;
  /** The typed text, if it is only the end of the number. */
  readonly typed?: string;
  readonly numbers: readonly NumberInPartition[];
  readonly phones: readonly Phone[];
  readonly buttons: readonly PointingButton[];
}

interface FoundDevices {
  readonly text: string;
  readonly devices: readonly Device[];
}

/** An entry by the names of its columns. */
type CellsOf = Partial<Record<(typeof entryColumns)[number], string | boolean>>;

type FoundText = FoundNumber | FoundDevices;

/**
 * Shows the phones that carry a number and the buttons to it, or the devices with the words of a text in their name and
 * description.
 */
export async function find(context: Context, texts: readonly string[], options: CommonOptions): Promise<ExitCode> {
  for (const text of texts) {
    const unfit = text === '' ? 'is empty' : unfitText(text, longestText);
    if (unfit !== undefined) throw new Stop(`the text ${unfit}`);
  }
  const found = await reading(context, options, async (reader) => {
    const all: FoundText[] = [];
    for (const text of texts) all.push(await findTyped(reader, text));
    return all;
  });
  const { terminal } = context;
  if (options.json) await terminal.out(`${shownJson(found.length === 1 ? found[0] : found)}\n`);
  else await terminal.out(`${found.map((one) => foundText(one, terminal, options)).join('\n\n')}\n`);
  return found.some(isNothing) ? exitCodes.error : exitCodes.done;
}

/**
 * Finds what a text stands for. If nothing has the number, the text may be written as it is stored, or be the end of a
 * number, which counts if it is the only one. A MAC address may look like a number, and an address may be in a
 * description.
 */
async function findTyped(reader: Reader, typed: string): Promise<FoundText> {
  const { number, ending, target, mac } = soughtIn(typed);
  if (target !== undefined) {
    const found = await findNumber(reader, target);
    if (!isNothing(found)) return found;
    const other = ending === undefined ? undefined : onlyNumberIn(await reader.suggest(typed));
    if (ending !== undefined && other?.endsWith(ending)) return { typed, ...(await findNumber(reader, other)) };
    const isNumber = dialledForm(typed) === number && mac?.length !== macDigits.all;
    if (isNumber) return found;
  }
  const devices = await findText(reader, typed);
  if (!isNothing(devices)) return devices;
  const stored = await findNumber(reader, typed);
  return isNothing(stored) && target === undefined ? devices : stored;
}

async function findNumber(reader: Reader, number: string): Promise<FoundNumber> {
  return {
    number,
    numbers: await reader.findNumbers(number),
    phones: await reader.findPhones(number),
    buttons: await reader.findButtons(number),
  };
}

/** The inventory ignores accents. It may not have the newest devices. */
async function findText(reader: Reader, text: string): Promise<FoundDevices> {
  const kept = await reader.searchDevices(text, Infinity, keptSearch);
  return { text, devices: kept.length > 0 ? kept : await reader.searchDevices(text) };
}

function isNothing(found: FoundText): boolean {
  if ('text' in found) return found.devices.length === 0;
  return found.numbers.length === 0 && found.phones.length === 0 && found.buttons.length === 0;
}

function foundText(found: FoundText, terminal: Terminal, { output }: CommonOptions): string {
  const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
    tableText(headings, rows, terminal, { isWide: output === 'wide', cutFirst: 'description', whole: 'label' });
  if ('text' in found) {
    const { text, devices } = found;
    if (devices.length === 0) return `No phone or device profile has ${shown(text)} in its name or description.`;
    const rows = devices.map(({ name, deviceKind, description, product }) => [name, deviceKind, description, product]);
    return table(['device', 'deviceKind', 'description', 'product'], rows);
  }
  const { number, typed, numbers, phones, buttons } = found;
  const partitions = numbers.map(({ partition }) => partitionName(partition)).join(', ');
  const carriers = phones.map(({ name, description, product, dirns }) => [name, description, product, dirns.join(' ')]);
  // What a button dials is shown if pauses or codes follow the number.
  const dirn = buttons.every((button) => button.dirn === dialledForm(number)) ? [] : (['dirn'] as const);
  const headings = ['device', 'deviceKind', 'description', 'kind', 'index', ...dirn, 'partition', 'label'] as const;
  const pointing = buttons.map((button) => headings.map((heading) => button[heading]));
  return [
    ...(typed === undefined ? [] : [`${shown(number)} is the only number that ends with ${shown(typed)}.`]),
    numbers.length === 0
      ? `The call manager has no number ${shown(number)}.`
      : `${shown(number)} is in the partition ${partitions}.`,
    phones.length === 0
      ? `No phone has ${shown(number)}.`
      : `Phones with this number:\n${table(['phone', 'description', 'product', 'numbers'], carriers)}`,
    buttons.length === 0
      ? `There is no button to ${shown(number)}.`
      : `Buttons to this number:\n${table(headings, pointing)}`,
  ].join('\n\n');
}

/** Shows the buttons of devices. */
export async function list(
  context: Context,
  given: readonly string[],
  options: CommonOptions & DeviceOptions,
): Promise<ExitCode> {
  const choice = deviceChoice(given, options);
  if (isNoChoice(choice)) throw new Stop('name devices, or give --devices-from FILE or --search TEXT');
  const { read, leftOut } = await reading(context, options, async (reader) => {
    const chosen = await chooseDevices(reader, choice);
    return { read: await reader.lists(listsOfDevices(chosen.devices)), leftOut: chosen.leftOut };
  });
  const { terminal } = context;
  const devices = groupsOf(read, ({ key }) => deviceKeyOf(key));
  if (options.json) {
    const shownDevices = devices.map((lists) => ({
      device: lists[0].key.device,
      deviceKind: lists[0].key.deviceKind,
      ...Object.fromEntries(lists.map(({ key, list: { entries } }) => [key.kind, entries])),
    }));
    await terminal.out(`${shownJson(shownDevices)}\n`);
    return tellLeftOut(context, leftOutNames(leftOut, options), {}, exitCodes.done);
  }
  const headings = ['kind', ...entryColumns];
  const text = devices.map((lists) => {
    const rows = lists.flatMap(({ key: { kind }, list: { entries } }) =>
      entries.map((entry) => [
        rulesOf(kind).singular,
        ...entryColumns.map((column) => String((entry as CellsOf)[column] ?? '')),
      ]),
    );
    const table = tableText(headings, rows, terminal, { isWide: options.output === 'wide', whole: 'label' });
    return `${terminal.colours.bold(deviceName(lists[0].key))}\n${rows.length === 0 ? 'no buttons' : table}`;
  });
  await terminal.out(`${text.join('\n\n')}\n`);
  return tellLeftOut(context, leftOutNames(leftOut, options), options, exitCodes.done);
}
