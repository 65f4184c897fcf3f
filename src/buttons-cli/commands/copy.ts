import type { ListToAsk } from '../../client/index.js';
import { groupsOf } from '../../domain/grouped.js';
import { buttonKinds } from '../../domain/button-kinds.js';
import { readCsv, type WantedList } from '../../csv/rows.js';
import { deviceKeyOf } from '../lists.js';
import { deviceName } from '../output/list-text.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import { type Context, reading } from './context.js';
import { deviceNamed, type DeviceOptions, findDevices, isEmpty, meant, namedDevices, tellMissing } from './devices.js';
import { inputName, problemsIn, readInput } from './inputs.js';
import { type Model, modelOfHistory } from './last-lists.js';

export interface CopyOptions extends CarryOutOptions, DeviceOptions {
  /** A file that `export` has written. It must contain one device, which may not exist any more. */
  readonly fromExport?: string;
  /**
   * A change in the service's history, whose list is copied; or the name of a device, whose last lists in the history
   * are copied. The device may no longer exist.
   */
  readonly fromChange?: string;
  /** With fromChange, the list before the change. */
  readonly before?: boolean;
}

/** Replaces the buttons of devices by those of another device, of a file or of a change. */
export async function copy(context: Context, given: readonly string[], options: CopyOptions): Promise<ExitCode> {
  const { fromExport, fromChange, before = false } = options;
  if (fromExport !== undefined && fromChange !== undefined) {
    throw new Stop('give --from-export or --from-change, not both');
  }
  if (before && fromChange === undefined) throw new Stop('--before needs --from-change ID');
  const isElsewhere = fromExport !== undefined || fromChange !== undefined;
  const [from] = isElsewhere ? [] : given;
  const named = namedDevices(isElsewhere ? given : given.slice(1), options);
  if ((from === undefined && !isElsewhere) || isEmpty(named)) {
    throw new Stop('name the device to copy from and then the others, or give --from-export FILE or --from-change ID');
  }
  if (from !== undefined) {
    const { devices: to, search } = meant(named);
    return carryOut(context, { copy: { from: deviceNamed(from), to, search } }, options);
  }
  const ofFile = fromExport === undefined ? undefined : modelOfExport(fromExport);
  const { model, notes, targets } = await reading(context, async (reader) => ({
    ...(ofFile ?? (await modelOfHistory(reader, fromChange ?? '', before))),
    targets: await findDevices(reader, named),
  }));
  for (const note of notes) context.tell(`Note: ${note}`);
  const lists = targets.devices.flatMap(({ device, deviceKind }) =>
    buttonKinds.flatMap((kind): ListToAsk[] => {
      const entries = model.get(kind);
      return entries === undefined ? [] : [{ device, deviceKind, kind, entries }];
    }),
  );
  const left = tellMissing(context, targets.missing);
  const done = await carryOut(context, { lists }, options);
  return done === exitCodes.done ? left : done;
}

/** The lists of the single device in a file. */
function modelOfExport(file: string): Model {
  const { lists, faults } = readCsv(readInput(file));
  if (faults.length > 0) throw problemsIn(file, faults);
  const devices = groupsOf<WantedList>(lists, deviceKeyOf);
  const [device] = devices;
  if (!device) throw new Stop(`${inputName(file)} names no device; nothing was changed`);
  if (devices.length > 1) {
    const names = devices.map(([one]) => deviceName(one)).join(', ');
    throw new Stop(`${inputName(file)} names several devices (${names}); keep the rows of one. Nothing was changed`);
  }
  return { model: new Map(device.map(({ kind, rows }) => [kind, rows.map(({ entry }) => entry)])), notes: [] };
}
