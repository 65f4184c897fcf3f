import { type Button, type ButtonRules, sameButtons } from '../domain/buttons.js';
import type { DeviceKey } from '../domain/device.js';
import { isServiceError, type SentTo, ServiceError } from '../domain/errors.js';
import type { Uuid } from '../domain/identifiers.js';
import { allows } from '../domain/resend-policy.js';
import type { CallContext } from './call-context.js';
import type { ButtonsOfDevices, HeldButtons } from './call-manager.js';
import { noSuchDevice } from './no-such-device.js';

export interface Settled {
  /** The device's. */
  readonly uuid: Uuid;
  readonly outcome: 'replaced' | 'confirmed-by-reading';
}

/** A list to be written. */
export interface ButtonsToWrite<Entry extends Button> {
  readonly rules: ButtonRules<Entry>;
  readonly buttons: ButtonsOfDevices<Entry>;
  readonly device: DeviceKey;
  readonly entries: readonly Entry[];
  /** What was read before and is to be kept where it stays; undefined where the list is sent as it was given. */
  readonly held: HeldButtons<Entry> | undefined;
  /** Whether the list is right only in place of the one that was read. */
  readonly dependsOnHeld: boolean;
}

/**
 * Writes a list and finds out what became of it.
 * @param lists learns of the list before, where it is read after a lost answer
 * @throws ServiceError; `outcome-unknown` alone says that the list may be set
 */
export async function writeButtons<Entry extends Button>(
  write: ButtonsToWrite<Entry>,
  lists: { before: readonly Entry[] | undefined },
  context: CallContext,
): Promise<Settled> {
  try {
    return await send(write, write.held, context);
  } catch (thrown) {
    if (!isInDoubt(thrown)) throw thrown;
    return lookUp(write, lists, context, thrown);
  }
}

async function send<Entry extends Button>(
  { buttons, device, entries }: ButtonsToWrite<Entry>,
  held: HeldButtons<Entry> | undefined,
  context: CallContext,
): Promise<Settled> {
  return { uuid: await buttons.replace(device, entries, held, context), outcome: 'replaced' };
}

/** The answer was lost. If the device does not hold the list, one more try; the same list twice does no harm. */
async function lookUp<Entry extends Button>(
  write: ButtonsToWrite<Entry>,
  lists: { before: readonly Entry[] | undefined },
  context: CallContext,
  lost: ServiceError,
): Promise<Settled> {
  const { rules, entries, held } = write;
  const first = await readBack(write, lost.facts.sentTo, lost, context);
  if (first && sameButtons(rules, first.entries, entries)) return { uuid: first.uuid, outcome: 'confirmed-by-reading' };
  lists.before ??= first?.entries;
  // In place of another list than the one that it depends on, it could undo what somebody else has changed since.
  const isAsBefore = first !== undefined && held !== undefined && sameButtons(rules, first.entries, held.entries);
  if (write.dependsOnHeld && !isAsBefore) throw outcomeUnknown(lost);
  try {
    return await send(write, held && (first ?? held), context);
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    // Even a refusal proves nothing: the first write may still be under way, and be what the second ran into.
    const from = isInDoubt(thrown) ? thrown.facts.sentTo : lost.facts.sentTo;
    const second = await readBack(write, from, thrown, context);
    if (!second || !sameButtons(rules, second.entries, entries)) throw outcomeUnknown(thrown);
    return { uuid: second.uuid, outcome: 'confirmed-by-reading' };
  }
}

/**
 * What proves a write is read from the node that it was sent to: another may not have it yet. A subscriber passes
 * writes on to the publisher, and its own copy follows later, so that nothing read there proves anything.
 * @returns undefined where nothing can be proved by reading
 */
async function readBack<Entry extends Button>(
  { buttons, device }: ButtonsToWrite<Entry>,
  from: SentTo | undefined,
  last: ServiceError,
  context: CallContext,
): Promise<HeldButtons<Entry> | undefined> {
  if (from && !from.isPublisher) return undefined;
  const held = await buttons.readForChange(device, context, from).catch(() => {
    throw outcomeUnknown(last);
  });
  if (held) return held;
  throw noSuchDevice(device, ' any more');
}

/** Whether the call manager may have set the list all the same, so that it has to be read. */
function isInDoubt(thrown: unknown): thrown is ServiceError {
  if (!isServiceError(thrown)) return false;
  const { effect } = thrown.facts;
  return allows('read-back', { kind: 'write', why: thrown.code, effect, sends: 0 });
}

/** @param last how the last try ended; what the call manager said of it is of use to the caller */
function outcomeUnknown({ facts }: ServiceError): ServiceError {
  const saysWhy = facts.effect === 'refused';
  return new ServiceError('outcome-unknown', {
    detail:
      'The call manager did not say whether it set the list, and could not be asked again in time. ' +
      'The list may or may not be set; sending it again is safe.' +
      (saysWhy ? ` Sent once more, the call manager answered: ${facts.detail}` : ''),
    effect: 'unknown',
    axlCode: facts.axlCode,
    cause: facts.cause,
  });
}
