import { type DirectoryNumber, isNobodysNumber } from '../domain/identifiers.js';
import type { Phone } from '../domain/phone.js';
import type { CallContext, CallManager } from './call-manager.js';
import { SharedTrips } from './single-flight.js';

/** Directory number → every phone that carries it, in order of name. */
export class FindPhones {
  readonly #trips = new SharedTrips<DirectoryNumber, Phone[]>();

  constructor(private readonly callManager: CallManager) {}

  /** A write is over: who asks from now on must see it, and shares no trip that began before. */
  phoneChanged(): void {
    this.#trips.takeNobodyElse();
  }

  /** Lookups of one number at the same moment share one trip to the call manager; some need none. */
  find(number: DirectoryNumber, context: CallContext): Promise<Phone[]> {
    if (isNobodysNumber(number)) return Promise.resolve([]);
    return this.#trips.join(number, context, async (trip) => {
      const phones = await this.callManager.findPhones(number, trip);
      return phones.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    });
  }
}
