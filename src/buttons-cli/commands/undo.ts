import { phoneNameIn } from '../../domain/sought.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { allowed, carryOut, type CarryOutOptions } from './carry-out.js';
import { type Context, reading } from './context.js';
import { deviceNamed, nameText, ownerOf } from './devices.js';
import { readWhole } from './lists-of-change.js';
import { checkId } from './one-change.js';

export interface UndoOptions extends CarryOutOptions {
  /** Only the lists of these devices. */
  readonly device?: readonly string[];
}

/** Asks the service for a change that undoes another one, or the lists of some devices in it. */
export async function undo(context: Context, id: string, { device = [], ...options }: UndoOptions): Promise<ExitCode> {
  checkId(id);
  const lists = device.length === 0 ? {} : { lists: await listsOn(context, id, device) };
  return carryOut(context, { undo: { change: id, ...lists } }, { ...options, ...allowed });
}

/** @returns the lists of a change on some devices, which may be gone */
async function listsOn(context: Context, id: string, names: readonly string[]) {
  const { lists } = await reading(context, (reader) => readWhole(reader, id));
  return names.map(deviceNamed).flatMap((named) => {
    const of = lists.filter(({ device, deviceKind }) => {
      if (typeof named !== 'string') return deviceKind === 'profile' && isAlike(device, named.profile);
      return isAlike(device, named) || (deviceKind === 'phone' && device === phoneNameIn(named));
    });
    if (of.length > 0) return of.map((list) => ({ device: ownerOf(list), kind: list.kind }));
    throw new Stop(`change ${id} changed nothing on ${nameText(named)}`, exitCodes.error, true);
  });
}

function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
