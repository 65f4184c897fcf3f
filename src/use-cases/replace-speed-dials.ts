import { type ErrorCode, isServiceError, ServiceError } from '../domain/errors.js';
import type { DeviceName, Uuid } from '../domain/identifiers.js';
import { sameSpeedDials, type SpeedDial } from '../domain/phone.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext, CallManager, PhoneKeyAndSpeedDials } from './call-manager.js';

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
 * repeated blindly nor called failed, but looked up.
 */
export class ReplaceSpeedDials {
  /** The last write of each phone that has one under way or waiting. */
  readonly #lastWrites = new Map<DeviceName, Promise<unknown>>();

  /**
   * @param loadsChange whether the phone is made to load the change after each write
   * @param changed told when a write is over, before its caller is
   */
  constructor(
    private readonly callManager: CallManager,
    private readonly loadsChange: boolean,
    private readonly observe: Observe,
    private readonly changed: () => void = () => undefined,
  ) {}

  /** Writes to one phone go one after another in the order in which they came; other phones do not wait. */
  async replace(phone: DeviceName, dials: readonly SpeedDial[], context: CallContext): Promise<Replaced> {
    const previous = this.#lastWrites.get(phone);
    const write = (previous ?? Promise.resolve()).then(() => this.#inTurn(phone, dials, context));
    const settled = write.catch(() => undefined);
    this.#lastWrites.set(phone, settled);
    void settled.then(() => {
      if (this.#lastWrites.get(phone) === settled) this.#lastWrites.delete(phone);
    });
    return write;
  }

  /** Resolves when no write is under way or waiting, whether or not its caller still listens. */
  async idle(): Promise<void> {
    while (this.#lastWrites.size > 0) await Promise.all(this.#lastWrites.values());
  }

  async #inTurn(phone: DeviceName, dials: readonly SpeedDial[], context: CallContext): Promise<Replaced> {
    const before: Before = { dials: undefined };
    const audit = (outcome: Settled['outcome'] | ErrorCode): void => {
      const { requestId, user } = context;
      this.observe({ kind: 'write', requestId, user, phone, before: before.dials, after: dials, outcome });
    };
    try {
      refuseIfLate(context);
      const { uuid, outcome } = await this.#write(phone, dials, before, context).finally(this.changed);
      audit(outcome);
      return { uuid, loaded: this.loadsChange ? await this.#load(phone, context) : undefined };
    } catch (thrown) {
      audit(isServiceError(thrown) ? thrown.code : 'internal-error');
      throw thrown;
    }
  }

  async #write(phone: DeviceName, dials: readonly SpeedDial[], before: Before, context: CallContext): Promise<Settled> {
    try {
      return { uuid: await this.callManager.replaceSpeedDials(phone, dials, context), outcome: 'replaced' };
    } catch (thrown) {
      if (!mayBeApplied(thrown)) throw thrown;
    }
    // The answer was lost. If the phone holds another list, one more try; the same list twice does no harm.
    const held = await this.#readBack(phone, context);
    if (sameSpeedDials(held.speeddials, dials)) return { uuid: held.uuid, outcome: 'confirmed-by-reading' };
    before.dials = held.speeddials;
    return this.#writeAgain(phone, dials, context);
  }

  async #writeAgain(phone: DeviceName, dials: readonly SpeedDial[], context: CallContext): Promise<Settled> {
    try {
      return { uuid: await this.callManager.replaceSpeedDials(phone, dials, context), outcome: 'replaced' };
    } catch (thrown) {
      // Refused for what it says: then the first write was refused as well.
      if (isServiceError(thrown, 'rejected-by-call-manager', 'phone-not-found')) throw thrown;
    }
    const held = await this.#readBack(phone, context);
    if (sameSpeedDials(held.speeddials, dials)) return { uuid: held.uuid, outcome: 'confirmed-by-reading' };
    // It holds another list now, but a write that is still under way in the call manager may change that.
    throw outcomeUnknown();
  }

  async #readBack(phone: DeviceName, context: CallContext): Promise<PhoneKeyAndSpeedDials> {
    const held = await this.callManager.readSpeedDials(phone, context).catch(() => {
      throw outcomeUnknown();
    });
    if (held) return held;
    throw new ServiceError('phone-not-found', { detail: `There is no phone ${phone} any more.` });
  }

  /** A phone that does not load its change does not undo the list that was set. */
  async #load(phone: DeviceName, context: CallContext): Promise<'ok' | ErrorCode> {
    let outcome: 'ok' | ErrorCode = 'ok';
    try {
      await this.callManager.loadChange(phone, context);
    } catch (thrown) {
      outcome = isServiceError(thrown) ? thrown.code : 'internal-error';
    }
    this.observe({ kind: 'load-change', requestId: context.requestId, phone, outcome });
    return outcome;
  }
}

function mayBeApplied(thrown: unknown): boolean {
  return isServiceError(thrown) && thrown.facts.mayBeApplied !== false;
}

/** A write that waited for earlier ones of its phone until its time was over has not been sent at all. */
function refuseIfLate({ ending }: CallContext): void {
  if (!ending.over) return;
  throw new ServiceError('overloaded', {
    detail: 'Earlier writes to this phone took all the time that this request had; it was not sent.',
    retryAfterSeconds: 1,
    mayBeApplied: false,
  });
}

function outcomeUnknown(): ServiceError {
  return new ServiceError('outcome-unknown', {
    detail:
      'The call manager did not say whether it set the list, and could not be asked again in time. ' +
      'The list may or may not be set; sending it again is safe.',
  });
}
