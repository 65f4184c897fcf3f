import type { Device, NumberInPartition, Phone, PointingButton } from '../../client/index.js';
import { compareButtons } from '../../domain/order.js';
import { buttonKinds, rulesOf } from '../../domain/button-kinds.js';
import { dialledForm, longestText, unfitText } from '../../domain/identifiers.js';
import { keptSearch, macDigits, soughtIn } from '../../domain/sought.js';
import { onlyNumberIn } from '../../domain/suggestion.js';
import { entryColumns } from '../../csv/cells.js';
import { deviceName } from '../output/list-text.js';
import { shown, shownJson } from '../output/shown.js';
import { tableText } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import type { Reader } from '../connection/reader.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { type Context, reading } from './context.js';
import { type DeviceOptions, findDevices, isEmpty, namedDevices, readDevices, tellMissing } from './devices.js';

export interface TableOptions {
  /** `wide` shows every cell completely. */
  readonly output?: string;
}

interface FoundNumber {
  /** The number, or another target of buttons: an address, or a number with pauses. */
  readonly number: string;
  /** The typed text, if it is only the end of the number, or the name of its user. */
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
export async function find(context: Context, typed: readonly string[], options: TableOptions): Promise<ExitCode> {
  for (const text of typed) {
    const unfit = text === '' ? 'is empty' : unfitText(text, longestText);
    if (unfit !== undefined) throw new Stop(`the text ${unfit}`);
  }
  const found = await reading(context, async (reader) => {
    // Words are parts of one name, if there is one: `find hakan ng`.
    const areWords = typed.length > 1 && typed.every((text) => /^\p{L}+$/u.test(text));
    const together = areWords ? await findTyped(reader, typed.join(' ')) : undefined;
    if (together && !isNothing(together)) return [together];
    const all: FoundText[] = [];
    for (const text of typed) all.push(await findTyped(reader, text));
    return all;
  });
  const { terminal } = context;
  if (context.json) await terminal.out(`${shownJson(found.length === 1 ? found[0] : found)}\n`);
  else await terminal.out(`${found.map((one) => foundText(one, terminal, options)).join('\n\n')}\n`);
  return found.some(isNothing) ? exitCodes.error : exitCodes.done;
}

/** The service suggests nothing for a shorter text. */
const shortestSuggested = 2;

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
    const other = ending === undefined ? undefined : onlyNumberIn(await suggestions(reader, typed));
    if (ending !== undefined && other?.endsWith(ending)) return { typed, ...(await findNumber(reader, other)) };
    const isNumber = dialledForm(typed) === number && mac?.length !== macDigits.all;
    if (isNumber) return found;
  }
  const devices = await findText(reader, typed);
  if (!isNothing(devices)) return devices;
  const stored = await findNumber(reader, typed);
  if (!isNothing(stored)) return stored;
  const named = typed.trim().length < shortestSuggested ? undefined : onlyNumberIn(await suggestions(reader, typed));
  if (named !== undefined) return { typed, ...(await findNumber(reader, named)) };
  return target === undefined ? devices : stored;
}

async function findNumber(reader: Reader, number: string): Promise<FoundNumber> {
  return {
    number,
    numbers: await reader.ask((client, call) => client.findNumbers(number, call)),
    phones: await reader.ask((client, call) => client.findPhones(number, call)),
    buttons: await findButtons(reader, number),
  };
}

/** The most buttons in one page of the service's answer. */
const buttonsOfPage = 5_000;

/** Finds all buttons to a number; page by page, if there are more than the service holds at once. */
export async function findButtons(reader: Reader, number: string): Promise<readonly PointingButton[]> {
  const answered = await reader.try((client, call) => client.findButtons(number, call));
  if (!('failure' in answered) || answered.failure.code !== 'too-many-buttons') return reader.valueOf(answered);
  const found = await reader.pages(async (client, call, after) => {
    const { buttons, next } = await client.findButtonPage(number, { ...call, limit: buttonsOfPage, after });
    return { items: buttons, next };
  });
  return found.sort(compareButtons);
}

function suggestions(reader: Reader, text: string) {
  return reader.ask((client, call) => client.suggest(text, { ...call, cacheControl: keptSearch }));
}

/** The inventory ignores accents. It may not have the newest devices. */
async function findText(reader: Reader, text: string): Promise<FoundDevices> {
  const search = (cacheControl?: string) =>
    reader.pages(async (client, call, after) => {
      const { devices, next } = await client.searchDevices(text, { ...call, after, cacheControl });
      return { items: devices, next };
    });
  const kept = await search(keptSearch);
  return { text, devices: kept.length > 0 ? kept : await search() };
}

function isNothing(found: FoundText): boolean {
  if ('text' in found) return found.devices.length === 0;
  return found.numbers.length === 0 && found.phones.length === 0 && found.buttons.length === 0;
}

function foundText(found: FoundText, terminal: Terminal, { output }: TableOptions): string {
  const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
    tableText(headings, rows, terminal, { isWide: output === 'wide', cutFirst: 'description', whole: 'label' });
  if ('text' in found) {
    const { text, devices } = found;
    if (devices.length === 0) return `No phone or device profile has ${shown(text)} in its name or description.`;
    const rows = devices.map(({ name, deviceKind, description, product }) => [name, deviceKind, description, product]);
    return table(['device', 'deviceKind', 'description', 'product'], rows);
  }
  const { number, typed, numbers, phones, buttons } = found;
  const partitions = numbers.map(({ partition }) => (partition === '' ? '(none)' : shown(partition))).join(', ');
  const carriers = phones.map(({ name, description, product, dirns }) => [name, description, product, dirns.join(' ')]);
  // What a button dials is shown if pauses or codes follow the number.
  const dirn = buttons.every((button) => button.dirn === dialledForm(number)) ? [] : (['dirn'] as const);
  const headings = ['device', 'deviceKind', 'description', 'kind', 'index', ...dirn, 'partition', 'label'] as const;
  const pointing = buttons.map((button) => headings.map((heading) => button[heading]));
  return [
    ...(typed === undefined ? [] : [`${shown(number)} is the only number for ${shown(typed)}.`]),
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
  options: TableOptions & DeviceOptions,
): Promise<ExitCode> {
  const named = namedDevices(given, options);
  if (isEmpty(named)) throw new Stop('name devices, or give --devices-from FILE or --search TEXT');
  const { devices, missing } = await reading(context, async (reader) => {
    const found = await findDevices(reader, named);
    return { devices: await readDevices(reader, found.devices), missing: found.missing };
  });
  const { terminal } = context;
  const headings = ['kind', ...entryColumns];
  const text = devices.map(({ lists, ...device }) => {
    const rows = buttonKinds.flatMap((kind) =>
      lists[kind].map((entry) => [
        rulesOf(kind).singular,
        ...entryColumns.map((column) => String((entry as CellsOf)[column] ?? '')),
      ]),
    );
    const table = tableText(headings, rows, terminal, { isWide: options.output === 'wide', whole: 'label' });
    return `${terminal.colours.bold(deviceName(device))}\n${rows.length === 0 ? 'no buttons' : table}`;
  });
  const json = shownJson(devices.map(({ lists, ...device }) => ({ ...device, ...lists })));
  await terminal.out(`${context.json ? json : text.join('\n\n')}\n`);
  return tellMissing(context, missing);
}
