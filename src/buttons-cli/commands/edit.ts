import type { ButtonKind } from '../../domain/button-kinds.js';
import type { ButtonsMeant } from '../../client/index.js';
import { shown } from '../output/shown.js';
import { type ExitCode, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import type { Context } from './context.js';
import { type DeviceOptions, meant, namedDevices } from './devices.js';
import { inputName, readTuples } from './inputs.js';

export interface EditOptions extends CarryOutOptions, DeviceOptions {
  readonly kind?: ButtonKind;
  readonly device?: readonly string[];
  readonly oldLabel?: string;
  readonly partition?: string;
  /** A file instead of arguments, with one line for each change. */
  readonly from?: string;
}

/** Sets the label of all buttons to a number, or to each number in a file. */
export async function relabel(context: Context, given: readonly string[], options: EditOptions): Promise<ExitCode> {
  const pairs = pairsOf(given, options.from, 'NUMBER,LABEL');
  const filter = filterOf(options);
  return carryOut(context, { relabel: oneOrMore(pairs.map(([dirn, label]) => ({ dirn, label, ...filter }))) }, options);
}

/** Points all buttons of a number to another number. */
export async function replace(
  context: Context,
  given: readonly string[],
  options: EditOptions & { readonly toPartition?: string },
): Promise<ExitCode> {
  const pairs = pairsOf(given, options.from, 'OLD,NEW');
  const filter = { ...filterOf(options), toPartition: options.toPartition };
  return carryOut(context, { replace: oneOrMore(pairs.map(([dirn, to]) => ({ dirn, to, ...filter }))) }, options);
}

/** Removes all buttons to numbers. */
export async function remove(context: Context, given: readonly string[], options: EditOptions): Promise<ExitCode> {
  const { from } = options;
  if (from !== undefined && given.length > 0) throw new Stop('give numbers or --from FILE, not both');
  const dirns = from === undefined ? given : readTuples(from, 1, 'NUMBER').map(([number = '']) => number);
  if (dirns.length === 0) throw new Stop('give a number, or --from FILE');
  return carryOut(context, { remove: { dirns, ...filterOf(options) } }, options);
}

/** @returns a single item as it is, so that a fault in it is told without its place */
function oneOrMore<Item>(items: readonly Item[]): Item | readonly Item[] {
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : items;
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

/** @returns which buttons are meant */
function filterOf({ kind, device = [], oldLabel, partition, ...options }: EditOptions): ButtonsMeant {
  return {
    ...(kind !== undefined && { kinds: [kind] }),
    ...meant(namedDevices(device, options)),
    ...{ oldLabel, partition },
  };
}
