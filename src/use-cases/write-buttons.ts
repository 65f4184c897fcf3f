import { type ButtonKind, type Entry, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import type { DeviceKey } from '../domain/device.js';
import { type ErrorFacts, isServiceError, noSuchDevice, type SentTo, ServiceError } from '../domain/errors.js';
import type { Uuid } from '../domain/identifiers.js';
import { allows } from '../domain/resend-policy.js';
import { isAsAsked } from '../domain/stored-otherwise.js';
import type { CallContext } from './call-context.js';
import type { ButtonsOfDevices, HeldButtons } from './call-manager.js';
import { untilAborted } from './time-limit.js';
import type { ListFound } from './write-journal.js';

/** A list that was written. */
export interface Settled<Kind extends ButtonKind> {
  /** The key of the device. */
  readonly uuid: Uuid;
  readonly outcome: 'replaced' | 'confirmed-by-reading';
  /** The list before, if it was read. */
  readonly before: readonly EntryOf[Kind][] | undefined;
  /** What a read after the write showed, if there was one. */
  readonly seen?: HeldButtons<EntryOf[Kind]>;
}

/** A list to be written. */
export interface ButtonsToWrite<Kind extends ButtonKind> {
  readonly kind: Kind;
  readonly buttons: ButtonsOfDevices<EntryOf[Kind]>;
  readonly device: DeviceKey;
  readonly entries: readonly EntryOf[Kind][];
  /**
   * What was read before. Entries that stay are sent as they were read. Undefined if the whole list is sent as it was
   * given.
   */
  readonly held: HeldButtons<EntryOf[Kind]> | undefined;
  /** True if the device was read for this change. */
  readonly wasRead: boolean;
  /** The index of the one entry that the caller sets, if it sets only one. */
  readonly named: string | undefined;
  /** True if the new list is valid only as a replacement of the list that was read. */
  readonly dependsOnHeld: boolean;
}

/** What a late answer shows. */
export interface LateAnswer {
  /** Undefined if it shows no list. */
  readonly list: ListFound | undefined;
  /** The key of the device that got the list. */
  readonly uuid?: Uuid;
}

/** A write whose outcome is unknown. */
export class OutcomeUnknown extends ServiceError {
  /** The list before, if it was read after the answer was lost. */
  readonly before: readonly Entry[] | undefined;
  /**
   * The request that was still open at the caller's deadline. It resolves when the request ends, with what its answer
   * shows. It never rejects.
   */
  readonly open: Promise<LateAnswer> | undefined;

  /** @param last how the last try ended, with the call manager's words for the caller */
  constructor(last: ServiceError, more: Partial<Pick<OutcomeUnknown, 'before' | 'open'>> = {}) {
    super('outcome-unknown', last.code === 'outcome-unknown' ? last.facts : factsAfter(last));
    this.before = more.before;
    this.open = more.open;
  }

  /** @returns the same error, but its open request also waits for this function */
  whenEnded(then: (late: LateAnswer) => Promise<void>): OutcomeUnknown {
    const open = this.open?.then(async (late) => {
      await then(late);
      return late;
    });
    return new OutcomeUnknown(this, { before: this.before, open });
  }
}

function factsAfter({ facts: { effect, detail, axlCode, cause } }: ServiceError): ErrorFacts {
  const words = effect === 'refused' ? ` The list was sent again, and the call manager answered: ${detail}` : '';
  return {
    detail:
      'The call manager did not say whether it set the list, and could not be asked again in time. ' +
      `The list may or may not be set; sending it again is safe.${words}`,
    effect: 'unknown',
    axlCode,
    cause,
  };
}

/**
 * Writes a list and finds out the outcome.
 * @throws ServiceError; only OutcomeUnknown means that the list may be set
 */
export async function writeButtons<Kind extends ButtonKind>(
  write: ButtonsToWrite<Kind>,
  context: CallContext,
): Promise<Settled<Kind>> {
  try {
    return { uuid: await send(write, write.held, context), outcome: 'replaced', before: undefined };
  } catch (thrown) {
    if (thrown instanceof OutcomeUnknown || !isInDoubt(thrown)) throw thrown;
    return lookUp(write, context, thrown);
  }
}

/**
 * Sends the list, and waits for the answer until the caller's deadline.
 * @param lost an earlier try whose answer was lost, so that a refusal of this one proves nothing
 */
async function send<Kind extends ButtonKind>(
  { buttons, device, entries, wasRead, named }: ButtonsToWrite<Kind>,
  held: HeldButtons<EntryOf[Kind]> | undefined,
  context: CallContext,
  lost?: { readonly before: readonly Entry[] | undefined },
): Promise<Uuid> {
  // If the list was sent before, the kind of the device is known.
  const known = { wasRead: wasRead || lost !== undefined, named };
  const answer = buttons.replace(device, entries, held, context, known);
  return untilAborted(answer, context.signal, (reject) => {
    // A request that was not sent fails at this moment too. That failure comes first.
    setImmediate(() => {
      const open = answer.then(
        (uuid): LateAnswer => ({ list: 'after', uuid }),
        (thrown: unknown): LateAnswer => ({ list: lost || isInDoubt(thrown) ? undefined : 'before' }),
      );
      reject(new OutcomeUnknown(callerLeft, { before: lost?.before, open }));
    });
  });
}

const callerLeft = new ServiceError('call-manager-timeout', { detail: '', effect: 'unknown', cause: 'time-out' });

/**
 * The answer was lost. If the device does not have the list, try once more. Setting the same list twice does no harm.
 */
async function lookUp<Kind extends ButtonKind>(
  write: ButtonsToWrite<Kind>,
  context: CallContext,
  lost: ServiceError,
): Promise<Settled<Kind>> {
  const { kind, entries, held } = write;
  const rules = rulesOf(kind);
  const first = await readBack(write, lost.facts.sentTo, new OutcomeUnknown(lost), context);
  if (first && isAsAsked(kind, entries, first.entries)) {
    return { uuid: first.uuid, outcome: 'confirmed-by-reading', before: undefined, seen: first };
  }
  const before = first?.entries;
  // If the present list is not the one that the change depends on, a second try could undo someone else's change; and if
  // another device has the name now, it would change that one.
  const isAsBefore =
    first !== undefined && first.uuid === held?.uuid && sameButtons(rules, first.entries, held.entries);
  if (write.dependsOnHeld && !isAsBefore) throw new OutcomeUnknown(lost, { before });
  try {
    return { uuid: await send(write, held && (first ?? held), context, { before }), outcome: 'replaced', before };
  } catch (thrown) {
    if (thrown instanceof OutcomeUnknown || !isServiceError(thrown)) throw thrown;
    // Even a refusal proves nothing: the first write may still be in progress, and may have caused the refusal.
    const from = isInDoubt(thrown) ? thrown.facts.sentTo : lost.facts.sentTo;
    const unknown = new OutcomeUnknown(thrown, { before });
    const second = await readBack(write, from, unknown, context);
    if (!second || !isAsAsked(kind, entries, second.entries)) throw unknown;
    return { uuid: second.uuid, outcome: 'confirmed-by-reading', before, seen: second };
  }
}

/**
 * A write is proved by a read from the node that it was sent to, because other nodes may not have it yet. A subscriber
 * passes writes on to the publisher, and its own copy changes later. So a read from a subscriber proves nothing.
 * @param unknown is thrown if the device cannot be read
 * @returns undefined if a read can prove nothing
 */
async function readBack<Kind extends ButtonKind>(
  { buttons, device }: ButtonsToWrite<Kind>,
  from: SentTo | undefined,
  unknown: OutcomeUnknown,
  context: CallContext,
): Promise<HeldButtons<EntryOf[Kind]> | undefined> {
  if (from && !from.isPublisher) return undefined;
  return buttons.readForChange(device, context, from).catch((thrown: unknown) => {
    throw isServiceError(thrown, 'phone-not-found', 'profile-not-found') ? goneSince(device, thrown) : unknown;
  });
}

/** The device may have got the list before it was deleted or renamed. */
export function goneSince(device: DeviceKey, { facts: { axlCode } }: ServiceError): ServiceError {
  return noSuchDevice(device, { since: ' any more', effect: 'unknown', axlCode });
}

/** True if the call manager may have set the list in spite of the failure. The list must then be read. */
function isInDoubt(thrown: unknown): thrown is ServiceError {
  if (!isServiceError(thrown)) return false;
  const { why, facts } = thrown;
  return allows('read-back', { kind: 'write', why, effect: facts.effect, sends: 0 });
}
