import { type ButtonKind, type Entry, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import type { DeviceKey } from '../domain/device.js';
import { type ErrorFacts, isServiceError, noSuchDevice, type SentTo, ServiceError } from '../domain/errors.js';
import type { Uuid } from '../domain/identifiers.js';
import { allows } from '../domain/resend-policy.js';
import type { CallContext } from './call-context.js';
import type { ButtonsOfDevices, HeldButtons } from './call-manager.js';
import { untilAborted } from './time-limit.js';
import type { ListFound } from './write-journal.js';

/** A list that was written. */
export interface Settled<Kind extends ButtonKind> {
  /** The device's. */
  readonly uuid: Uuid;
  readonly outcome: 'replaced' | 'confirmed-by-reading';
  /** The list before, as far as it was read. */
  readonly before: readonly EntryOf[Kind][] | undefined;
}

/** A list to be written. */
export interface ButtonsToWrite<Kind extends ButtonKind> {
  readonly kind: Kind;
  readonly buttons: ButtonsOfDevices<EntryOf[Kind]>;
  readonly device: DeviceKey;
  readonly entries: readonly EntryOf[Kind][];
  /** What was read before and is to be kept where it stays; undefined if the list is sent as it was given. */
  readonly held: HeldButtons<EntryOf[Kind]> | undefined;
  /** Whether the device was read for this change, whether or not anything of it is kept. */
  readonly wasRead: boolean;
  /** The index of the one entry that the caller has written by itself, if it is one. */
  readonly named: string | undefined;
  /** Whether the list is right only in place of the one that was read. */
  readonly dependsOnHeld: boolean;
}

/** What an answer shows that came when its caller was gone. */
export interface LateAnswer {
  /** Undefined where it shows nothing of the list. */
  readonly list: ListFound | undefined;
  /** The key of the device that took the list. */
  readonly uuid?: Uuid;
}

/** A write of which it is not known whether it was carried out. */
export class OutcomeUnknown extends ServiceError {
  /** The list before, where it was read after the answer was lost. */
  readonly before: readonly Entry[] | undefined;
  /**
   * The request that was still open when the caller's time was over: resolves when it has ended, with what its
   * answer shows. Never rejects.
   */
  readonly open: Promise<LateAnswer> | undefined;

  /** @param last how the last try ended; what the call manager said of it is of use to the caller */
  constructor(last: ServiceError, more: Partial<Pick<OutcomeUnknown, 'before' | 'open'>> = {}) {
    super('outcome-unknown', last instanceof OutcomeUnknown ? last.facts : factsAfter(last));
    this.before = more.before;
    this.open = more.open;
  }

  /** @returns the same, whose open request has ended only when this is done with what it shows */
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
 * Writes a list and finds out what became of it.
 * @throws ServiceError; OutcomeUnknown alone says that the list may be set
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
 * Sends the list, and waits for the answer no longer than the caller.
 * @param lost an earlier try whose answer was lost, so that a refusal of this one proves nothing
 */
async function send<Kind extends ButtonKind>(
  { buttons, device, entries, wasRead, named }: ButtonsToWrite<Kind>,
  held: HeldButtons<EntryOf[Kind]> | undefined,
  context: CallContext,
  lost?: { readonly before: readonly Entry[] | undefined },
): Promise<Uuid> {
  // What was sent once is known to be a device of its kind.
  const known = { wasRead: wasRead || lost !== undefined, named };
  const answer = buttons.replace(device, entries, held, context, known);
  return untilAborted(answer, context.signal, (reject) => {
    // A request that was not sent ends by itself at this moment, and says so: that is known before this.
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

/** The answer was lost. If the device does not hold the list, one more try; the same list twice does no harm. */
async function lookUp<Kind extends ButtonKind>(
  write: ButtonsToWrite<Kind>,
  context: CallContext,
  lost: ServiceError,
): Promise<Settled<Kind>> {
  const { kind, entries, held } = write;
  const rules = rulesOf(kind);
  const first = await readBack(write, lost.facts.sentTo, new OutcomeUnknown(lost), context);
  if (first && sameButtons(rules, first.entries, entries)) {
    return { uuid: first.uuid, outcome: 'confirmed-by-reading', before: undefined };
  }
  const before = first?.entries;
  // In place of another list than the one that it depends on, it could undo what someone else has changed since.
  const isAsBefore = first !== undefined && held !== undefined && sameButtons(rules, first.entries, held.entries);
  if (write.dependsOnHeld && !isAsBefore) throw new OutcomeUnknown(lost, { before });
  try {
    return { uuid: await send(write, held && (first ?? held), context, { before }), outcome: 'replaced', before };
  } catch (thrown) {
    if (thrown instanceof OutcomeUnknown || !isServiceError(thrown)) throw thrown;
    // Even a refusal proves nothing: the first write may still be under way, and be what the second ran into.
    const from = isInDoubt(thrown) ? thrown.facts.sentTo : lost.facts.sentTo;
    const unknown = new OutcomeUnknown(thrown, { before });
    const second = await readBack(write, from, unknown, context);
    if (!second || !sameButtons(rules, second.entries, entries)) throw unknown;
    return { uuid: second.uuid, outcome: 'confirmed-by-reading', before };
  }
}

/**
 * What proves a write is read from the node that it was sent to: another may not have it yet. A subscriber passes
 * writes on to the publisher, and its own copy follows later, so that nothing read there proves anything.
 * @param unknown is thrown where the device cannot be read
 * @returns undefined where nothing can be proved by reading
 */
async function readBack<Kind extends ButtonKind>(
  { buttons, device }: ButtonsToWrite<Kind>,
  from: SentTo | undefined,
  unknown: OutcomeUnknown,
  context: CallContext,
): Promise<HeldButtons<EntryOf[Kind]> | undefined> {
  if (from && !from.isPublisher) return undefined;
  return buttons.readForChange(device, context, from).catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'phone-not-found', 'profile-not-found')) throw unknown;
    // It may have taken the list before it was deleted, or was given another name.
    throw noSuchDevice(device, { since: ' any more', effect: 'unknown', axlCode: thrown.facts.axlCode });
  });
}

/** Whether the call manager may have set the list all the same, so that it has to be read. */
function isInDoubt(thrown: unknown): thrown is ServiceError {
  if (!isServiceError(thrown)) return false;
  const { effect } = thrown.facts;
  return allows('read-back', { kind: 'write', why: thrown.code, effect, sends: 0 });
}
