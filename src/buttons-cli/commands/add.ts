import { type ButtonKind, buttonKinds, rulesOf } from '../../domain/button-kinds.js';
import { longestText, unfitText } from '../../domain/identifiers.js';
import { unseenProblem } from '../../domain/unseen.js';
import { quoted, shown } from '../output/shown.js';
import { addButton, type NewButton } from '../work-out/add-button.js';
import { chooseDevices, isNoChoice } from '../work-out/devices.js';
import { partitionName } from '../work-out/edit-buttons.js';
import { type Guards, warningsOf } from '../work-out/guards.js';
import { missingZeros } from '../work-out/lost-zeros.js';
import type { Reader } from '../work-out/reader.js';
import { unknownTargetsOf } from '../work-out/unknown-targets.js';
import { type ExitCode, Stop } from '../stop.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { type Context, reading } from './context.js';
import { choiceText, deviceChoice, type DeviceOptions } from './inputs.js';
import { carryOutFound, leftOutNames } from './left-out.js';

export interface AddOptions extends CarryOutOptions, DeviceOptions {
  readonly kind?: ButtonKind;
  readonly dirn?: string;
  readonly partition?: string;
  readonly destination?: string;
  readonly label?: string;
  readonly pickup?: boolean;
  /** The index of the new button; if left out, the first free index on each device. */
  readonly index?: number;
}

/** Adds a button to devices. */
export async function add(
  context: Context,
  given: readonly string[],
  options: AddOptions,
  guards: Guards,
): Promise<ExitCode> {
  const choice = deviceChoice(given, options);
  if (isNoChoice(choice)) throw new Stop('name devices, or give --devices-from FILE or --search TEXT');
  const { kind, index } = checkedButton(options);
  const { lists, notes, leftOut, unknownTargets, lacking } = await reading(context, options, async (reader) => {
    const { devices, leftOut: gone } = await chooseDevices(reader, choice);
    const at = await parts[kind].make(reader, options);
    const added = await addButton(reader, { kind, at, index }, devices);
    const unknown = await unknownTargetsOf(reader, added.lists, '--partition');
    return { ...added, leftOut: gone, unknownTargets: unknown, lacking: await missingZeros(reader, added.lists) };
  });
  const { terminal } = context;
  if (lacking !== undefined) terminal.err(`Warning: ${lacking}`);
  if (!(options.quiet ?? false)) {
    for (const note of [...notes, ...warningsOf(lists)]) terminal.err(`Note: ${note}`);
  }
  const command = `add ${choiceText(given, options)} ${buttonText(kind, options)}`;
  const workedOut = { command, lists, unknownTargets, leftOut: leftOutNames(leftOut, options) };
  return carryOutFound(context, workedOut, options, guards);
}

/** @throws Stop if the options do not describe a button of the kind */
function checkedButton(options: AddOptions): Pick<NewButton, 'kind' | 'index'> {
  const { kind, dirn, partition, destination, label, index } = options;
  if (kind === undefined) throw new Stop('give the kind of button: --kind speeddial or --kind busylampfield');
  for (const other of buttonKinds) {
    const foreign = parts[other].own.find((name) => options[name] !== undefined && !parts[kind].own.includes(name));
    if (foreign !== undefined) throw new Stop(`--${foreign} is for ${rulesOf(other).plural}`);
  }
  if (dirn === undefined && destination === undefined) throw new Stop(`give ${parts[kind].target}`);
  if (dirn !== undefined && destination !== undefined) throw new Stop('give --dirn or --destination, not both');
  if (partition !== undefined && dirn === undefined) throw new Stop('--partition needs --dirn NUMBER');
  if (index === 0) throw new Stop('the index is 0; the first is 1');
  for (const [what, text] of Object.entries({ dirn, partition, destination, label })) {
    if (text === undefined) continue;
    const isTarget = what === 'dirn' || what === 'destination';
    const unseen = isTarget ? unseenProblem(text) : undefined;
    const unfit = text === '' && isTarget ? 'is empty' : (unfitText(text, longestText) ?? unseen);
    if (unfit !== undefined) throw new Stop(`--${what} ${unfit}`);
  }
  return { kind, index: index === undefined ? undefined : String(index) };
}

interface KindParts {
  /** The option for its target. */
  readonly target: string;
  /** The options that only some kinds take. */
  readonly own: readonly ('partition' | 'destination' | 'pickup')[];
  /** Makes a button from the options. */
  readonly make: (reader: Reader, options: AddOptions) => Promise<NewButton['at']>;
}

const parts: Readonly<Record<ButtonKind, KindParts>> = {
  speeddial: {
    target: '--dirn NUMBER',
    own: [],
    make: (_, { dirn = '', label = '' }) => Promise.resolve((index) => ({ index, dirn, label })),
  },
  busylampfield: {
    target: '--dirn NUMBER or --destination ADDRESS',
    own: ['partition', 'destination', 'pickup'],
    make: async (reader, { dirn, partition, destination = '', label = '', pickup = false }) => {
      if (dirn === undefined) return (index) => ({ index, destination, label, pickup });
      const of = partition ?? (await onlyPartition(reader, dirn));
      return (index) => ({ index, dirn, partition: of, label, pickup });
    },
  },
};

/** @throws Stop if the number is in several partitions: they may be several people */
async function onlyPartition(reader: Reader, number: string): Promise<string> {
  const found = [...new Set((await reader.findNumbers(number)).map(({ partition }) => partition))];
  if (found.length < 2) return found[0] ?? '';
  const names = found.sort().map(partitionName).join(', ');
  throw new Stop(
    `${shown(number)} is in several partitions, so it can belong to several people: ${names}. Nothing was changed. ` +
      'Choose one with --partition NAME',
  );
}

function buttonText(kind: ButtonKind, { dirn, partition, destination, label, pickup, index }: AddOptions): string {
  return [
    `--kind ${kind}`,
    ...(dirn === undefined ? [] : [`--dirn ${dirn}`]),
    ...(partition === undefined ? [] : [`--partition ${quoted(partition)}`]),
    ...(destination === undefined ? [] : [`--destination ${quoted(destination)}`]),
    ...(label === undefined ? [] : [`--label ${quoted(label)}`]),
    ...(pickup === true ? ['--pickup'] : []),
    ...(index === undefined ? [] : [`--index ${index}`]),
  ].join(' ');
}
