import type { AxlClient } from '../../axl/client/axl-client.js';
import { updateDevice } from '../../axl/adapter/operations.js';
import type { XmlElement } from '../../axl/soap/xml.js';
import { isServiceError } from '../../domain/errors.js';
import type { DeviceName } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import { itemsToRestore, type ListName, listNames, readPhone, spelled, updateOf } from './lists.js';
import type { Saved } from './saved-lists.js';

/** The result of restoring a phone's lists. */
export type RestoreResult =
  /** The phone has its original lists; `wrote` are the lists that had to be set. */
  | { readonly outcome: 'as-before'; readonly wrote: readonly ListName[] }
  | { readonly outcome: 'no-such-phone' }
  | { readonly outcome: 'another-phone'; readonly uuid: string }
  /** It has a list that the doctor has not set, so nothing was changed. */
  | { readonly outcome: 'changed-elsewhere'; readonly list: ListName; readonly holds: string; readonly had: string }
  /** The list was set, but the phone does not have it. */
  | { readonly outcome: 'not-held'; readonly list: ListName };

type Call = <Result>(work: (context: CallContext) => Promise<Result>) => Promise<Result>;

/**
 * Restores the lists of a phone. It must be the same phone, and its lists must be lists that the doctor itself has set.
 * @throws ServiceError if the call manager cannot be asked, or refuses
 */
export async function restoreLists(client: AxlClient, saved: Saved, call: Call): Promise<RestoreResult> {
  const { device, uuid, before, set } = saved;
  const read = () => call((context) => readPhone(client, device, context));
  const phone = await read().catch((thrown: unknown) => {
    if (isServiceError(thrown, 'phone-not-found')) return undefined;
    throw thrown;
  });
  if (!phone) return { outcome: 'no-such-phone' };
  if (phone.uuid !== uuid) return { outcome: 'another-phone', uuid: phone.uuid };
  const holds = (list: ListName) => spelled(list, phone.lists[list]);
  const had = (list: ListName) => spelled(list, before[list]);
  const wrong = listNames.filter((list) => holds(list) !== had(list));
  const foreign = wrong.find((list) => !set[list].has(holds(list)));
  if (foreign !== undefined) {
    return { outcome: 'changed-elsewhere', list: foreign, holds: holds(foreign), had: had(foreign) };
  }
  const setAgain = (list: ListName, entries: readonly XmlElement[]) =>
    call(async (context) => {
      const items = itemsToRestore(list, entries, await client.traits(context));
      await updateDevice(client, { kind: 'phone', name: device as DeviceName }, updateOf[list], items, true, context);
    });
  const notHeld = async (): Promise<readonly ListName[]> => {
    const { lists } = await read();
    return listNames.filter((list) => spelled(list, lists[list]) !== had(list));
  };
  for (const list of wrong) await setAgain(list, before[list]);
  for (const list of wrong.length === 0 ? [] : await notHeld()) {
    // This call manager adds entries instead of replacing the list, so the list is cleared first.
    await setAgain(list, []);
    await setAgain(list, before[list]);
  }
  const [still] = wrong.length === 0 ? [] : await notHeld();
  return still === undefined ? { outcome: 'as-before', wrote: wrong } : { outcome: 'not-held', list: still };
}
