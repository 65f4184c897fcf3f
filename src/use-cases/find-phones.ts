import { type DirectoryNumber, isNobodysNumber } from '../domain/identifiers.js';
import type { Phone } from '../domain/phone.js';
import type { CallContext } from './call-context.js';
import type { CallManager } from './call-manager.js';
import { SingleFlight } from './single-flight.js';

/** Directory number → every phone that carries it, in order of name. */
export class FindPhones {
  readonly #callManager: CallManager;
  readonly #flights = new SingleFlight<DirectoryNumber, Phone[]>();

  constructor(callManager: CallManager) {
    this.#callManager = callManager;
  }

  /** A write is over: who asks from now on must see it, and shares no answer that was asked for before. */
  phoneChanged(): void {
    this.#flights.forgetAll();
  }

  /** Lookups of one number at the same moment share one answer; some need none. */
  find(number: DirectoryNumber, context: CallContext): Promise<Phone[]> {
    if (isNobodysNumber(number)) return Promise.resolve([]);
    return this.#flights.do(number, context, async (shared) => {
      const phones = await this.#callManager.findPhones(number, shared);
      return phones.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  }
}
