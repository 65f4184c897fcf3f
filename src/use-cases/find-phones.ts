import { getHeapStatistics } from 'node:v8';
import { ServiceError } from '../domain/errors.js';
import { type DirectoryNumber, isNobodysNumber } from '../domain/identifiers.js';
import type { Phone } from '../domain/phone.js';
import type { CallContext } from './call-context.js';
import type { CallManager } from './call-manager.js';
import { type Held, type NoRoom, Room } from './room.js';
import { SingleFlight } from './single-flight.js';

/** Finds every phone that carries a directory number, in order of name. */
export class FindPhones {
  readonly #callManager: CallManager;
  readonly #flights = new SingleFlight<DirectoryNumber, Held<Phone[]>>();
  readonly #room: Room;

  /** @param mostBytes how many bytes the phones of all callers may take at the same time */
  constructor(callManager: CallManager, mostBytes = Math.floor(getHeapStatistics().heap_size_limit / 3)) {
    this.#callManager = callManager;
    this.#room = new Room({ items: Infinity, bytes: mostBytes }, refusalOf);
  }

  /** A write is over. Later lookups must see it, so they share no answer that was requested earlier. */
  phoneChanged(): void {
    this.#flights.forgetAll();
  }

  /** Lookups of one number at the same moment share one answer. A number that no phone can have needs no request. */
  async find(number: DirectoryNumber, context: CallContext): Promise<Phone[]> {
    if (isNobodysNumber(number)) return [];
    const { value } = await this.#flights.do(number, context, (shared) =>
      this.#room.read(async (holding) => {
        const phones = await this.#callManager.findPhones(number, shared, holding);
        return phones.sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    );
    return value;
  }
}

function refusalOf({ items, isAlone }: NoRoom): ServiceError {
  if (!isAlone) {
    return new ServiceError('overloaded', {
      detail: 'Other requests hold all the phones that this service has room for. Retry later.',
      retryAfterSeconds: 1,
      effect: 'none',
      cause: 'phones',
    });
  }
  return new ServiceError('call-manager-answer-invalid', {
    detail: `This service does not have enough room for the data of ${items} phones with this number.`,
    effect: 'none',
    cause: 'phones',
  });
}
