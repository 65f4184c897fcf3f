import type { ErrorCode } from '../domain/error-catalogue.js';
import { isServiceError, type SentTo, ServiceError } from '../domain/errors.js';
import type { DeviceName, Uuid } from '../domain/identifiers.js';
import { allows } from '../domain/resend-policy.js';
import { sameSpeedDials, type SpeedDial } from '../domain/phone.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from './call-context.js';
import type { CallManager, PhoneKeyAndSpeedDials } from './call-manager.js';
import { WriteTurns } from './write-turns.js';

/** What a caller is told of a list that was set. */
export interface Replaced {
  readonly uuid: Uuid;
  /** How making the phone load the change went, where the service is set to do so. */
  readonly loaded: 'ok' | ErrorCode | undefined;
}

interface Settled {
  readonly uuid: Uuid;
  readonly outcome: 'replaced' | 'confirmed-by-reading';
}

/** What is known of a phone's list before the write. */
interface Before {
  dials: readonly SpeedDial[] | undefined;
}

/**
 * Device name and list → the phone's key. What a caller is told is true: a write whose answer was lost is neither
 * repeated blindly nor called failed, but looked up, at the node that it was sent to.
 */
export class ReplaceSpeedDials {
  readonly #callManager: CallManager;
  readonly #loadsChange: boolean;
  readonly #observe: Observe;
  readonly #changed: () => void;
  readonly #turns: WriteTurns;

  /**
   * @param loadsChange whether the phone is made to load the change after each write
   * @param changed told when a write is over, before its caller is
   * @param turns the order of the writes to one phone
   */
  constructor(
    callManager: CallManager,
    loadsChange: boolean,
    observe: Observe,
    changed: () => void = () => undefined,
    turns = new WriteTurns(),
  ) {
    this.#callManager = callManager;
    this.#loadsChange = loadsChange;
    this.#observe = observe;
    this.#changed = changed;
    this.#turns = turns;
  }

  /**
   * Sets the list when all earlier writes of the phone are over.
   * @throws ServiceError; `outcome-unknown` alone says that the list may be set
   */
  async replace(phone: DeviceName, dials: readonly SpeedDial[], context: CallContext): Promise<Replaced> {
    const before: Before = { dials: undefined };
    const audit = (outcome: Settled['outcome'] | ErrorCode): void => {
      const { requestId, user } = context;
      this.#observe({ kind: 'write', requestId, user, phone, before: before.dials, after: dials, outcome });
    };
    try {
      return await this.#turns.take(phone, dials, async () => {
        refuseIfLate(context);
        const { uuid, outcome } = await this.#write(phone, dials, before, context).finally(this.#changed);
        audit(outcome);
        return { uuid, loaded: this.#loadsChange ? await this.#load(phone, context) : undefined };
      });
    } catch (thrown) {
      audit(isServiceError(thrown) ? thrown.code : 'internal-error');
      throw thrown;
    }
  }

  /** Resolves when no write is under way or waiting, whether or not its caller still listens. */
  idle(): Promise<void> {
    return this.#turns.idle();
  }

  async #write(phone: DeviceName, dials: readonly SpeedDial[], before: Before, context: CallContext): Promise<Settled> {
    try {
      return { uuid: await this.#callManager.replaceSpeedDials(phone, dials, context), outcome: 'replaced' };
    } catch (thrown) {
      if (!isInDoubt(thrown)) throw thrown;
      return this.#lookUp(phone, dials, before, context, thrown);
    }
  }

  /** The answer was lost. If the phone does not hold the list, one more try; the same list twice does no harm. */
  async #lookUp(
    phone: DeviceName,
    dials: readonly SpeedDial[],
    before: Before,
    context: CallContext,
    lost: ServiceError,
  ): Promise<Settled> {
    const first = await this.#readBack(phone, lost.facts.sentTo, lost, context);
    if (first && sameSpeedDials(first.speeddials, dials)) return { uuid: first.uuid, outcome: 'confirmed-by-reading' };
    before.dials = first?.speeddials;
    try {
      return { uuid: await this.#callManager.replaceSpeedDials(phone, dials, context), outcome: 'replaced' };
    } catch (thrown) {
      if (!isServiceError(thrown)) throw thrown;
      // Even a refusal proves nothing: the first write may still be under way, and be what the second ran into.
      const from = isInDoubt(thrown) ? thrown.facts.sentTo : lost.facts.sentTo;
      const second = await this.#readBack(phone, from, thrown, context);
      if (!second || !sameSpeedDials(second.speeddials, dials)) throw outcomeUnknown(thrown);
      return { uuid: second.uuid, outcome: 'confirmed-by-reading' };
    }
  }

  /**
   * What proves a write is read from the node that it was sent to: another may not have it yet. A subscriber passes
   * writes on to the publisher, and its own copy follows later, so that nothing read there proves anything.
   * @returns undefined where nothing can be proved by reading
   */
  async #readBack(
    phone: DeviceName,
    from: SentTo | undefined,
    last: ServiceError,
    context: CallContext,
  ): Promise<PhoneKeyAndSpeedDials | undefined> {
    if (from && !from.isPublisher) return undefined;
    const held = await this.#callManager.readSpeedDials(phone, context, from).catch(() => {
      throw outcomeUnknown(last);
    });
    if (held) return held;
    throw new ServiceError('phone-not-found', { detail: `There is no phone ${phone} any more.`, effect: 'refused' });
  }

  /** A phone that does not load its change does not undo the list that was set. */
  async #load(phone: DeviceName, context: CallContext): Promise<'ok' | ErrorCode> {
    let outcome: 'ok' | ErrorCode = 'ok';
    try {
      await this.#callManager.loadChange(phone, context);
    } catch (thrown) {
      outcome = isServiceError(thrown) ? thrown.code : 'internal-error';
    }
    this.#observe({ kind: 'load-change', requestId: context.requestId, phone, outcome });
    return outcome;
  }
}

/** Whether the call manager may have set the list all the same, so that it has to be read. */
function isInDoubt(thrown: unknown): thrown is ServiceError {
  if (!isServiceError(thrown)) return false;
  const { effect } = thrown.facts;
  return allows('read-back', { kind: 'write', why: thrown.code, effect, sends: 0 });
}

/** A write that waited for earlier ones of its phone until its time was over has not been sent at all. */
function refuseIfLate({ signal }: CallContext): void {
  if (!signal.aborted) return;
  throw new ServiceError('overloaded', {
    detail: 'Earlier writes to this phone took all the time that this request had; it was not sent.',
    retryAfterSeconds: 1,
    effect: 'none',
  });
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
    ...(facts.axlCode !== undefined && { axlCode: facts.axlCode }),
    ...(facts.cause !== undefined && { cause: facts.cause }),
  });
}
