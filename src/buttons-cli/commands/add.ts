import { type ButtonKind, buttonKinds, hasProperty, rulesOf } from '../../domain/button-kinds.js';
import { type ExitCode, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import type { Context } from './context.js';
import { type DeviceOptions, isEmpty, meant, namedDevices } from './devices.js';

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
export async function add(context: Context, given: readonly string[], options: AddOptions): Promise<ExitCode> {
  const { kind, dirn, destination, index, label = '', partition, pickup } = options;
  const named = namedDevices(given, options);
  if (isEmpty(named)) throw new Stop('name devices, or give --devices-from FILE or --search TEXT');
  if (kind === undefined) throw new Stop('give the kind of button: --kind speeddial or --kind busylampfield');
  const set = Object.entries({ destination, partition, pickup }).filter(([, value]) => value !== undefined);
  const foreign = set.map(([name]) => name).find((name) => !hasProperty(kind, name));
  if (foreign !== undefined) {
    const of = buttonKinds.filter((other) => hasProperty(other, foreign)).map((other) => rulesOf(other).plural);
    throw new Stop(`--${foreign} is for ${of.join(' and ')}`);
  }
  if ((dirn === undefined) === (destination === undefined)) throw new Stop('give --dirn or --destination');
  if (index === 0) throw new Stop('the index is 0; the first is 1');
  const entry = { dirn, destination, partition, label, pickup };
  const at = index === undefined ? {} : { index: String(index) };
  return carryOut(context, { add: { ...meant(named), kind, entry, ...at } }, options);
}
