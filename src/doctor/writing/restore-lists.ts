import type { AxlClient } from '../../axl/client/axl-client.js';
import type { XmlElement } from '../../axl/soap/xml.js';
import type { Visit } from '../visit.js';
import type { DeviceKey } from '../../domain/device.js';
import {
  type DeviceRead,
  goneTold,
  itemsToRestore,
  type ListName,
  listNames,
  listTold,
  type NoDevice,
  readSettled,
  readTarget,
  sendList,
  shownDevice,
  shownList,
  spelled,
} from './device.js';
import { realNames, type Told, written } from '../told.js';
import { changedFacts } from './facts.js';
import { isMadeOf } from './made-of.js';
import type { Saved } from './saved-lists.js';

/** What became of a list; `left`: it is neither the old list nor one that the doctor set, so it was left. */
export interface ListResult {
  readonly list: ListName;
  readonly outcome: 'as-before' | 'restored' | 'left' | 'not-held';
  /** As `spelled` writes it. */
  readonly holds: string;
  readonly had: string;
}

/** The result of restoring a device's lists. */
export interface RestoreResult {
  /** Whether the device has its original lists. */
  readonly isDone: boolean;
  /** Whether another attempt cannot restore more, so that the file is not needed any more. */
  readonly isDeadEnd: boolean;
  /** The lists that were looked at. */
  readonly lists: readonly ListResult[];
  /** Defined if the device is gone. */
  readonly gone: NoDevice | undefined;
  /** What else is not as it was. The doctor does not set it; undefined if there is nothing. */
  readonly beside: Told | undefined;
}

/**
 * Restores the lists of a device. It is found by its key. Each list is read right before it is set, and it is set only
 * if it is a list that the doctor itself has set.
 * @throws ServiceError if the call manager cannot be asked, or refuses
 */
export async function restoreLists(
  client: AxlClient,
  saved: Saved,
  { callToEnd: call }: Pick<Visit, 'callToEnd'>,
): Promise<RestoreResult> {
  const { target, before, set } = saved;
  const read = () => call((context) => readTarget(client, target, context));
  const send = (list: ListName, entries: readonly XmlElement[], { by }: DeviceRead) =>
    call(async (context) => {
      const items = itemsToRestore(list, entries, await client.traits(context));
      await sendList(client, target, { list, items, by }, context);
    });
  const restoreList = async (list: ListName): Promise<ListResult | NoDevice> => {
    const had = spelled(list, before[list]);
    const result = (outcome: ListResult['outcome'], { lists }: DeviceRead) =>
      ({ list, outcome, holds: spelled(list, lists[list]), had }) as const;
    const isRestored = (device: DeviceRead | NoDevice) =>
      !('movedTo' in device) && spelled(list, device.lists[list]) === had;
    let device = await read();
    if ('movedTo' in device) return device;
    if (isRestored(device)) return result('as-before', device);
    if (!set[list].has(spelled(list, device.lists[list]))) return result('left', device);
    // A call manager may add entries instead of replacing the list. Then the list is cleared first.
    for (const steps of [[before[list]], [[], before[list]]]) {
      const previous = device.lists[list];
      for (const entries of steps) await send(list, entries, device);
      const old = spelled(list, previous);
      const now = await readSettled(
        read,
        (one) => isRestored(one) || 'movedTo' in one || spelled(list, one.lists[list]) !== old,
      );
      if ('movedTo' in now) return now;
      if (isRestored(now)) return result('restored', now);
      if (!isMadeOf(list, now.lists[list], [before[list], previous])) return result('left', now);
      device = now;
    }
    return result('not-held', device);
  };
  const lists: ListResult[] = [];
  const isGone = (gone: NoDevice) => ({ isDone: false, isDeadEnd: true, lists, gone, beside: undefined }) as const;
  for (const list of listNames) {
    const result = await restoreList(list);
    if ('movedTo' in result) return isGone(result);
    lists.push(result);
  }
  const now = await read();
  if ('movedTo' in now) return isGone(now);
  const beside = changedFacts(new Map(saved.beside), now.beside);
  const has = (outcome: ListResult['outcome']) => lists.some((one) => one.outcome === outcome);
  const isDone = !has('left') && !has('not-held') && beside === undefined;
  return { isDone, isDeadEnd: !isDone && !has('not-held'), lists, gone: undefined, beside };
}

/**
 * @returns the result in words, with the real buttons: only for the terminal
 * @param file the name of the file with the old lists
 */
export function restoreTold(file: string, target: DeviceKey, result: RestoreResult): string {
  const device = shownDevice(target);
  const { gone, lists, isDone, isDeadEnd, beside } = result;
  const of = (outcome: ListResult['outcome']) => lists.filter((one) => one.outcome === outcome);
  const both = ({ holds, had }: ListResult) => `  They are  ${shownList(holds)}\n  They were ${shownList(had)}`;
  const lines = [
    ...(gone ? [written(goneTold(target, gone), realNames), 'Nothing was changed.'] : []),
    ...of('restored').map(({ list }) => `${device} has its old ${listTold[list]} again.`),
    ...of('left').flatMap((one) => [
      `The ${listTold[one.list]} of ${device} are not those that the doctor set: they were left as they are.`,
      both(one),
    ]),
    ...of('not-held').flatMap((one) => [
      `The call manager took the old ${listTold[one.list]} of ${device}, but the device does not have them.`,
      both(one),
    ]),
    ...(beside
      ? [
          `Something else of ${device} is not as it was: ${written(beside, realNames)}.`,
          'The doctor does not set it. Set it again in the administration of the call manager.',
        ]
      : []),
    ...(isDone && of('restored').length === 0 ? [`${device} has its old lists.`] : []),
    ...(isDeadEnd ? [`The doctor can restore nothing more. You can delete ${file}.`] : []),
    ...(isDone || isDeadEnd ? [] : [restoreAdvice(file)]),
  ];
  return lines.join('\n');
}

export function restoreAdvice(file: string): string {
  return `To restore the lists: axl-phone-proxy doctor --restore ${file}`;
}
