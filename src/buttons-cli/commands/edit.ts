import type { ButtonKind } from '../../domain/button-kinds.js';
import { longestText, renumbered, unfitText } from '../../domain/identifiers.js';
import { unseenProblem } from '../../domain/unseen.js';
import { type Entry, partitionOf, targetOf } from '../lists.js';
import { quoted, shown } from '../output/shown.js';
import { type ButtonEdit, editButtons, type NumberEdit } from '../work-out/edit-buttons.js';
import { type Guards, warningsOf } from '../work-out/guards.js';
import { missingZeros } from '../work-out/lost-zeros.js';
import type { ListToSet } from '../work-out/worked-out.js';
import { unknownTargetsOf } from '../work-out/unknown-targets.js';
import { type ExitCode, Stop } from '../stop.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { type Context, reading } from './context.js';
import { deviceChoice, type DeviceOptions, inputName, readTuples } from './inputs.js';
import { carryOutFound, leftOutNames } from './left-out.js';

export interface EditOptions extends CarryOutOptions, DeviceOptions {
  readonly kind?: ButtonKind;
  readonly device?: readonly string[];
  readonly oldLabel?: string;
  readonly partition?: string;
  /** A file instead of arguments, with one line for each change. */
  readonly from?: string;
}

/**
 * Sets the label of all buttons to a number. For several numbers, each one has its own label. A button that dials pauses
 * and codes behind the number keeps its label, unless its old label is named.
 */
export async function relabel(
  context: Context,
  given: readonly string[],
  options: EditOptions,
  guards: Guards,
): Promise<ExitCode> {
  const pairs = pairsOf(given, options.from, 'NUMBER,LABEL');
  const edits = pairs.map(([number, label]): NumberEdit => {
    checkText('the new label', label);
    // The label of a button that dials a code behind the number names what the code leads to.
    const edit: ButtonEdit = (kind, entry, of) =>
      options.oldLabel === undefined && targetOf(kind, entry) !== of ? entry : { ...entry, label };
    return { number, edit };
  });
  const [first] = pairs;
  const what = options.from === undefined && first ? `${first[0]} ${quoted(first[1])}` : fromText(options);
  return edit(context, edits, `relabel ${what}`, options, guards);
}

/** Points all buttons of one number to another number; their labels stay, and the pauses and codes behind a number. */
export async function replace(
  context: Context,
  given: readonly string[],
  options: EditOptions & { readonly toPartition?: string },
  guards: Guards,
): Promise<ExitCode> {
  const { toPartition } = options;
  if (toPartition !== undefined) checkText('the new partition', toPartition);
  const pairs = pairsOf(given, options.from, 'OLD,NEW');
  const edits = pairs.map(([number, other]): NumberEdit => {
    if (other === '') throw new Stop(`the new number for ${shown(number)} is empty`);
    checkNumber('the new number', other);
    return { number, edit: pointingAt(other, toPartition) };
  });
  const what = options.from === undefined ? given.join(' ') : fromText(options);
  return edit(context, edits, `replace ${what}`, options, guards, toPartition);
}

/** Removes all buttons to numbers. */
export async function remove(
  context: Context,
  given: readonly string[],
  options: EditOptions,
  guards: Guards,
): Promise<ExitCode> {
  const numbers =
    options.from === undefined ? given : readTuples(options.from, 1, 'NUMBER').map(([number = '']) => number);
  if (numbers.length === 0) throw new Stop('give a number, or --from FILE');
  if (options.from !== undefined && given.length > 0) throw new Stop('give numbers or --from FILE, not both');
  const edits = [...new Set(numbers)].map((number): NumberEdit => ({ number, edit: () => undefined }));
  const what = options.from === undefined ? given.join(' ') : fromText(options);
  return edit(context, edits, `remove ${what}`, options, guards);
}

/** How a button of each kind is pointed to another number. */
function pointingAt(other: string, toPartition: string | undefined): ButtonEdit {
  const byKind: Readonly<Record<ButtonKind, (entry: Entry, to: string) => Entry>> = {
    speeddial: (entry, to) => ({ ...entry, dirn: to }),
    busylampfield: (entry, to) => {
      if ('destination' in entry) return { ...entry, destination: to };
      const partition = toPartition ?? ('partition' in entry ? entry.partition : '');
      return { ...entry, dirn: to, partition };
    },
  };
  return (kind, entry, number) => byKind[kind](entry, renumbered(targetOf(kind, entry), number, other));
}

/** The pairs on the command line, or in a file with one pair in each line. */
function pairsOf(given: readonly string[], from: string | undefined, what: string): (readonly [string, string])[] {
  if ((given.length === 2) === (from !== undefined)) {
    throw new Stop(`give ${what.replace(',', ' and ')}, or --from FILE with ${what} in each line`);
  }
  const pairs = from === undefined ? [given] : readTuples(from, 2, what);
  const seen = new Map<string, string>();
  for (const [number = '', other = ''] of pairs) {
    const earlier = seen.get(number);
    if (earlier !== undefined && earlier !== other) {
      throw new Stop(`${inputName(from ?? '')} has ${shown(number)} twice, with different values; nothing was changed`);
    }
    seen.set(number, other);
  }
  return [...seen];
}

function fromText({ from = '' }: EditOptions): string {
  return `--from ${from}`;
}

async function edit(
  context: Context,
  edits: readonly NumberEdit[],
  command: string,
  options: EditOptions,
  guards: Guards,
  toPartition?: string,
): Promise<ExitCode> {
  for (const { number } of edits) {
    if (number === '') throw new Stop('the number is empty');
    checkNumber('the number', number);
  }
  const { kind, device = [], from, oldLabel, partition } = options;
  const narrowing = { kind, devices: deviceChoice(device, options), oldLabel, partition };
  const { lists, notes, leftOut, lacking, unknownTargets } = await reading(context, options, async (reader) => {
    const edited = await editButtons(reader, edits, narrowing, from !== undefined);
    const lacking = await missingZeros(reader, edited.lists);
    return { ...edited, lacking, unknownTargets: await unknownTargetsOf(reader, edited.lists) };
  });
  if (toPartition !== undefined && !lists.some(hasPartition(toPartition))) {
    throw new Stop('--to-partition is for busy lamp fields to a number, and none matches; nothing was changed');
  }
  if (lacking !== undefined) context.terminal.err(`Warning: ${lacking}`);
  if (!(options.quiet ?? false)) {
    for (const note of [...notes, ...warningsOf(lists)]) context.terminal.err(`Note: ${note}`);
  }
  const workedOut = { command, lists, unknownTargets, leftOut: leftOutNames(leftOut, options) };
  return carryOutFound(context, workedOut, options, guards);
}

function hasPartition(partition: string): (list: ListToSet) => boolean {
  return ({ kind, after }) => after.some((entry) => partitionOf(kind, entry) === partition);
}

function checkNumber(what: string, text: string): void {
  checkText(what, text);
  const reason = unseenProblem(text);
  if (reason !== undefined) throw new Stop(`${what} ${reason}`);
}

function checkText(what: string, text: string): void {
  const reason = unfitText(text, longestText);
  if (reason !== undefined) throw new Stop(`${what} ${reason}`);
}
